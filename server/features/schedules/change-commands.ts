import { sql } from 'kysely'
import type { Problem } from '#contract/problem.ts'
import type { ScheduleChange } from '#contract/schedules.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { type ChangedSchedule, planChange, type CurrentSchedule } from './plan-change.ts'
import { findClashes, type FoundClash } from './clash-queries.ts'
import { findBookedPeople } from './form-queries.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { notifyOfPlaceChange } from '../place-changes/commands.ts'
import { type SlotChanges, compareSlots } from './compare-slots.ts'
import { explainUnchangeable, maxListedClashes, refuseClashes, refuseSeatLoss } from './policy.ts'
import { timeColumns } from './resolve-times.ts'
import { lockPeople } from '../people/commands.ts'
import { insertRosters, releaseHeldSeats, lockSlots, writeSlotChanges } from './slots/commands.ts'
import { findHighestSerial, findCurrentSlots, findClientsLosingSeats } from './slots/queries.ts'

/**
 * Changes a schedule; omitted fields stay. Slots of the same mentor and time keep their id and
 * appointments. Null if nothing changes. Refusals, with nothing changed: a stale revision, a
 * cancelled or past schedule (`bad_transition`), a change that removes a taken seat or gives its
 * client another support type or place (`has_bookings`, with the list), clashes (`mentor_busy`),
 * and the refusals of planning.
 */
export function changeSchedule(db: Connection, scope: Scope, id: string, change: ScheduleChange): Promise<Refusal | null> {
  return decideInTransaction(db, async trx => {
    const standing = await lockSchedule(trx, id)
    if (!standing) return refuse('not_found')
    const unchangeable = explainUnchangeable(standing, change.revision, scope.now)
    if (unchangeable) return unchangeable
    await lockPeople(trx, scope, [...standing.mentor_ids, ...(change.mentor_ids ?? [])])
    const changed = await planChange(trx, scope, standing, change)
    if (changed instanceof Refusal) return changed
    const slots = await decideSlots(trx, scope, standing, changed)
    if (slots instanceof Refusal) return slots
    await writeChange(trx, scope, standing, changed, slots)
    return null
  })
}

function lockSchedule(trx: Connection, id: string): Promise<CurrentSchedule | undefined> {
  return trx
    .selectFrom('schedules')
    .innerJoin('places', 'places.id', 'schedules.place_id')
    .selectAll('schedules')
    .select('places.time_zone')
    .select(sql<string[]>`ARRAY(SELECT mentor_id FROM schedule_mentors WHERE schedule_id = schedules.id ORDER BY roster)`.as('mentor_ids'))
    .where('schedules.id', '=', id)
    .forNoKeyUpdate('schedules')
    .executeTakeFirst()
}

/** What stands in the way of a change, all of it. Stores nothing. Refusals: as `changeSchedule`, but for the obstacles. */
export function previewChange(db: Connection, scope: Scope, id: string, change: ScheduleChange) {
  return decideInTransaction(db, async trx => {
    const standing = await lockSchedule(trx, id)
    if (!standing) return refuse('not_found')
    const unchangeable = explainUnchangeable(standing, change.revision, scope.now)
    if (unchangeable) return unchangeable
    const changed = await planChange(trx, scope, standing, change)
    if (changed instanceof Refusal) return changed
    const { loss, clashes } = await checkSlots(trx, scope, standing, changed)
    const { starts, ends } = changed.session
    return {
      starts_at: starts.instant.toString(),
      ends_at: ends.instant.toString(),
      booked: loss?.booked ?? [],
      offered: loss !== null && loss.booked.length === 0,
      clashes: clashes.map(({ session: _, ...clash }) => clash),
    }
  })
}

interface SlotCheck {
  /** Null for none. */
  changes: SlotChanges | null
  /** Clients who would lose their seat; without a client, an offer of the waiting list. `fewerSeats`: the times stay. */
  loss: { booked: NonNullable<Problem['booked']>; fewerSeats: boolean } | null
  clashes: FoundClash[]
}

/** The slot changes, or the refusal: no booked slot may be removed, and mentors must be free at new times. */
async function decideSlots(
  trx: Connection,
  scope: Scope,
  standing: CurrentSchedule,
  changed: ChangedSchedule,
): Promise<SlotChanges | Refusal | null> {
  const { changes, loss, clashes } = await checkSlots(trx, scope, standing, changed)
  if (loss) return refuseSeatLoss(loss.booked, loss.fewerSeats)
  return clashes.length > 0 ? refuseClashes(clashes) : changes
}

async function checkSlots(trx: Connection, scope: Scope, standing: CurrentSchedule, changed: ChangedSchedule): Promise<SlotCheck> {
  const isElsewhere = standing.place_id !== changed.place_id
  const isOtherHelp = standing.support_type_id !== changed.support_type_id
  if (!changed.replacesSlots && !isElsewhere && !isOtherHelp) return { changes: null, loss: null, clashes: [] }
  await lockSlots(trx, scope, standing.id)
  const slots = await findCurrentSlots(trx, scope, standing.id)
  const changes = changed.replacesSlots
    ? compareSlots(slots, changed.session.slots, await findHighestSerial(trx, scope, standing.id))
    : null
  const loss = await findLoss()
  const added = changes?.added ?? []
  if (added.length === 0 && !isElsewhere) return { changes, loss, clashes: [] }
  const { place_id, time_zone, mentors, session } = changed
  const plan = { place_id, time_zone, mentors, sessions: [{ ...session, slots: added }], except: [standing.id] }
  return { changes, loss, clashes: await findClashes(trx, scope, plan, maxListedClashes) }

  async function findLoss(): Promise<SlotCheck['loss']> {
    if ((isElsewhere || isOtherHelp) && slots.some(({ taken, held }) => taken + held > 0))
      return { booked: await findBookedPeople(trx, scope, standing.id), fewerSeats: false }
    if (!changes || changes.stranding.length === 0) return null
    const fewerSeats = changes.stranding.every(({ seats_left }) => seats_left > 0)
    return { booked: await findClientsLosingSeats(trx, scope, changes.stranding), fewerSeats }
  }
}

async function writeChange(trx: Connection, scope: Scope, standing: CurrentSchedule, changed: ChangedSchedule, slots: SlotChanges | null) {
  const { mentor_ids, session } = changed
  const { support_type_id, place_id, slot_minutes, break_minutes, seats_per_slot, note, meeting_url, booking_opens_at } = changed
  const fields = {
    support_type_id,
    place_id,
    slot_minutes,
    break_minutes,
    seats_per_slot,
    note,
    meeting_url,
    booking_opens_at,
    ...timeColumns(session),
  }
  const { before, after } = differences(standing, { ...fields, mentor_ids })
  if (Object.keys(after).length === 0) return
  await trx.updateTable('schedules').set(fields).where('id', '=', standing.id).execute()
  if ('mentor_ids' in after) {
    await trx.deleteFrom('schedule_mentors').where('schedule_id', '=', standing.id).execute()
    await insertRosters(trx, scope, [standing.id], mentor_ids)
  }
  if (slots) {
    await releaseHeldSeats(trx, scope, standing.id)
    await writeSlotChanges(trx, scope, standing.id, slots)
    await sql`SELECT reserve_session_for_waiting_list(${standing.id})`.execute(trx)
  }
  // The trigger notifies for the new support type; pages of the old one need a notification too.
  if ('support_type_id' in after) await sql`SELECT pg_notify('openhour_schedules', ${standing.support_type_id})`.execute(trx)
  if ('meeting_url' in after) await notifyOfPlaceChange(trx, scope, { scheduleId: standing.id })
  await recordAudit(trx, scope, { action: 'changed', subject: 'schedule', subjectId: standing.id, before, after })
}

/** The changed fields, as the audit log stores them. */
function differences(standing: CurrentSchedule, after: Record<string, unknown>) {
  const before: Record<string, unknown> = { ...standing }
  const names = Object.keys(after).filter(name => JSON.stringify(plain(before[name])) !== JSON.stringify(plain(after[name])))
  const pick = (from: Record<string, unknown>) => Object.fromEntries(names.map(name => [name, from[name]]))
  return { before: pick(before), after: pick(after) }
}

/** `2026-11-24T09:00`, `2026-11-24T09:00:00` and an instant at :00 are spellings of one time. */
const plain = (value: unknown) =>
  typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):00(?:\.0+)?(Z?)$/, '$1$2') : value
