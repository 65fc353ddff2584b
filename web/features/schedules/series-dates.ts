import { repeatDates } from '#domain/availability/repeat-dates.ts'
import { isLocalDate, type LocalDate } from '#domain/time/local-date.ts'
import { ruleOf } from './repeat-builder.ts'
import type { ScheduleValues } from './schedule-values.ts'

/**
 * The dates of the series before any is left out; null where nothing repeats, or not yet rightly. Load this file lazily: the rules of iCalendar
 * are 49 kB compressed.
 */
export function seriesDates({ repeat, date }: Pick<ScheduleValues, 'repeat' | 'date'>, zone: string): LocalDate[] | null {
  const rrule = isLocalDate(date) ? ruleOf(repeat, date) : null
  if (rrule === null) return null
  const series = repeatDates({ rrule, first: date, zone })
  return 'dates' in series ? series.dates : null
}
