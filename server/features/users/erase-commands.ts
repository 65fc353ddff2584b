import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { cancelOpenAppointments, holdRecord, refuseWithoutAdministrator, listBookedWith, withdraw } from './ending-commands.ts'

/**
 * Erases a person and every record that was merged into theirs, in one transaction: open appointments are cancelled and their seats free, the person's own
 * words go from feedback, and the database function `erase_person` blanks the rest. Hashes, versions and times stay. Null when done.
 * Refusals: 404, 403 `outranked`, 409 `stale`, `record_closed`, `not_yourself`, `last_administrator`, and `has_bookings` for a mentor whom clients are booked
 * with.
 */
export const eraseUser = (db: Connection, scope: PersonScope, id: string, revision: number | undefined): Promise<Refusal | null> =>
  refuseWithoutAdministrator(
    db.transaction().execute(async trx => {
      const held = await holdRecord(trx, scope, id, revision)
      if (held instanceof Refusal) return held
      await sql`UPDATE users SET active = false WHERE id = ${id}`.execute(trx)
      await withdraw(trx, scope, id)
      const booked = await listBookedWith(trx, scope, id)
      if (booked.length > 0) throw new Stranded(booked)
      await cancelOpenAppointments(trx, scope, id, '')
      const { rows } = await sql<{ id: string }>`SELECT records_of(${id}) AS id`.execute(trx)
      for (const record of rows) {
        await blankWords(trx, record.id)
        await sql`SELECT erase_person(${record.id}, ${scope.person.id})`.execute(trx)
      }
      return null
    }),
  ).catch((error: unknown) => {
    if (error instanceof Stranded)
      return refuse('has_bookings', { booked: error.booked, message: 'Clients are booked with this mentor. Move them first.' })
    throw error
  })

/** Thrown to roll the transaction back. */
class Stranded extends Error {
  constructor(readonly booked: Awaited<ReturnType<typeof listBookedWith>>) {
    super('clients are booked with this mentor')
  }
}

/**
 * Deletes free text that the person wrote or that was written about their sessions. Stars and choices
 * stay: they identify no person.
 */
async function blankWords(trx: Connection, id: string): Promise<void> {
  await sql`UPDATE feedback_answers SET value = '' WHERE widget = 'text' AND feedback_id IN (
    SELECT f.id FROM feedback f JOIN appointments a ON a.id = f.appointment_id WHERE f.author_id = ${id} OR a.user_id = ${id})`.execute(trx)
}
