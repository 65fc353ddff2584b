import type { Selectable } from 'kysely'
import type { Database } from '#database/types.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { resolveLocal } from '#domain/time/moment.ts'
import type { Zone } from '#domain/time/zone.ts'
import { refuseField, Refusal } from '../../../platform/refusal.ts'
import type { FoundClash } from '../clash-queries.ts'
import { planSession, type PlannedSession } from '../plan-sessions.ts'
import { type ClockTime, clockTimeOf, exactTime, repeatedTime } from '../resolve-times.ts'

/**
 * A session at a place whose zone changes. `booked`: has or had an appointment, or has an offer.
 */
export type SessionOfPlace = Selectable<Database['schedules']> & { mentors: { id: string; name: string }[]; booked: boolean }

/**
 * A session with its instants in the new zone and its new slots; `session` is null if cancelled.
 */
export interface ShiftedSession {
  current: SessionOfPlace
  starts: ClockTime
  ends: ClockTime
  booking_opens_at: string | null
  session: PlannedSession | null
}

/**
 * The session at the same local times in another zone; null if its instants stay. 422 if it cannot
 * take place there.
 */
export function shiftSession(current: SessionOfPlace, from: Zone, to: Zone, now: Date): ShiftedSession | Refusal | null {
  const starts = onClock(current.local_starts, current.starts_later, to)
  const ends = onClock(current.local_ends, current.ends_later, to)
  if (!starts || !ends) return refuseField('time_zone', ['field.skipsATimeOfTheSession', { date: { date: current.local_date } }])
  const stays =
    starts.instant.epochMilliseconds === Date.parse(current.starts_at) && ends.instant.epochMilliseconds === Date.parse(current.ends_at)
  if (stays) return null
  const booking_opens_at = current.booking_opens_at && sameClock(current.booking_opens_at, from, to)
  const shifted = { current, starts, ends, booking_opens_at }
  if (current.status === 'cancelled') return { ...shifted, session: null }
  const { starts_at, ends_at, slot_minutes, break_minutes, seats_per_slot, mentors } = current
  const input = { starts_at, ends_at, slot_minutes, break_minutes, seats_per_slot, mentor_ids: mentors.map(({ id }) => id) }
  const session = planSession({ date: current.local_date, starts, ends }, input, now)
  if (session instanceof Refusal)
    return refuseField('time_zone', ['field.leavesNoTimeForTheSession', { date: { date: current.local_date } }])
  return { ...shifted, session }
}

/**
 * Shifted sessions of one mentor that now overlap, which happens if clocks change in only one of
 * the zones.
 */
export function findClashesAmong(shifted: readonly ShiftedSession[], zone: Zone): FoundClash[] {
  const times = shifted.flatMap(({ current, session }, index) =>
    session
      ? current.mentors.map(mentor => ({ mentor, index, id: current.id, starts: session.starts.instant, ends: session.ends.instant }))
      : [],
  )
  const ordered = times.toSorted((a, b) => a.mentor.id.localeCompare(b.mentor.id) || Temporal.Instant.compare(a.starts, b.starts))
  return ordered.flatMap((time, at) => {
    const before = ordered[at - 1]
    if (!before || before.mentor.id !== time.mentor.id || Temporal.Instant.compare(before.ends, time.starts) <= 0) return []
    const [starts_at, ends_at] = [before.starts.toString(), before.ends.toString()]
    return [
      { session: time.index, mentor: time.mentor, starts_at, ends_at, time_zone: zone, schedule_id: before.id, reason: 'session' as const },
    ]
  })
}

function onClock(text: string, later: boolean, zone: Zone): ClockTime | null {
  const local = text.slice(0, 16)
  const resolved = resolveLocal(local, zone)
  if (resolved.kind === 'skipped') return null
  return resolved.kind === 'exact' ? exactTime(local, resolved.instant) : repeatedTime(local, resolved, later)
}

function sameClock(instant: string, from: Zone, to: Zone): string {
  const { local } = clockTimeOf(Temporal.Instant.from(instant), from)
  return Temporal.PlainDateTime.from(local).toZonedDateTime(to).toInstant().toString()
}
