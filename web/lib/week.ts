import { addDays, weekdayOf, type LocalDate, type Weekday } from '#domain/time/local-date.ts'
import { firstWeekday } from './messages.ts'

/** The first day of a date's week, which begins with Monday, Saturday or Sunday as the language has it. */
export const startOfWeek = (date: LocalDate, first = firstWeekday): LocalDate => addDays(date, -((weekdayOf(date) - first + 7) % 7))

/** All weekdays, in the order of a week. */
export const weekdaysFrom = (first: Weekday): Weekday[] => Array.from({ length: 7 }, (_, day) => (((first - 1 + day) % 7) + 1) as Weekday)
/** All weekdays, in the order of the language's week. */
export const weekdays: readonly Weekday[] = weekdaysFrom(firstWeekday)
