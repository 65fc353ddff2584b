import { addDays, addMonths, daysBetween, type LocalDate } from '#domain/time/local-date.ts'
import { logicalKey } from '../../../lib/logical-key.ts'
import { startOfWeek } from '../../../lib/week.ts'
import { daysShown, weeksShown } from './calendar-days.ts'

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

/**
 * The date that a key moves to (ARIA Authoring Practices, date grid), never before this week; null for other keys.
 */
export function dateAfterKey(date: LocalDate, { key, shiftKey }: { key: string; shiftKey: boolean }, today: LocalDate): LocalDate | null {
  const first = startOfWeek(today)
  const target = targets[logicalKey(key)]?.(date, shiftKey)
  if (target === undefined) return null
  return target < first ? first : target
}

const targets: Record<string, (date: LocalDate, shift: boolean) => LocalDate> = {
  ArrowLeft: date => addDays(date, -1),
  ArrowRight: date => addDays(date, 1),
  ArrowUp: date => addDays(date, -7),
  ArrowDown: date => addDays(date, 7),
  Home: date => startOfWeek(date),
  End: date => addDays(startOfWeek(date), 6),
  PageUp: (date, shift) => addMonths(date, shift ? -12 : -1),
  PageDown: (date, shift) => addMonths(date, shift ? 12 : 1),
}
