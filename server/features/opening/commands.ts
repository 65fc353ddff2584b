import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'

type Channel = 'sms' | 'email'

/**
 * Puts a test message to the caller into the outbox. It goes only to what the caller has confirmed.
 * Refusal: 503 `no_gateway` if this site cannot send to any of it.
 */
export async function sendTestMessage(
  db: Connection,
  scope: PersonScope,
  gateways: readonly Channel[],
): Promise<{ sent_to: Channel[] } | Refusal> {
  return db.transaction().execute(async trx => {
    const person = await trx
      .selectFrom('users')
      .select(['phone', 'phone_verified_at', 'email', 'email_verified_at'])
      .where('id', '=', scope.person.id)
      .executeTakeFirstOrThrow()
    const phone = gateways.includes('sms') && person.phone_verified_at !== null ? person.phone : null
    const email = gateways.includes('email') && person.email_verified_at !== null ? person.email : null
    if (phone === null && email === null) return refuse('no_gateway', { message: 'refused.thisSiteCannotSendToYour' })
    await trx
      .insertInto('outbox')
      .values({ kind: 'test_message', user_id: scope.person.id, detail: JSON.stringify({ phone, email }), due_at: scope.now })
      .execute()
    await recordAudit(trx, scope, { action: 'test_sent', subject: 'settings', subjectId: null, personId: scope.person.id })
    return { sent_to: [...(phone === null ? [] : ['sms' as const]), ...(email === null ? [] : ['email' as const])] }
  })
}
