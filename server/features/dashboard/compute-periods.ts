import { addDays, localDateOf, type LocalDate } from '#domain/time/local-date.ts'
import { startOfLocalDay } from '#domain/time/local-day.ts'
import { Temporal } from '#domain/time/temporal.ts'
import type { Zone } from '#domain/time/zone.ts'

/** Length of the figures' period in days; the previous period of the same length is for comparison. */
const periodDays = 30

/** The organisation's current day and the periods around it. Instants are RFC 3339. */
export interface Day {
  date: LocalDate
  now: string
  starts: string
  ends: string
  /** Today and the sixth day after it. */
  week: { from: LocalDate; to: LocalDate }
  /**
   * The first day of the last 30 days, including today, and of the 30 days before, as instants and as
   * dates.
   */
  since: string
  before: string
  firstDays: { since: LocalDate; before: LocalDate }
}

/** The day and the periods of the dashboard at `now`, by the clock of the organisation's zone. */
export function dayOf(now: Date, zone: Zone): Day {
  const date = localDateOf(Temporal.Instant.fromEpochMilliseconds(now.getTime()), zone)
  const start = (day: LocalDate) => startOfLocalDay(day, zone).toString()
  const firstDays = { since: addDays(date, 1 - periodDays), before: addDays(date, 1 - 2 * periodDays) }
  return {
    date,
    now: now.toISOString(),
    starts: start(date),
    ends: start(addDays(date, 1)),
    week: { from: date, to: addDays(date, 6) },
    since: start(firstDays.since),
    before: start(firstDays.before),
    firstDays,
  }
}
