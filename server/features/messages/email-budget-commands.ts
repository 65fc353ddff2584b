import { sql } from 'kysely'
import { securityKinds } from '#contract/message-kinds.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { startOfDay } from './budgets/commands.ts'
import { markSending, type LeasedMessage, type StoredContent } from './outbox-commands.ts'

/**
 * E-mails a day to a client whose address is not confirmed, and as many about how they sign in, which no others may
 * crowd out. Clients type it themselves: it may be another person's,
 * who would get a letter each time the client books or cancels.
 */
export const maxUnconfirmedPerDay = 20

/**
 * Marks an e-mail to such a client as being sent, unless the day's number is reached: those to all addresses that
 * they have given count. Messages of one person are marked one after the other.
 * `gone`: another worker has taken over the lease.
 */
export function markUnconfirmedSending(
  db: Connection,
  scope: Scope,
  message: LeasedMessage,
  kept: StoredContent,
  zone: string,
): Promise<'marked' | 'gone' | 'email_budget'> {
  const { id, user_id, kind } = message
  const security: readonly string[] = securityKinds
  return db.transaction().execute(async trx => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`openhour.emails ${user_id}`}, 0))`.execute(trx)
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM outbox
      WHERE user_id = ${user_id} AND id <> ${id} AND channel = 'email' AND kind <> 'code' AND tried_since >= ${startOfDay(scope, zone)}
        AND (kind = ANY (${security})) = ${security.includes(kind)}`.execute(trx)
    if ((rows[0]?.count ?? 0) >= maxUnconfirmedPerDay) return 'email_budget'
    return (await markSending(trx, scope, message, kept)) ? 'marked' : 'gone'
  })
}
