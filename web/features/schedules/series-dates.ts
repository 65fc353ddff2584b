import { repeatDates } from '#domain/availability/repeat-dates.ts'
import { isLocalDate, type LocalDate } from '#domain/time/local-date.ts'
import { ruleOf } from './repeat-builder.ts'
import type { ScheduleValues } from './schedule-values.ts'

/**
 * The dates of the series, including those to leave out; null without repetition or while the rule is
 * incomplete. Load this file lazily: the iCalendar library is 49 kB compressed.
 */
export function seriesDates({ repeat, date }: Pick<ScheduleValues, 'repeat' | 'date'>, zone: string): LocalDate[] | null {
  const rrule = isLocalDate(date) ? ruleOf(repeat, date) : null
  if (rrule === null) return null
  const series = repeatDates({ rrule, first: date, zone })
  return 'dates' in series ? series.dates : null
}
