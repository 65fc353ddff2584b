import { formatOf } from './time.ts'

// What calendars and series say; the first page does not need it.

/** "Tuesday" */
export const formatWeekday = (instant: string, zone: string): string => formatOf({ weekday: 'long' }, zone).format(new Date(instant))

/** A local date's weekday above a column of days: "Mon". Languages without short names have single letters. */
export function formatBriefWeekday(date: string): string {
  const [short, letter] = (['short', 'narrow'] as const).map(weekday => formatOf({ weekday }, 'UTC').format(new Date(`${date}T12:00:00Z`)))
  return (short && short.length <= 5 ? short : letter) ?? ''
}

/** A local date's month: "November 2026". */
export const formatMonth = (date: string): string =>
  formatOf({ month: 'long', year: 'numeric' }, 'UTC').format(new Date(`${date.slice(0, 7)}-15T12:00:00Z`))

/** A local date's month where the year follows: "November". */
export const formatMonthAlone = (date: string): string =>
  formatOf({ month: 'long' }, 'UTC').format(new Date(`${date.slice(0, 7)}-15T12:00:00Z`))

/** A local date's month where the year is clear: "Nov". */
export const formatShortMonth = (date: string): string =>
  formatOf({ month: 'short' }, 'UTC').format(new Date(`${date.slice(0, 7)}-15T12:00:00Z`))
