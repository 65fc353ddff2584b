import { addDays, type LocalDate, type Weekday, weekdayOf } from '../time/local-date.ts'
import type { LocalTime } from '../time/local-time.ts'

/** A time of every week, on the place's clock; `ends` is later on the same day. */
export interface WeeklyRange {
  weekday: Weekday
  starts: LocalTime
  ends: LocalTime
}

/** The dates of these ranges from `from` to `to`, inclusive, by date and start. Empty if `to` is before `from`. */
export function weeklyDates<Range extends WeeklyRange>(
  ranges: readonly Range[],
  from: LocalDate,
  to: LocalDate,
): { date: LocalDate; range: Range }[] {
  // Stryker disable next-line EqualityOperator: ranges of one weekday start at different times
  const ordered = ranges.toSorted((a, b) => (a.starts < b.starts ? -1 : 1))
  const dates: { date: LocalDate; range: Range }[] = []
  for (let date = from; date <= to; date = addDays(date, 1))
    for (const range of ordered) if (range.weekday === weekdayOf(date)) dates.push({ date, range })
  return dates
}

/**
 * The index of the first range that does not end after it starts, or that overlaps an earlier one; -1 if there is
 * none.
 */
export function findBadRange(ranges: readonly WeeklyRange[]): number {
  return ranges.findIndex(
    ({ weekday, starts, ends }, index) =>
      ends <= starts || ranges.slice(0, index).some(other => other.weekday === weekday && other.starts < ends && starts < other.ends),
  )
}

const minutesOf = (time: LocalTime): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Whether each range has room for a slot of so many minutes. */
export const haveRoom = (ranges: readonly WeeklyRange[], slotMinutes: number): boolean =>
  ranges.every(({ starts, ends }) => minutesOf(ends) - minutesOf(starts) >= slotMinutes)
