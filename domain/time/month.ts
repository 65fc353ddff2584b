import { addDays, type LocalDate, type Weekday, weekdayOf } from './local-date.ts'
import { Temporal } from './temporal.ts'

/** A month of a year, `YYYY-MM`. Such texts sort in order. */
export type YearMonth = string & { readonly kind?: 'YearMonth' }

/** A week of a month's calendar: seven days, null where the day belongs to another month. */
export type Week = (LocalDate | null)[]

/** Whether the text is `YYYY-MM`, in the years 1900 to 2199. */
export function isYearMonth(text: string): text is YearMonth {
  return /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(text)
}

/** The month that a date is in. */
export function yearMonthOf(date: LocalDate): YearMonth {
  return date.slice(0, 7)
}

/** The month so many months later (earlier when negative). */
export function shiftMonth(month: YearMonth, months: number): YearMonth {
  return Temporal.PlainYearMonth.from(month).add({ months }).toString()
}

/** The same day so many months later (earlier when negative), or that month's last day where it has no such day. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  return Temporal.PlainDate.from(date).add({ months }).toString()
}

/** Every date of a month, in order. */
export function datesOfMonth(month: YearMonth): LocalDate[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: daysInMonth }, (_, index) => addDays(`${month}-01`, index))
}

/** A month's calendar: its weeks in order, each beginning with `firstWeekday` (Monday unless told). */
export function weeksOfMonth(month: YearMonth, firstWeekday: Weekday = 1): Week[] {
  const dates = datesOfMonth(month)
  const before = (weekdayOf(`${month}-01`) - firstWeekday + 7) % 7
  const weeks = Math.ceil((before + dates.length) / 7)
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (_, day) => dates[week * 7 + day - before] ?? null))
}
