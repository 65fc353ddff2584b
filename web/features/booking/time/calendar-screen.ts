import { addDays, daysBetween, type LocalDate } from '#domain/time/local-date.ts'
import { dateForKey } from '../../../lib/date-keys.ts'
import { startOfWeek } from '../../../lib/week.ts'
import { daysShown, weeksShown } from './calendar-days.ts'

/** Whole weeks of the calendar; `from` and `to` are both shown. */
export interface CalendarScreen {
  from: LocalDate
  to: LocalDate
  weeks: LocalDate[][]
  /** There are weeks before these (never before this week). */
  hasEarlier: boolean
}

/** The weeks that are on the screen when `date` is; a date before this week shows this week. */
export function screenContaining(date: LocalDate, today: LocalDate): CalendarScreen {
  const first = startOfWeek(today)
  const index = Math.max(0, Math.floor(daysBetween(first, date) / daysShown))
  const from = addDays(first, index * daysShown)
  const weeks = Array.from({ length: weeksShown }, (_, week) => Array.from({ length: 7 }, (_, day) => addDays(from, week * 7 + day)))
  return { from, to: addDays(from, daysShown - 1), weeks, hasEarlier: index > 0 }
}

/** The first day of the next screen (or of the one before). */
export const turnScreen = (screen: CalendarScreen, screens: 1 | -1): LocalDate => addDays(screen.from, screens * daysShown)

/** The date that a key moves to, never before this week; null for other keys. */
export function dateAfterKey(date: LocalDate, event: { key: string; shiftKey: boolean }, today: LocalDate): LocalDate | null {
  const first = startOfWeek(today)
  const target = dateForKey(date, event)
  if (target === undefined) return null
  return target < first ? first : target
}
