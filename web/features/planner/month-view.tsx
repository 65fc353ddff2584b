import type { DaySummary } from '#contract/planner.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { LocalDate } from '#domain/time/local-date.ts'
import { queryOptionsOf } from '../../lib/api.ts'
import { dateForKey } from '../../lib/date-keys.ts'
import { formatNumber, formatPlainList } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { formatDate } from '../../lib/time.ts'
import { formatBriefWeekday, formatMonth } from '../../lib/calendar-words.ts'
import { Link } from '../../ui/link.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Occupancy } from '../schedules/occupancy.tsx'
import type { PlannerParams } from './planner-params.ts'
import styles from './planner.module.css'

interface MonthViewProps {
  days: readonly LocalDate[]
  /** The day with the tab stop, in the shown month. */
  date: LocalDate
  today: LocalDate
  filters: PlannerParams['filters']
  holidayOf: (date: LocalDate) => string | null
}

/**
 * How full each day of a month is, as an ARIA date grid: one day takes the tab stop, keys move between days,
 * weeks and months. A day opens its board.
 */
export default function MonthView({ days, date, today, filters, holidayOf }: MonthViewProps) {
  const month = date.slice(0, 7)
  const [, setParams] = useSearchParams<'planner'>()
  const [focused, setFocused] = useState(date)
  const at = focused.startsWith(month) ? focused : date
  const grid = useRef<HTMLTableElement>(null)
  const follow = useRef(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = dateForKey(at, event)
    if (!next) return
    event.preventDefault()
    follow.current = true
    setFocused(next)
    if (!next.startsWith(month)) setParams({ date: next })
  }
  // A day of another month is there only when its month has loaded.
  useLayoutEffect(() => {
    const link = follow.current && grid.current?.querySelector<HTMLElement>(`[data-date="${focused}"][tabindex="0"]`)
    if (!link) return
    follow.current = false
    link.focus()
  })
  const query = useQuery({
    ...queryOptionsOf('GET /api/planner/days', { query: { from: days[0] ?? '', to: days.at(-1) ?? '', ...filters } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={5} height="7rem" />}>
      {({ data }) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table is what a grid is made of (ARIA Authoring Practices)
        <table ref={grid} role="grid" className={styles.month} aria-busy={query.isPlaceholderData} onKeyDown={onKeyDown}>
          <caption className="visually-hidden">{formatMonth(`${month}-01`)}</caption>
          <thead>
            <tr>
              {days.slice(0, 7).map(date => (
                <th key={date} scope="col">
                  {formatBriefWeekday(date)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data
              .filter((_, index) => index % 7 === 0)
              .map(({ date: monday }, week) => (
                <tr key={monday}>
                  {data.slice(week * 7, week * 7 + 7).map(day => (
                    <MonthDay
                      key={day.date}
                      day={day}
                      holiday={holidayOf(day.date)}
                      isOther={!day.date.startsWith(month)}
                      isToday={day.date === today}
                      isTabStop={day.date === at}
                    />
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </Loaded>
  )
}

function MonthDay({
  day: { date, sessions, drafts, seats, taken, closed },
  holiday,
  isOther,
  isToday,
  isTabStop,
}: {
  day: DaySummary
  holiday: string | null
  isOther: boolean
  isToday: boolean
  isTabStop: boolean
}) {
  const [params] = useSearchParams<'planner'>()
  return (
    <td data-other={isOther || undefined} aria-current={isToday ? 'date' : undefined}>
      <Link to={paths.planner({ ...params, view: 'day', date })} tabIndex={isTabStop ? 0 : -1} data-date={date}>
        <span className={styles.number} aria-hidden="true">
          {formatNumber(Number(date.slice(8)))}
        </span>
        <span className="visually-hidden">{formatDate(date)}</span>
        {holiday && <span className={`soft ${styles.word}`}>{holiday}</span>}
        {sessions > 0 && (
          <>
            <span className={styles.figure} aria-hidden="true">
              {formatNumber(sessions)}
            </span>
            <span className={styles.word}>{t('planner.sessions', { count: sessions })}</span>
            <Occupancy seats={{ taken, total: seats, free: seats - taken }} bare />
          </>
        )}
        {drafts > 0 && <span className={`${styles.warm} ${styles.word}`}>{t('planner.drafts', { count: drafts })}</span>}
        {closed.length > 0 && (
          <span className={`soft ${styles.word}`}>{t('planner.closedPlaces', { places: formatPlainList(closed) })}</span>
        )}
      </Link>
    </td>
  )
}
