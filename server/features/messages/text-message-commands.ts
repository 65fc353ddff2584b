import { sql } from 'kysely'
import { securityKinds } from '#contract/message-kinds.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { startOfDay, spendDayBudget } from './budgets/commands.ts'
import { contentColumns, type StoredContent, leaseMs, type LeasedMessage } from './outbox-commands.ts'

/** Daily budgets for text messages. */
export interface Budgets {
  segmentsDay: number
  /** Per number, and as many about how its owner signs in, which no others may crowd out. */
  messagesPhone: number
  zone: string
}

/** `marked`: send it; `gone`: another worker has taken over the lease; otherwise a budget is spent. */
export type Marked = 'marked' | 'gone' | 'day_budget' | 'phone_budget'

/**
 * Marks a text message as being sent and counts it against the budgets the first time. Spending locks
 * the day's row until commit, so that of two messages to one number the second sees the first.
 */
export function markTextMessageSending(
  db: Connection,
  scope: Scope,
  { id, lease, kind }: LeasedMessage,
  kept: StoredContent,
  segments: number,
  budgets: Budgets,
): Promise<Marked> {
  const { now } = scope
  const security: readonly string[] = securityKinds
  return db.transaction().execute(async trx => {
    const { rows } = await sql<{ counted: boolean; user_id: string | null }>`
      SELECT segments IS NOT NULL AS counted, user_id FROM outbox WHERE id = ${id} AND lease = ${lease} FOR UPDATE`.execute(trx)
    const [row] = rows
    if (!row) return 'gone'
    if (!row.counted) {
      const { segmentsDay, messagesPhone, zone } = budgets
      await sql`SAVEPOINT spending`.execute(trx)
      if (!(await spendDayBudget(trx, scope, { what: 'messages', count: segments, most: segmentsDay, zone }))) return 'day_budget'
      const { rows: before } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM outbox
        WHERE user_id = ${row.user_id} AND recipient = ${kept.recipient} AND segments IS NOT NULL AND kind <> 'code' AND tried_since >= ${startOfDay(scope, zone)}
          AND (kind = ANY (${security})) = ${security.includes(kind)}`.execute(trx)
      if ((before[0]?.count ?? 0) >= messagesPhone) {
        await sql`ROLLBACK TO SAVEPOINT spending`.execute(trx)
        return 'phone_budget'
      }
    }
    await sql`UPDATE outbox SET state = 'sending', due_at = ${new Date(now.getTime() + leaseMs)}, ${contentColumns({ ...kept, segments })}
      WHERE id = ${id}`.execute(trx)
    return 'marked'
  })
}
