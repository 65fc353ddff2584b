import { addDays, daysBetween, type LocalDate } from '#domain/time/local-date.ts'
import { startOfWeek } from '../../../lib/week.ts'

/** Days on one screen of the calendar: five weeks, from this week on. */
export const daysShown = 5 * 7
/** Days per request: two screens, so that "the next free day" is known beyond the first. */
const daysAsked = daysShown * 2

/**
 * The date range to request when `date` is on the screen. On the first day of a week also the day before: west of the
 * visitor it may not be over.
 */
export function requestRange(date: LocalDate, today: LocalDate): { from: LocalDate; to: LocalDate } {
  const first = startOfWeek(today)
  const index = Math.max(0, Math.floor(daysBetween(first, date) / daysAsked))
  const from = addDays(first, index * daysAsked)
  return { from: index === 0 && first === today ? addDays(first, -1) : from, to: addDays(from, daysAsked - 1) }
}

/** The first day after the range requested with `date` on the screen. */
export const startOfNextRange = (date: LocalDate, today: LocalDate): LocalDate => addDays(requestRange(date, today).to, 1)
