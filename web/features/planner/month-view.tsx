import type { DaySummary } from '#contract/planner.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LocalDate } from '#domain/time/local-date.ts'
import { queryOptionsOf } from '../../lib/api.ts'
import { formatNumber, formatPlainList } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { formatBriefWeekday, formatDate, formatMonth } from '../../lib/time.ts'
import { Link } from '../../ui/link.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Occupancy } from '../schedules/occupancy.tsx'
import type { PlannerParams } from './planner-params.ts'
import styles from './planner.module.css'

interface MonthViewProps {
  days: readonly LocalDate[]
  /** `2026-11` */
  month: string
  today: LocalDate
  filters: PlannerParams['filters']
  holidayOf: (date: LocalDate) => string | null
}

/** How full each day of a month is. A day opens its board. */
export default function MonthView({ days, month, today, filters, holidayOf }: MonthViewProps) {
  const query = useQuery({
    ...queryOptionsOf('GET /api/planner/days', { query: { from: days[0] ?? '', to: days.at(-1) ?? '', ...filters } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={5} height="7rem" />}>
      {({ data }) => (
        <table className={styles.month} aria-busy={query.isPlaceholderData}>
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
}: {
  day: DaySummary
  holiday: string | null
  isOther: boolean
  isToday: boolean
}) {
  const [params] = useSearchParams<'planner'>()
  return (
    <td data-other={isOther || undefined} aria-current={isToday ? 'date' : undefined}>
      <Link to={paths.planner({ ...params, view: 'day', date })}>
        <span className={styles.number} aria-hidden="true">
          {formatNumber(Number(date.slice(8)))}
        </span>
        <span className="visually-hidden">{formatDate(date)}</span>
        {holiday && <span className={`soft ${styles.word}`}>{holiday}</span>}
        {sessions > 0 && (
          <>
            <span className={styles.figure} aria-hidden="true">
              {sessions}
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
