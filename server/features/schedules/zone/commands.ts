import { sql } from 'kysely'
import type { Zone } from '#domain/time/zone.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { findClashes } from '../clash-queries.ts'
import { maxListedClashes, refuseClashes } from '../policy.ts'
import { timeColumns } from '../resolve-times.ts'
import { lockPeople } from '../../people/commands.ts'
import { insertSlots, lockSlots, releaseHeldSeats, writeSlotChanges } from '../slots/commands.ts'
import { findClashesAmong, type SessionOfPlace, type ShiftedSession, shiftSession } from './shift-sessions.ts'

/**
 * Recomputes the instants of a place's sessions after a change of its zone; local dates and times
 * stay. Part of the transaction that changed and locked the place. Returns the number of moved
 * sessions. Refusals, with nothing written: a session that started, was ever booked or has an offer
 * would move (`has_schedules`); a mentor is busy at the new time (`mentor_busy`); the new zone
 * skips a session's time (422).
 */
export async function moveSessionsToZone(
  trx: Connection,
  scope: Scope,
  place: { id: string; time_zone: string },
  zone: Zone,
): Promise<{ moved: number } | Refusal> {
  const sessions = await lockSessions(trx, place.id)
  const shifted: ShiftedSession[] = []
  for (const session of sessions) {
    const shift = shiftSession(session, place.time_zone, zone, scope.now)
    if (shift === null) continue
    if (session.booked || Date.parse(session.starts_at) <= scope.now.getTime()) return refuse('has_schedules')
    if (shift instanceof Refusal) return shift
    shifted.push(shift)
  }
  if (shifted.length === 0) return { moved: 0 }
  await lockPeople(trx, scope, [...new Set(shifted.flatMap(({ current }) => current.mentors.map(({ id }) => id)))])
  const clashes = [...findClashesAmong(shifted, zone), ...(await clashesElsewhere(trx, scope, place.id, zone, shifted))]
  if (clashes.length > 0) return refuseClashes(clashes.slice(0, maxListedClashes))
  await writeShifts(trx, scope, shifted)
  return { moved: shifted.length }
}

/** The place's sessions, locked until the transaction ends. */
async function lockSessions(trx: Connection, placeId: string): Promise<SessionOfPlace[]> {
  await trx.selectFrom('schedules').select('id').where('place_id', '=', placeId).orderBy('id').forNoKeyUpdate().execute()
  await sql`SELECT 1 FROM slots WHERE live AND schedule_id IN (SELECT id FROM schedules WHERE place_id = ${placeId}) ORDER BY id FOR UPDATE`.execute(
    trx,
  )
  return trx
    .selectFrom('schedules')
    .selectAll('schedules')
    .select([
      sql<SessionOfPlace['mentors']>`(
        SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', u.name) ORDER BY m.roster), '[]')
        FROM schedule_mentors m JOIN users u ON u.id = m.mentor_id WHERE m.schedule_id = schedules.id)`.as('mentors'),
      sql<boolean>`EXISTS (SELECT 1 FROM appointments a WHERE a.schedule_id = schedules.id)
        OR EXISTS (SELECT 1 FROM slots s WHERE s.schedule_id = schedules.id
          AND s.taken + s.held > (SELECT count(*) FROM freed_seats f WHERE f.slot_id = s.id))`.as('booked'),
    ])
    .where('place_id', '=', placeId)
    .orderBy('starts_at')
    .execute()
}

/**
 * Clashes with other sessions and time off. Closed days need no check, because local dates stay.
 */
async function clashesElsewhere(trx: Connection, scope: Scope, placeId: string, zone: Zone, shifted: readonly ShiftedSession[]) {
  const except = shifted.map(({ current }) => current.id)
  const found = []
  for (const { current, session } of shifted) {
    if (!session) continue
    const plan = { place_id: placeId, time_zone: zone, mentors: current.mentors, sessions: [session], except }
    found.push(...(await findClashes(trx, scope, plan, maxListedClashes)).filter(({ reason }) => reason !== 'closed_day'))
    if (found.length >= maxListedClashes) break
  }
  return found
}

/**
 * Deletes all old slots before inserting new ones, so that sessions of one place do not conflict. New slots are
 * reserved for the waiting list as old ones were.
 */
async function writeShifts(trx: Connection, scope: Scope, shifted: readonly ShiftedSession[]): Promise<void> {
  for (const { current } of shifted) {
    await lockSlots(trx, scope, [current.id])
    await releaseHeldSeats(trx, scope, [current.id])
    const slots = await trx.selectFrom('slots').select('id').where('schedule_id', '=', current.id).where('live', '=', true).execute()
    await writeSlotChanges(trx, scope, current.id, { kept: [], added: [], gone: slots.map(({ id }) => id), stranding: [] })
  }
  for (const { current, starts, ends, booking_opens_at, session } of shifted) {
    const columns = { ...timeColumns({ starts, ends }), booking_opens_at }
    await trx.updateTable('schedules').set(columns).where('id', '=', current.id).execute()
    if (session)
      await insertSlots(
        trx,
        scope,
        session.slots.map(slot => ({ ...slot, schedule_id: current.id })),
      )
    const before = { starts_at: current.starts_at, ends_at: current.ends_at, booking_opens_at: current.booking_opens_at }
    const after = { starts_at: columns.starts_at, ends_at: columns.ends_at, booking_opens_at }
    await recordAudit(trx, scope, { action: 'changed', subject: 'schedule', subjectId: current.id, before, after })
  }
}
