import type { FreeDay } from '#contract/search.ts'
import { addDays, daysBetween, type LocalDate } from '#domain/time/local-date.ts'
import { dateForKey } from '../../../lib/date-keys.ts'
import { startOfWeek } from '../../../lib/week.ts'
import { daysShown } from './calendar-days.ts'

/** Whole weeks of the calendar; `from` and `to` are both shown. */
export interface CalendarScreen {
  from: LocalDate
  to: LocalDate
  weeks: LocalDate[][]
  /** There are weeks before these (none before the calendar's first). */
  hasEarlier: boolean
}

/**
 * The first day of the calendar: of this week. On its first day, of the week before if a place west of the visitor
 * still has free times on the day before; otherwise no visitor sees a week that is over.
 */
export function firstDay(days: readonly Pick<FreeDay, 'date' | 'free'>[], today: LocalDate): LocalDate {
  const yesterday = addDays(today, -1)
  return startOfWeek(days.some(({ date, free }) => date === yesterday && free > 0) ? yesterday : today)
}

/** The weeks that are on the screen when `date` is; an earlier date shows the first screen, which begins with `first`. */
export function screenContaining(date: LocalDate, today: LocalDate, first = startOfWeek(today)): CalendarScreen {
  const thisWeek = startOfWeek(today)
  const index = Math.max(0, Math.floor(daysBetween(thisWeek, date) / daysShown))
  const from = index === 0 ? first : addDays(thisWeek, index * daysShown)
  const to = addDays(thisWeek, (index + 1) * daysShown - 1)
  const weeks = Array.from({ length: (daysBetween(from, to) + 1) / 7 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(from, week * 7 + day)),
  )
  return { from, to, weeks, hasEarlier: index > 0 }
}

/** The first day of the next screen, or a day of the one before. */
export const turnScreen = ({ from, to }: CalendarScreen, screens: 1 | -1): LocalDate =>
  screens > 0 ? addDays(to, 1) : addDays(from, -daysShown)

/** The date that a key moves to, never before the calendar's first; null for other keys. */
export function dateAfterKey(date: LocalDate, event: { key: string; shiftKey: boolean }, first: LocalDate): LocalDate | null {
  const target = dateForKey(date, event)
  if (target === undefined) return null
  return target < first ? first : target
}
