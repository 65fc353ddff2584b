import { sql } from 'kysely'
import type { MessageText } from '#contract/messages.ts'
import type { Connection } from '../../platform/database.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { findMessage } from './queries.ts'

/** Queues a message once more, as one of its own. Refusals: 404; 409 `not_resendable`, also where that was done already and it is still on its way. */
export function resendMessage(db: Connection, scope: PersonScope, id: string): Promise<MessageText | Refusal> {
  return db.transaction().execute(async trx => {
    await trx.selectFrom('outbox').select('id').where('id', '=', id).forUpdate().execute()
    const message = await findMessage(trx, scope, id)
    if (!message) return refuse('not_found')
    if (!message.can.resend) return refuse('not_resendable')
    const { rows } = await sql<{ id: string }>`INSERT INTO outbox (kind, user_id, appointment_id, detail, due_at, resent_from)
      SELECT kind, user_id, appointment_id, detail, ${scope.now}, id FROM outbox WHERE id = ${id} RETURNING id`.execute(trx)
    const again = rows[0] && (await findMessage(trx, scope, rows[0].id))
    if (!again) throw new Error('the message was not written')
    await recordAudit(trx, scope, {
      action: 'resent',
      subject: 'message',
      subjectId: id,
      ...(message.person && { personId: message.person.id }),
      after: { kind: message.kind },
    })
    return again
  })
}
