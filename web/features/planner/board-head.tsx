import { IconCopy } from '@tabler/icons-react'
import { memo, type CSSProperties } from 'react'
import type { LocalDate } from '#domain/time/local-date.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { formatDate } from '../../lib/time.ts'
import { Link } from '../../ui/link.tsx'
import styles from './board.module.css'
import type { Axis } from './geometry.ts'
import type { Board } from './layout-board.ts'
import { formatMinute } from './local-times.ts'

interface BoardHeadProps {
  days: readonly LocalDate[]
  hours: Board['hours']
  axis: Axis
  today: LocalDate
  holidayOf: ((date: LocalDate) => string | null) | undefined
  onCopy: ((date: LocalDate) => void) | undefined
}

/** The days and hours of a week, or the hours of a day. */
export const BoardHead = memo(function BoardHead({ days, hours, axis, today, holidayOf, onCopy }: BoardHeadProps) {
  const [params] = useSearchParams<'planner'>()
  if (axis === 'y')
    return (
      <div className={styles.days} aria-hidden="true">
        <div className={styles.corner} />
        <Ticks hours={hours} every={1} />
      </div>
    )
  return (
    <div className={styles.days}>
      <div className={styles.corner} />
      {days.map(date => (
        <div key={date} className={styles.dayHead} aria-current={date === today ? 'date' : undefined}>
          <span className={styles.dayName}>
            <Link to={paths.planner({ ...params, view: 'day', date })}>{formatDate(date)}</Link>
            {onCopy && (
              <button
                type="button"
                className={styles.add}
                aria-label={t('planner.copyDayOf', { day: formatDate(date) })}
                title={t('planner.copyDayOf', { day: formatDate(date) })}
                onClick={() => onCopy(date)}
              >
                <IconCopy size={16} aria-hidden="true" />
              </button>
            )}
          </span>
          <DayHoliday name={holidayOf?.(date) ?? null} />
          <Ticks hours={hours} every={tickHours(hours)} />
        </div>
      ))}
    </div>
  )
})

const DayHoliday = ({ name }: { name: string | null }) =>
  name && (
    <span className={styles.holiday} title={name}>
      {name}
    </span>
  )

/** "08:00" has the room of two hours, unless the day is long; "8:00 am" needs four. */
const tickHours = ({ from, to }: Board['hours']): number => (formatMinute(0).length > 5 ? 4 : to - from > 12 ? 3 : 2)

const Ticks = ({ hours: { from, to }, every }: { hours: Board['hours']; every: number }) => (
  <span className={styles.ticks} aria-hidden="true">
    {/* With less room, the last one would run into the next day. */}
    {Array.from({ length: Math.floor((to - from) / every) }, (_, index) => index * every).map(tick => (
      <span key={tick} style={{ '--tick': tick } as CSSProperties}>
        {formatMinute((from + tick) * 60)}
      </span>
    ))}
  </span>
)
