import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import {
  cancelOpenAppointments,
  lockRecordForClosing,
  refuseLastAdministrator,
  listAppointmentsWith,
  removeFromPlans,
} from './ending-commands.ts'

/**
 * Erases a person and every record merged into theirs, in one transaction: cancels open appointments,
 * deletes the person's own words from feedback, and blanks the rest with the database function
 * `erase_person`. Hashes, versions and times stay. Null on success. Refusals: 404, 403 `outranked`, 409
 * `stale`, `record_closed`, `not_yourself`, `last_administrator`, and `has_bookings` for a mentor with
 * unfinished appointments.
 */
export const eraseUser = (db: Connection, scope: PersonScope, id: string, revision: number | undefined): Promise<Refusal | null> =>
  refuseLastAdministrator(
    db.transaction().execute(async trx => {
      const locked = await lockRecordForClosing(trx, scope, id, revision)
      if (locked instanceof Refusal) return locked
      await sql`UPDATE users SET active = false WHERE id = ${id}`.execute(trx)
      await removeFromPlans(trx, scope, id)
      const booked = await listAppointmentsWith(trx, scope, id)
      if (booked.length > 0) throw new Stranded(booked)
      await cancelOpenAppointments(trx, scope, id, '')
      const { rows } = await sql<{ id: string }>`SELECT person_record_ids(${id}) AS id`.execute(trx)
      for (const record of rows) {
        await sql`SELECT erase_person(${record.id}, ${scope.person.id})`.execute(trx)
        // Last: erasing waits for feedback that is being given.
        await blankWords(trx, record.id)
      }
      return null
    }),
  ).catch((error: unknown) => {
    if (error instanceof Stranded)
      return refuse('has_bookings', { booked: error.booked, message: 'refused.clientsAreBookedWithThisMentor' })
    throw error
  })

/** Thrown to roll the transaction back. */
class Stranded extends Error {
  constructor(readonly booked: Awaited<ReturnType<typeof listAppointmentsWith>>) {
    super('clients are booked with this mentor')
  }
}

/**
 * Deletes free text by the person or about their sessions. Stars and choices stay, because they identify
 * no person.
 */
async function blankWords(trx: Connection, id: string): Promise<void> {
  await sql`UPDATE feedback_answers SET value = '' WHERE widget = 'text' AND feedback_id IN (
    SELECT f.id FROM feedback f JOIN appointments a ON a.id = f.appointment_id WHERE f.author_id = ${id} OR a.user_id = ${id})`.execute(trx)
}
