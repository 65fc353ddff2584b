import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import type { StatusState } from '../appointments/restoring/commands.ts'
import { cancelAppointments } from '../cancelling/commands.ts'
import { isUnfinished } from '../cancelling/queries.ts'
import { lockPeople } from '../people/commands.ts'
import { isOpenRecord } from '../people/queries.ts'
import type { CancelledState } from '../schedules/restoring/commands.ts'
import { explainZeroRows } from './explain-queries.ts'
import { endEverySession } from '../sessions/commands.ts'
import { offerColumns } from '../undo/commands.ts'

/** An appointment in a refusal. */
export interface BookedRow {
  appointment_id: string
  reference: string
  name: string
  starts_at: string
}

/**
 * Locks a record that is about to be closed with its open appointments, in the common order
 * (appointments/lock-commands.ts), or refuses.
 */
export async function lockRecordForClosing(
  trx: Connection,
  scope: PersonScope,
  id: string,
  revision: number | undefined,
): Promise<{ active: boolean } | Refusal> {
  if (id === scope.person.id) return refuse('not_yourself')
  // First: `may_manage` reads roles, which must not change after it.
  await lockPeople(trx, scope, [id])
  const row = await trx
    .selectFrom('users')
    .select(['active', 'revision'])
    .where('id', '=', id)
    .where(isOpenRecord('users'))
    .where(sql<boolean>`may_manage(${scope.person.id}, users.id)`)
    .executeTakeFirst()
  if (!row) return explainZeroRows(trx, scope, id)
  if (revision !== undefined && revision !== row.revision) return refuse('stale')
  await lockOpenAppointments(trx, scope, id)
  return row
}

/** A person's open appointments, soonest first, locked until the end of the transaction. */
export async function lockOpenAppointments(trx: Connection, { now }: PersonScope, id: string): Promise<BookedRow[]> {
  await sql`SELECT id FROM appointments WHERE user_id = ${id} AND is_open_at(status, starts_at, ${now})
    ORDER BY slot_id, id FOR NO KEY UPDATE`.execute(trx)
  return listBooked(trx, sql`a.user_id = ${id} AND is_open_at(a.status, a.starts_at, ${now})`)
}

/** The appointments that need this mentor (`isUnfinished`), soonest first: clients who are here are among them. */
export const listAppointmentsWith = (trx: Connection, scope: PersonScope, id: string): Promise<BookedRow[]> =>
  listBooked(trx, sql`a.mentor_id = ${id} AND ${isUnfinished('a', scope)}`)

const listBooked = async (trx: Connection, which: ReturnType<typeof sql>): Promise<BookedRow[]> =>
  (
    await sql<BookedRow>`SELECT a.id AS appointment_id, a.reference, u.name, a.starts_at FROM appointments a JOIN users u ON u.id = a.user_id
      WHERE ${which} ORDER BY a.starts_at, a.id LIMIT 100`.execute(trx)
  ).rows

/**
 * Cancels a person's open appointments. Seats are free immediately, and messages are queued. Returns the
 * appointments as they were.
 */
export async function cancelOpenAppointments(trx: Connection, scope: PersonScope, id: string, reason: string): Promise<StatusState[]> {
  const open = sql`a.user_id = ${id} AND is_open_at(a.status, a.starts_at, ${scope.now})`
  const cancelled = await cancelAppointments(trx, scope, open, { by: 'organisation', reason })
  return cancelled.map(({ user_id: _, ...before }) => ({ ...before, to: 'cancelled' }))
}

/** What closing a mentor's record took from the plans of others. */
export interface RemovedPlans {
  slots: string[]
  offers: CancelledState['offers']
}

/**
 * Removes a closed record from waiting lists, sessions and, for a mentor, free future times. Bookings
 * with the mentor stay.
 */
export async function removeFromPlans(trx: Connection, scope: PersonScope, id: string): Promise<RemovedPlans> {
  const { now } = scope
  await endEverySession(trx, scope, [id])
  await sql`UPDATE waiting_list SET state = 'left', offered_slot_id = NULL, offer_ends_at = NULL
    WHERE user_id = ${id} AND is_open_entry(state)`.execute(trx)
  const { rows: offers } = await sql<RemovedPlans['offers'][number]>`
    WITH offered AS (
      SELECT ${offerColumns} FROM waiting_list WHERE state = 'offered'
        AND offered_slot_id IN (SELECT id FROM slots WHERE mentor_id = ${id} AND live AND held > 0 AND starts_at > ${now}) FOR UPDATE
    )
    UPDATE waiting_list SET state = 'waiting', offered_slot_id = NULL, offer_ends_at = NULL FROM offered WHERE waiting_list.id = offered.id
    RETURNING offered.*`.execute(trx)
  await sql`DELETE FROM freed_seats f USING slots x WHERE x.id = f.slot_id AND x.mentor_id = ${id} AND x.starts_at > ${now}`.execute(trx)
  const { rows: slots } = await sql<{ id: string }>`
    UPDATE slots SET live = false WHERE mentor_id = ${id} AND live AND taken + held = 0 AND starts_at > ${now} RETURNING id`.execute(trx)
  return { slots: slots.map(slot => slot.id), offers }
}

/** Maps the deferred constraint on the last administrator to `last_administrator`. */
export async function refuseLastAdministrator<Answer>(work: Promise<Answer>): Promise<Answer | Refusal> {
  try {
    return await work
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'last_administrator') return refuse('last_administrator')
    throw error
  }
}
