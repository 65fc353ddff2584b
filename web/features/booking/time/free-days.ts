import type { FreeDay } from '#contract/search.ts'
import { freeLevel, type FreeLevel } from '#domain/availability/free-level.ts'
import type { LocalDate } from '#domain/time/local-date.ts'

/** Why nothing can be booked on a day; `nothing`: no session is planned. */
export type NoFreeReason = NonNullable<FreeDay['why']> | 'nothing'

/** A day on the calendar. */
export interface CalendarDay {
  date: LocalDate
  free: number
  level: FreeLevel
  /** Null while something is free. */
  why: NoFreeReason | null
}

/** A date's availability; a day without sessions has no entry in the response. */
export function dayOf(days: readonly FreeDay[], date: LocalDate, today: LocalDate): CalendarDay {
  const known = days.find(day => day.date === date)
  const free = known?.free ?? 0
  const why = free > 0 ? null : (known?.why ?? (date < today ? 'past' : 'nothing'))
  return { date, free, level: freeLevel(free), why }
}

/** Why a range has no free day: the common reason of its future days, or `mixed`; null if a day is free. */
export function reasonWithoutFreeDay(days: readonly FreeDay[]): Exclude<NoFreeReason, 'past'> | 'mixed' | null {
  if (days.some(day => day.free > 0)) return null
  const reasons = new Set(days.map(day => day.why).filter(why => why !== 'past' && why !== null))
  const [only] = reasons
  return only === undefined ? 'nothing' : reasons.size > 1 ? 'mixed' : only
}
