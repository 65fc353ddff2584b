import { sql } from 'kysely'
import type { PlannedSlot } from '#domain/availability/slots.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'
import type { SlotChanges } from '../compare-slots.ts'

/** The state that decides whether schedules can be changed; locked until the transaction ends, in one order. */
export const lockSchedules = (trx: Connection, _scope: Scope, ids: readonly string[]) =>
  trx
    .selectFrom('schedules')
    .select(['id', 'status', 'ends_at', 'revision', 'series_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** The same of one schedule. */
export const lockSchedule = async (trx: Connection, scope: Scope, id: string) => (await lockSchedules(trx, scope, [id]))[0]

/** Locks the slots of these schedules until the end of the transaction, in the order that moves use. */
export async function lockSlots(trx: Connection, _scope: Scope, scheduleIds: readonly string[]): Promise<void> {
  await trx
    .selectFrom('slots')
    .select('id')
    .where(sql<boolean>`schedule_id = ANY (${scheduleIds}::uuid[])`)
    .where('live', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Locks the waiting entries with an offer in these schedules, until the end of the transaction. Before slots, as accepting does. */
export async function lockOffers(trx: Connection, _scope: Scope, scheduleIds: readonly string[]): Promise<void> {
  await sql`SELECT 1 FROM waiting_list WHERE state = 'offered'
    AND offered_slot_id IN (SELECT id FROM slots WHERE schedule_id = ANY (${scheduleIds}::uuid[])) ORDER BY id FOR NO KEY UPDATE`.execute(
    trx,
  )
}

/**
 * Releases seats that are reserved for the waiting list but not offered. The caller has locked the
 * schedules' slots.
 */
export async function releaseHeldSeats(trx: Connection, _scope: Scope, scheduleIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM freed_seats f USING slots x WHERE x.id = f.slot_id AND x.schedule_id = ANY (${scheduleIds}::uuid[])`.execute(trx)
}

/**
 * Inserts the slots of a schedule. The constraint `slots_mentor_overlap` (of `mentor_times`)
 * decides whether the mentors are free.
 */
export async function insertSlots(trx: Connection, _scope: Scope, slots: (PlannedSlot & { schedule_id: string })[]): Promise<void> {
  const rows = slots.map(slot => ({ ...slot, starts_at: slot.starts_at.toString(), ends_at: slot.ends_at.toString() }))
  await sql`
    INSERT INTO slots (schedule_id, mentor_id, roster, starts_at, ends_at, seats, first_serial)
    SELECT schedule_id, mentor_id, roster, starts_at, ends_at, seats, first_serial
    FROM json_to_recordset(${JSON.stringify(rows)}) AS slot (schedule_id uuid, mentor_id uuid, roster int,
      starts_at timestamptz, ends_at timestamptz, seats int, first_serial int)`.execute(trx)
}

/**
 * Applies the result of `compareSlots`. A slot that ever had an appointment stays, but is no longer
 * planned.
 */
export async function writeSlotChanges(
  trx: Connection,
  scope: Scope,
  scheduleId: string,
  { kept, added, gone }: SlotChanges,
): Promise<void> {
  if (gone.length > 0) {
    await sql`
      UPDATE slots SET live = false
      WHERE id = ANY (${gone}::uuid[]) AND EXISTS (SELECT 1 FROM appointments WHERE slot_id = slots.id)`.execute(trx)
    await sql`DELETE FROM slots WHERE id = ANY (${gone}::uuid[]) AND live`.execute(trx)
  }
  await sql`
    UPDATE slots SET roster = new.roster, seats = new.seats, first_serial = new.first_serial
    FROM json_to_recordset(${JSON.stringify(kept)}) AS new (id uuid, roster int, seats int, first_serial int)
    WHERE slots.id = new.id
      AND (slots.roster, slots.seats, slots.first_serial) IS DISTINCT FROM (new.roster, new.seats, new.first_serial)`.execute(trx)
  await insertSlots(
    trx,
    scope,
    added.map(slot => ({ ...slot, schedule_id: scheduleId })),
  )
}

/** Writes the roster in order. */
export async function insertRosters(trx: Connection, _scope: Scope, scheduleIds: string[], mentorIds: string[]): Promise<void> {
  await sql`
    INSERT INTO schedule_mentors (schedule_id, mentor_id, roster)
    SELECT schedule_id, mentor_id, roster - 1
    FROM unnest(${scheduleIds}::uuid[]) schedule_id, unnest(${mentorIds}::uuid[]) WITH ORDINALITY AS mentor (mentor_id, roster)`.execute(
    trx,
  )
}
