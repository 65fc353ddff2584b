import { sql } from 'kysely'
import type { Skipped } from '#contract/batch.ts'
import type { MessageText } from '#contract/messages.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { presentObstacle, refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { findMessage } from './queries.ts'

/**
 * Queues a copy of a message. Refusals: 404; 409 `not_resendable`, and `message_under_way` if it or its
 * copy is still being sent.
 */
export function resendMessage(db: Connection, scope: PersonScope, id: string): Promise<MessageText | Refusal> {
  return db.transaction().execute(async trx => {
    await trx.selectFrom('outbox').select('id').where('id', '=', id).forUpdate().execute()
    const message = await findMessage(trx, scope, id)
    if (!message) return refuse('not_found')
    const { resend } = message.can
    if (resend !== true) return refuse(resend.code === 'message_under_way' ? 'message_under_way' : 'not_resendable')
    const { rows } = await sql<{ id: string }>`INSERT INTO outbox (kind, user_id, appointment_id, detail, due_at, resent_from, via)
      SELECT kind, user_id, appointment_id, detail, ${scope.now}, id, via FROM outbox WHERE id = ${id} RETURNING id`.execute(trx)
    const again = rows[0] && (await findMessage(trx, scope, rows[0].id))
    if (!again) throw new Error('the message was not written')
    await record(trx, scope, message, 'resent')
    return again
  })
}

/** Sends several messages again, each by itself. */
export async function resendSeveral(
  db: Connection,
  scope: PersonScope,
  ids: readonly string[],
): Promise<{ resent: string[]; skipped: Skipped }> {
  const resent: string[] = []
  const skipped: Skipped = []
  for (const id of ids) {
    const again = await resendMessage(db, scope, id)
    if (again instanceof Refusal) skipped.push({ id, ...presentObstacle(again, scope.language) })
    else resent.push(id)
  }
  return { resent, skipped }
}

/** Records that the recipient was told by phone, or undoes that. Refusals: 404; 409 `not_to_phone`. */
export function markPhoned(db: Connection, scope: PersonScope, id: string, told: boolean): Promise<MessageText | Refusal> {
  return db.transaction().execute(async trx => {
    const { rows } = await sql<{ phone_by: string | null; told_at: string | null }>`
      SELECT phone_by, told_at FROM outbox WHERE id = ${id} FOR UPDATE`.execute(trx)
    if (!rows[0]) return refuse('not_found')
    if (rows[0].phone_by === null) return refuse('not_to_phone')
    const changes = (rows[0].told_at !== null) !== told
    if (changes) await sql`UPDATE outbox SET told_at = ${told ? scope.now : null} WHERE id = ${id}`.execute(trx)
    const message = await findMessage(trx, scope, id)
    if (!message) throw new Error('the message was not read')
    if (changes) await record(trx, scope, message, told ? 'told' : 'told_taken_back')
    return message
  })
}

const record = (trx: Connection, scope: PersonScope, { id, kind, person }: MessageText, action: string) =>
  recordAudit(trx, scope, { action, subject: 'message', subjectId: id, ...(person && { personId: person.id }), after: { kind } })
