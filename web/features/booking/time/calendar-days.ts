import { addDays, daysBetween, type LocalDate } from '#domain/time/local-date.ts'
import { startOfWeek } from '../../../lib/week.ts'

/** The calendar starts with this week and shows this many weeks per screen. */
export const weeksShown = 5
/** Days on one screen of the calendar. */
export const daysShown = weeksShown * 7
/** Days per request: two screens, so that "the next free day" is known beyond the first. */
const daysAsked = daysShown * 2

/** The date range to request when `date` is on the screen. */
export function requestRange(date: LocalDate, today: LocalDate): { from: LocalDate; to: LocalDate } {
  const first = startOfWeek(today)
  const index = Math.max(0, Math.floor(daysBetween(first, date) / daysAsked))
  const from = addDays(first, index * daysAsked)
  return { from, to: addDays(from, daysAsked - 1) }
}

/** The first day after the range requested with `date` on the screen. */
export const startOfNextRange = (date: LocalDate, today: LocalDate): LocalDate => addDays(requestRange(date, today).to, 1)
