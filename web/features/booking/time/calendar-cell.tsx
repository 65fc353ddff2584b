import { formatNumber } from '../../../lib/format-values.ts'
import { t } from '../../../lib/messages.ts'
import { formatShortMonth } from '../../../lib/calendar-words.ts'
import type { CalendarDay } from './free-days.ts'
import styles from './calendar.module.css'

interface CalendarCellProps {
  day: CalendarDay
  loading: boolean
  showMonth: boolean
  isToday: boolean
  isChosen: boolean
  /** The day of the appointment being moved. */
  isPresent: boolean
  isTabStop: boolean
  label: string
  onChoose: () => void
}

const dots = { none: 0, few: 1, many: 3 } as const

/** One day: its number and its availability as dots, as a tint and in words. */
export function CalendarCell({ day, loading, showMonth, isToday, isChosen, isPresent, isTabStop, label, onChoose }: CalendarCellProps) {
  const name = isPresent ? t('booking.calendar.present', { date: label }) : label
  const state = day.why ? t(`booking.why.${day.why}`) : t('booking.calendar.free', { count: day.free })
  return (
    <td
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isChosen}
      aria-disabled={day.why !== null && !loading ? true : undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-label={loading ? name : t('booking.calendar.day', { date: name, state })}
      data-level={loading ? 'loading' : day.level}
      data-present={isPresent || undefined}
      data-why={loading ? undefined : (day.why ?? undefined)}
      className={styles.cell}
      onClick={onChoose}
    >
      <span className={styles.day}>
        {showMonth && <span className={styles.month}>{formatShortMonth(day.date)}</span>}
        <span className={styles.number}>{formatNumber(Number(day.date.slice(8)))}</span>
        <span className={styles.dots}>
          {Array.from({ length: loading ? 0 : dots[day.level] }, (_, dot) => (
            <span key={dot} />
          ))}
        </span>
      </span>
    </td>
  )
}
