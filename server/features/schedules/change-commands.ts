import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import type { ChangedSchedule, CurrentSchedule } from './plan-change.ts'
import { findBookedPeople } from './form-queries.ts'
import { type SlotChanges, compareSlots } from './compare-slots.ts'
import { refuseSeatLoss } from './policy.ts'
import type { CancelledState } from './restoring/commands.ts'
import { timeColumns } from './resolve-times.ts'
import { insertRosters, releaseHeldSeats, writeSlotChanges } from './slots/commands.ts'
import { findHighestSerial, findCurrentSlots, findClientsLosingSeats } from './slots/queries.ts'

/** Whether the session gets other slots, or the seats of its slots suit other entries of the waiting list. */
const touchesSlots = (current: CurrentSchedule, changed: ChangedSchedule): boolean =>
  changed.replacesSlots || current.place_id !== changed.place_id || current.support_type_id !== changed.support_type_id

/**
 * The slot changes without regard to clashes; null for none. Refuses (`has_bookings`) to remove a booked or
 * offered seat, or to give its client another place or support type. The caller has locked the slots.
 */
export async function findSlotChanges(
  trx: Connection,
  scope: Scope,
  current: CurrentSchedule,
  changed: ChangedSchedule,
): Promise<SlotChanges | Refusal | null> {
  if (!touchesSlots(current, changed)) return null
  const slots = await findCurrentSlots(trx, scope, current.id)
  const isOther = current.place_id !== changed.place_id || current.support_type_id !== changed.support_type_id
  if (isOther && slots.some(({ taken, held }) => taken + held > 0)) return refuseSeatLoss(await findBookedPeople(trx, scope, [current.id]))
  if (!changed.replacesSlots) return null
  const changes = compareSlots(slots, changed.session.slots, await findHighestSerial(trx, scope, current.id))
  if (changes.stranding.length === 0) return changes
  const fewer = changes.stranding.every(({ seats_left }) => seats_left > 0)
  return refuseSeatLoss(await findClientsLosingSeats(trx, scope, changes.stranding), fewer)
}

/** What the caller does about a written change: clients are notified of a new meeting link, and Undo restores withdrawn offers. */
interface WrittenChange {
  isNewLink: boolean
  withdrawn: CancelledState['offers']
}

/**
 * Writes a decided change. `alone`: not together with other sessions of the series. Withdraws offers that clients can
 * no longer accept.
 */
export async function writeChange(
  trx: Connection,
  scope: Scope,
  { current, changed, slots, alone }: { current: CurrentSchedule; changed: ChangedSchedule; slots: SlotChanges | null; alone: boolean },
): Promise<WrittenChange> {
  const { mentor_ids, session } = changed
  const { support_type_id, place_id, slot_minutes, break_minutes, seats_per_slot, interpreted, note, meeting_url, booking_opens_at } =
    changed
  const fields = {
    support_type_id,
    place_id,
    slot_minutes,
    break_minutes,
    seats_per_slot,
    interpreted,
    note,
    meeting_url,
    booking_opens_at,
    ...timeColumns(session),
  }
  const { before, after } = differences(current, { ...fields, mentor_ids })
  if (Object.keys(after).length === 0) return { isNewLink: false, withdrawn: [] }
  const changed_alone = current.changed_alone || (alone && current.series_id !== null)
  await trx
    .updateTable('schedules')
    .set({ ...fields, changed_alone })
    .where('id', '=', current.id)
    .execute()
  if ('mentor_ids' in after) {
    await trx.deleteFrom('schedule_mentors').where('schedule_id', '=', current.id).execute()
    await insertRosters(trx, scope, [current.id], mentor_ids)
  }
  if (touchesSlots(current, changed)) {
    await releaseHeldSeats(trx, scope, [current.id])
    if (slots) await writeSlotChanges(trx, scope, current.id, slots)
    await sql`SELECT reserve_session_for_waiting_list(${current.id})`.execute(trx)
  }
  const withdrawn = 'interpreted' in after || 'booking_opens_at' in after ? await withdrawClosedOffers(trx, scope, current.id) : []
  // The trigger notifies for the new support type; pages of the old one need a notification too.
  if ('support_type_id' in after) await sql`SELECT pg_notify('openhour_schedules', ${current.support_type_id})`.execute(trx)
  await recordAudit(trx, scope, { action: 'changed', subject: 'schedule', subjectId: current.id, before, after })
  return { isNewLink: 'meeting_url' in after, withdrawn }
}

/** Withdraws the offers of a session that is no longer open to their clients, or not yet. Returns them as they were. */
async function withdrawClosedOffers(trx: Connection, { now }: Scope, scheduleId: string): Promise<WrittenChange['withdrawn']> {
  const { rows } = await sql<WrittenChange['withdrawn'][number]>`
    UPDATE waiting_list SET state = 'waiting', offered_slot_id = NULL, offer_ends_at = NULL
    FROM waiting_list o JOIN users u ON u.id = o.user_id JOIN slots x ON x.id = o.offered_slot_id JOIN schedules s ON s.id = x.schedule_id
      CROSS JOIN settings p
    WHERE waiting_list.id = o.id AND o.state = 'offered' AND s.id = ${scheduleId} AND
      booking_obstacle(x, s, ${now}, make_interval(mins => p.notice_minutes), false, coalesce(o.interpreter, u.needs_interpreter)) IN ('interpreted', 'not_open_yet')
    RETURNING o.id, o.offered_slot_id AS slot_id, o.offer_ends_at AS ends_at`.execute(trx)
  return rows
}

/** The changed fields, as the audit log stores them. */
function differences(current: CurrentSchedule, after: Record<string, unknown>) {
  const before: Record<string, unknown> = { ...current }
  const names = Object.keys(after).filter(name => JSON.stringify(plain(before[name])) !== JSON.stringify(plain(after[name])))
  const pick = (from: Record<string, unknown>) => Object.fromEntries(names.map(name => [name, from[name]]))
  return { before: pick(before), after: pick(after) }
}

/** `2026-11-24T09:00`, `2026-11-24T09:00:00` and an instant at :00 are spellings of one time. */
const plain = (value: unknown) =>
  typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):00(?:\.0+)?(Z?)$/, '$1$2') : value
