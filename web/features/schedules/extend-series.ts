import { addDays, daysBetween, type LocalDate, weekdayOf } from '#domain/time/local-date.ts'
import { noRepeat, type RepeatChoice } from './repeat-builder.ts'
import { type OpenedSchedule, type ScheduleValues, valuesOf } from './schedule-values.ts'

/** How a series goes on: a session of it, and the values of the form. */
export interface SeriesExtension {
  seriesOf: string
  values: ScheduleValues
}

/** Like the last session, from the next date on which the series would take place. */
export function extendSeries(last: OpenedSchedule['schedule'], dates: readonly LocalDate[]): SeriesExtension {
  const values = valuesOf(last)
  const repeat = proposeRepeat(dates.length > 0 ? dates : [values.date])
  return { seriesOf: last.id, values: { ...values, date: nextDate(values.date, repeat), repeat } }
}

/**
 * A rule that the dates of a series follow: daily, or weekly on their weekdays. Other rules are proposed as
 * weekly.
 */
export function proposeRepeat(dates: readonly LocalDate[]): RepeatChoice {
  const gaps = dates.slice(1).map((date, index) => daysBetween(dates[index] ?? date, date))
  if (gaps.length > 1 && gaps.every(gap => gap === 1)) return { ...noRepeat, how: 'daily' }
  const weekdays = [...new Set(dates.map(weekdayOf))].toSorted((a, b) => a - b)
  const weeks = dates.map(date => Math.floor(daysBetween('2024-01-01', date) / 7))
  const steps = weeks.slice(1).flatMap((week, index) => (week === weeks[index] ? [] : [week - (weeks[index] ?? week)]))
  return { ...noRepeat, how: 'weekly', every: String(Math.min(...(steps.length > 0 ? steps : [1]))), weekdays }
}

function nextDate(last: LocalDate, { how, every, weekdays }: RepeatChoice): LocalDate {
  if (how === 'daily') return addDays(last, 1)
  const sameWeek = weekdays.find(day => day > weekdayOf(last))
  if (sameWeek !== undefined) return addDays(last, sameWeek - weekdayOf(last))
  return addDays(last, (weekdays[0] ?? weekdayOf(last)) - weekdayOf(last) + 7 * Number(every))
}
