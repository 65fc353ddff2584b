import type { FreeDay } from '#contract/search.ts'
import type { LocalDate } from '#domain/time/local-date.ts'

/** The first day with something free, from a date on. */
export const nextFreeDay = (days: readonly FreeDay[], from: LocalDate = ''): FreeDay | undefined =>
  days.filter(day => day.free > 0 && day.date >= from).toSorted((a, b) => (a.date < b.date ? -1 : 1))[0]
