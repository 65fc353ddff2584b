import { localDateOf, type LocalDate } from '#domain/time/local-date.ts'
import { startOfLocalDay } from '#domain/time/local-day.ts'
import { Temporal } from '#domain/time/temporal.ts'

/** Milliseconds. */
export const minute = 60_000
/** Milliseconds. */
export const hour = 60 * minute
/** Milliseconds. */
export const day = 24 * hour

/**
 * The demo's current day. The appointments depend on the date alone; only today's progress depends on the
 * clock.
 */
export interface DemoDay {
  date: LocalDate
  /** The start of the day and the present, in milliseconds. */
  start: number
  now: number
}

/** The organisation's own zone. */
export const homeZone = 'Europe/London'

/** The demo's day at an instant: the local date in `homeZone`. */
export function demoDayOf(today: Date): DemoDay {
  const now = Temporal.Instant.fromEpochMilliseconds(today.getTime())
  const date = localDateOf(now, homeZone)
  return { date, start: startOfLocalDay(date, homeZone).epochMilliseconds, now: today.getTime() }
}

/** RFC 3339, for the database. */
export const instantText = (milliseconds: number): string => new Date(milliseconds).toISOString()
