import type { HoursPreview, WeeklyHours } from '#contract/weekly-hours.ts'
import type { Weekday } from '#domain/time/local-date.ts'
import { t } from '../../lib/messages.ts'
import { formatDate } from '../../lib/time.ts'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { formatWeekday } from '../schedules/format-repeat.ts'
import { formatTravel } from '../schedules/travel-warnings.ts'
import styles from './weekly-hours.module.css'

/** "From Monday 4 January", or with the last day. */
export const formatSpan = (from: string, until: string | null): string =>
  t(until ? 'weeklyHours.span' : 'weeklyHours.spanOpen', { from: formatDate(from), until: until ? formatDate(until) : '' })

/** The times of a week, each with its support type. */
export const HoursTimes = ({ ranges }: Pick<WeeklyHours, 'ranges'>) => (
  <ul className={styles.times}>
    {ranges.map(({ weekday, starts, ends, support_type }) => (
      <li key={`${weekday} ${starts}`}>
        <span className={styles.when}>
          {formatWeekday(weekday as Weekday)} {starts}–{ends}
        </span>
        <SupportTypeMark name={support_type.name} colour={support_type.colour} />
      </li>
    ))}
  </ul>
)

/** Planned dates on which the mentor has little time to travel; nothing if there are none. */
export function TravelDates({ travel }: Pick<HoursPreview, 'travel'>) {
  if (travel.length === 0) return null
  return (
    <details className={styles.skipped}>
      <summary>{t('travel.dates', { count: new Set(travel.map(({ date }) => date)).size })}</summary>
      <ul>
        {travel.map(one => (
          <li key={`${one.date} ${one.starts} ${one.starts_at}`}>
            {formatDate(one.date)}, {one.starts}: {formatTravel(one)}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Dates that are not planned, each with its reason; nothing if there are none. */
export function SkippedDates({ skipped, summary }: Pick<WeeklyHours, 'skipped'> & { summary: string }) {
  if (skipped.length === 0) return null
  return (
    <details className={styles.skipped}>
      <summary>{summary}</summary>
      <ul>
        {skipped.map(({ date, starts, reason, holiday }) => (
          <li key={`${date} ${starts}`}>
            {formatDate(date)}, {starts}:{' '}
            {reason === 'holiday' ? t('weeklyHours.reason.holiday', { name: holiday ?? '' }) : t(`weeklyHours.reason.${reason}`)}
          </li>
        ))}
      </ul>
    </details>
  )
}
