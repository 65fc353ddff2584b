import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import type { FreeDay } from '#contract/search.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import { formatNumber } from '../../../lib/format-values.ts'
import { t } from '../../../lib/messages.ts'
import { formatDate } from '../../../lib/time.ts'
import { formatBriefWeekday, formatMonth, formatMonthAlone, formatWeekday } from '../../../lib/calendar-words.ts'
import { IconButton } from '../../../ui/button.tsx'
import { dateAfterKey, firstDay, screenContaining, turnScreen } from './calendar-screen.ts'
import { CalendarCell } from './calendar-cell.tsx'
import styles from './calendar.module.css'
import { dayOf } from './free-days.ts'

interface CalendarProps {
  days: readonly FreeDay[]
  /** The counts are still loading. */
  loading: boolean
  today: LocalDate
  /** The calendar's tab stop; determines the weeks on the screen. */
  at: LocalDate
  chosen: LocalDate | undefined
  /** The day of the appointment being moved. */
  present?: LocalDate | undefined
  onTurn: (date: LocalDate) => void
  onChoose: (date: LocalDate) => void
}

/**
 * A rolling calendar as an ARIA date grid (ARIA Authoring Practices): one day takes the tab stop, keys
 * move between days and weeks.
 */
export function Calendar({ days, loading, today, at, chosen, present, onTurn, onChoose }: CalendarProps) {
  const first = firstDay(days, today)
  const screen = screenContaining(at, today, first)
  const grid = useRef<HTMLTableElement>(null)
  const follow = useRef(false)
  const label = useId()

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return onChoose(at)
    }
    const next = dateAfterKey(at, event, first)
    if (!next) return
    event.preventDefault()
    follow.current = true
    onTurn(next)
  }
  // In a layout effect: the focused day may be gone, and the next key press would be lost.
  useLayoutEffect(() => {
    if (follow.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    follow.current = false
  })

  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <p id={label} className={styles.months} aria-live="polite">
          {formatMonths(screen.from, screen.to)}
        </p>
        <IconButton label={t('booking.calendar.earlier')} disabled={!screen.hasEarlier} onClick={() => onTurn(turnScreen(screen, -1))}>
          <IconChevronLeft size={22} stroke={1.8} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('booking.calendar.later')} onClick={() => onTurn(turnScreen(screen, 1))}>
          <IconChevronRight size={22} stroke={1.8} aria-hidden="true" />
        </IconButton>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table is what a grid is made of (ARIA Authoring Practices) */}
      <table ref={grid} role="grid" aria-labelledby={label} aria-busy={loading || undefined} className={styles.grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {screen.weeks[0]?.map(date => (
              <th key={date} scope="col" abbr={formatWeekday(`${date}T12:00:00Z`, 'UTC')}>
                {formatBriefWeekday(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {screen.weeks.map(week => (
            <tr key={week[0]}>
              {week.map(date => (
                <CalendarCell
                  key={date}
                  day={dayOf(days, date, today)}
                  loading={loading}
                  showMonth={date === screen.from || date.endsWith('-01')}
                  isToday={date === today}
                  isChosen={date === chosen}
                  isPresent={date === present}
                  isTabStop={date === at}
                  label={formatDate(date)}
                  onChoose={() => onChoose(date)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** "November 2026 to January 2027", the year once where it is the same. */
function formatMonths(from: LocalDate, to: LocalDate): string {
  const [first, last] = [formatMonth(from), formatMonth(to)]
  if (first === last) return first
  return t('booking.calendar.months', { from: from.slice(0, 4) === to.slice(0, 4) ? formatMonthAlone(from) : first, to: last })
}

const Dots = ({ count }: { count: number }) => (
  <span className={styles.dots} aria-hidden="true">
    {Array.from({ length: count }, (_, dot) => (
      <span key={dot} />
    ))}
  </span>
)

/** Shown instead of the legend: no day is known to be full yet. */
export const CalendarLoading = () => (
  <p role="status" className="soft small">
    {t('booking.calendar.loading')}
  </p>
)

/** Legend of the dots. */
export const CalendarLegend = () => (
  <ul className={styles.legend} aria-label={t('booking.calendar.legend')}>
    <li>
      <Dots count={3} />
      {t('booking.calendar.many')}
    </li>
    <li>
      <Dots count={1} />
      {t('booking.calendar.few')}
    </li>
    <li>
      <span className={styles.struck} aria-hidden="true">
        {formatNumber(12)}
      </span>
      {t('booking.why.full')}
    </li>
  </ul>
)
