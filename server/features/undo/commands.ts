import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#database/types.ts'
import type { AppointmentStatus } from '#domain/booking/status.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'

/** How long messages wait, in ms: the ten seconds of the page's Undo, and time for its request to arrive. */
export const holdMs = 15_000

/** Time limit for undoing an action that sent no message, in ms. */
const undoableMs = 10 * 60_000

type ActionKind = Database['undoable_actions']['kind']

/**
 * Holds back the messages and webhook events that this transaction queues from here on, and the offers of seats
 * that it frees, so that the change can be undone before the people concerned are told.
 */
export async function holdMessages(trx: Connection, { now }: Scope): Promise<void> {
  await sql`SELECT set_config('openhour.hold_until', ${new Date(now.getTime() + holdMs).toISOString()}, true)`.execute(trx)
}

/** Holds messages as part of an action that `undoAction` takes back. Returns the action's id. */
export async function beginAction(trx: Connection, scope: Scope, id: string = randomUUID()): Promise<string> {
  await holdMessages(trx, scope)
  await sql`SELECT set_config('openhour.action', ${id}, true)`.execute(trx)
  return id
}

/**
 * Stores what undoing the action writes back: ids and values, and no texts but those of sessions. A later part of the same action replaces
 * it.
 */
export async function keepAction(trx: Connection, scope: Scope, id: string, kind: ActionKind, before: object): Promise<void> {
  if (!scope.person) return
  await trx
    .insertInto('undoable_actions')
    .values({ id, actor_id: scope.person.id, kind, at: scope.now, before: JSON.stringify(before) })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ before: JSON.stringify(before) }))
    .execute()
}

/**
 * Takes back an action of the caller, in the transaction of `restore`: all of it, or nothing. Its messages are
 * dropped, and what `restore` queues is too, because none of them has left. Refusals: 404 for another caller's,
 * unknown or undone action, 409 `undo_over` once a message has left, and those of `restore`.
 */
export async function undoAction<Before>(
  trx: Connection,
  scope: PersonScope,
  id: string,
  kind: ActionKind,
  restore: (before: Before, at: string) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  const action = await takeAction<Before>(trx, scope, id, kind)
  if (action instanceof Refusal) return action
  if (!(await dropUnsent(trx, scope, id))) return refuse('undo_over')
  const own = randomUUID()
  await sql`SELECT set_config('openhour.action', ${own}, true)`.execute(trx)
  const refusal = await restore(action.before, action.at)
  if (refusal) return refusal
  await dropUnsent(trx, scope, own)
  return null
}

/**
 * Begins to undo an action of the caller; the rest of the transaction may write what only Undo may (`is_undoing`).
 * Refusals: 404 for another caller's, unknown or undone action, 409 `undo_over` after ten minutes.
 */
export async function takeAction<Before>(
  trx: Connection,
  scope: PersonScope,
  id: string,
  kind: ActionKind,
): Promise<{ at: string; before: Before } | Refusal> {
  const action = await trx
    .deleteFrom('undoable_actions')
    .where('id', '=', id)
    .where('actor_id', '=', scope.person.id)
    .where('kind', '=', kind)
    .returning(['at', 'before'])
    .executeTakeFirst()
  if (!action) return refuse('not_found')
  if (Date.parse(action.at) < scope.now.getTime() - undoableMs) return refuse('undo_over')
  await sql`SELECT set_config('openhour.undoing', ${id}, true)`.execute(trx)
  return { at: action.at, before: action.before as Before }
}

/**
 * An appointment before an action; what is left out stays as it is. `starts_at` and `place_id` are when and where the
 * client was expected, and are compared.
 */
export interface AppointmentState {
  id: string
  starts_at?: string
  place_id?: string | null
  slot_id?: string
  room?: string | null
  price_amount?: number
  price_currency?: string
  status?: AppointmentStatus
  status_before?: AppointmentStatus | null
}

/**
 * Gives appointments their slot, room and status back, in this order. The caller has locked them and compared them with
 * what the action left. Refusals: 409 `slot_taken`, and `undo_over` if a session now takes place at another time or
 * place, because Undo tells no client.
 */
export async function restoreAppointments(
  trx: Connection,
  { person }: PersonScope,
  before: readonly AppointmentState[],
): Promise<Refusal | null> {
  const { rows } = await sql<{ restored: boolean }>`
    SELECT restore_appointments(${JSON.stringify(before)}, ${person.id}) AS restored`.execute(trx)
  if (!rows[0]?.restored) return refuse('slot_taken')
  // After the update, which locks the slots: from here on, no session changes its time.
  const { rows: moved } = await sql`
    SELECT 1 FROM json_to_recordset(${JSON.stringify(before)}) AS known (id uuid, starts_at timestamptz, place_id uuid)
      JOIN appointments a USING (id) JOIN schedules s ON s.id = a.schedule_id
    WHERE a.starts_at <> known.starts_at OR s.place_id <> known.place_id LIMIT 1`.execute(trx)
  return moved.length > 0 ? changedSince() : null
}

/**
 * An offer of the waiting list before an action; `id`: of its entry. `starts_at` and `place_id` are when and where the
 * client was offered a seat, and are compared.
 */
export interface OfferState {
  id: string
  slot_id: string
  ends_at: string
  starts_at?: string | null
  place_id?: string | null
}

/** The columns of `OfferState` from an entry of `waiting_list`; null without an offer. */
export const offerColumns = sql`waiting_list.id, offered_slot_id AS slot_id, offer_ends_at AS ends_at,
  (SELECT x.starts_at FROM slots x WHERE x.id = offered_slot_id) AS starts_at,
  (SELECT s.place_id FROM slots x JOIN schedules s ON s.id = x.schedule_id WHERE x.id = offered_slot_id) AS place_id`

/**
 * Whether an offer that was just restored now takes place at another time or place, of which Undo tells no client. The
 * restored offer has locked the slot.
 */
export async function haveOffersMoved(trx: Connection, _scope: PersonScope, before: readonly OfferState[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM json_to_recordset(${JSON.stringify(before)}) AS known (id uuid, slot_id uuid, starts_at timestamptz, place_id uuid)
      JOIN waiting_list w ON w.id = known.id AND w.state = 'offered' AND w.offered_slot_id = known.slot_id
      JOIN slots x ON x.id = known.slot_id JOIN schedules s ON s.id = x.schedule_id
    WHERE x.starts_at <> known.starts_at OR s.place_id <> known.place_id LIMIT 1`.execute(trx)
  return rows.length > 0
}

/** Releases the seats that the action has reserved for the waiting list and that are not offered yet. */
export const releaseReserved = (trx: Connection, undo: string) => sql`DELETE FROM freed_seats WHERE action_id = ${undo}`.execute(trx)

/** 409: what the action changed has changed again since, or a client has used it. */
export const changedSince = () => refuse('undo_over', { message: 'refused.changedSince' })

/**
 * Drops the messages of an action; false if a worker has taken one of them. Waits for a worker that is taking one
 * at this moment.
 */
async function dropUnsent(trx: Connection, { now }: Scope, id: string): Promise<boolean> {
  const { rows } = await sql<{ unsent: boolean }>`
    SELECT state = 'waiting' AND lease IS NULL AND attempts = 0 AS unsent FROM outbox WHERE action_id = ${id} ORDER BY id FOR UPDATE`.execute(
    trx,
  )
  if (!rows.every(({ unsent }) => unsent)) return false
  await sql`UPDATE outbox SET state = 'dropped', why = 'undone', settled_at = ${now} WHERE action_id = ${id}`.execute(trx)
  return true
}

/**
 * Messages about these appointments that were dropped because of the action, such as a confirmation, are due
 * again.
 */
export async function requeueDropped(trx: Connection, { now }: Scope, appointmentIds: readonly string[], since: string): Promise<void> {
  await sql`UPDATE outbox SET state = 'waiting', why = NULL, settled_at = NULL, due_at = ${now}
    WHERE appointment_id = ANY (${appointmentIds}::uuid[]) AND state = 'dropped' AND why IN ('superseded', 'changed') AND settled_at >= ${since}`.execute(
    trx,
  )
}
