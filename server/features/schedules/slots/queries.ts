import { sql } from 'kysely'
import type { Problem } from '#contract/problem.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'
import type { SlotChanges, CurrentSlot } from '../compare-slots.ts'

/** The planned slots of a schedule. Lock them first; otherwise the result may be outdated. */
export async function findCurrentSlots(trx: Connection, _scope: Scope, scheduleId: string): Promise<CurrentSlot[]> {
  const { rows } = await sql<CurrentSlot>`
    SELECT id, mentor_id, roster, starts_at, ends_at, seats, taken,
      held - (SELECT count(*)::int FROM freed_seats f WHERE f.slot_id = slots.id) AS held, first_serial
    FROM slots WHERE schedule_id = ${scheduleId} AND live`.execute(trx)
  return rows
}

/**
 * The highest serial ever given in a schedule: to a slot, planned or not, or to an appointment whose
 * slot was renumbered.
 */
export async function findHighestSerial(trx: Connection, _scope: Scope, scheduleId: string): Promise<number> {
  const { rows } = await sql<{ highest: number }>`
    SELECT greatest(
      (SELECT max(first_serial + seats - 1) FROM slots WHERE schedule_id = ${scheduleId}),
      (SELECT max(serial) FROM appointments WHERE schedule_id = ${scheduleId}), 0) AS highest`.execute(trx)
  return rows[0]?.highest ?? 0
}

/**
 * The clients who would lose their seat, by time: in each slot those beyond the remaining seats,
 * counted from the lowest.
 */
export async function findClientsLosingSeats(
  trx: Connection,
  _scope: Scope,
  stranding: SlotChanges['stranding'],
): Promise<NonNullable<Problem['booked']>> {
  const { rows } = await sql<NonNullable<Problem['booked']>[number]>`
    SELECT a.id AS appointment_id, a.reference, u.name, a.starts_at
    FROM json_to_recordset(${JSON.stringify(stranding)}) AS slot (slot_id uuid, seats_left int)
    JOIN LATERAL (
      SELECT a.*, row_number() OVER (ORDER BY a.seat) AS place FROM appointments a WHERE a.slot_id = slot.slot_id AND holds_seat(a.status)
    ) a ON a.place > slot.seats_left
    JOIN users u ON u.id = a.user_id
    ORDER BY a.starts_at, a.serial`.execute(trx)
  return rows
}

/** Those of these sessions that a client ever had an appointment in, or is offered a seat of. Lock their slots first. */
export async function findUsedSessions(trx: Connection, _scope: Scope, scheduleIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT session.id FROM unnest(${scheduleIds}::uuid[]) AS session (id)
    WHERE EXISTS (SELECT 1 FROM appointments a WHERE a.schedule_id = session.id)
      OR EXISTS (SELECT 1 FROM waiting_list w JOIN slots x ON x.id = w.offered_slot_id WHERE x.schedule_id = session.id AND w.state = 'offered')`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}
