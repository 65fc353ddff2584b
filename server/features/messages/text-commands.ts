import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { dayBegan, spendOfDay } from './budgets/commands.ts'
import { keep, type Kept, leaseFor, type Taken } from './outbox-commands.ts'

/** What may be spent on text messages in a day. */
export interface Budgets {
  segmentsDay: number
  messagesPhone: number
  zone: string
}

/** It may be handed over; somebody else has it in hand; or a budget is spent. */
export type Marked = 'marked' | 'gone' | 'day_budget' | 'phone_budget'

/**
 * Says, before a text message is handed over, that it will be, and counts it against the budgets the first time. Whoever spends holds the day's row to the end, so that of two at once for
 * the same number the second sees the first.
 */
export function markTexting(
  db: Connection,
  scope: Scope,
  { id, lease }: Taken,
  kept: Kept,
  segments: number,
  budgets: Budgets,
): Promise<Marked> {
  const { now } = scope
  return db.transaction().execute(async trx => {
    const { rows } = await sql<{ counted: boolean; user_id: string | null }>`
      SELECT segments IS NOT NULL AS counted, user_id FROM outbox WHERE id = ${id} AND lease = ${lease} FOR UPDATE`.execute(trx)
    const [row] = rows
    if (!row) return 'gone'
    if (!row.counted) {
      const { segmentsDay, messagesPhone, zone } = budgets
      await sql`SAVEPOINT spending`.execute(trx)
      if (!(await spendOfDay(trx, scope, { what: 'messages', count: segments, most: segmentsDay, zone }))) return 'day_budget'
      const { rows: before } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM outbox
        WHERE user_id = ${row.user_id} AND recipient = ${kept.recipient} AND segments IS NOT NULL AND kind <> 'code' AND tried_since >= ${dayBegan(scope, zone)}`.execute(
        trx,
      )
      if ((before[0]?.count ?? 0) >= messagesPhone) {
        await sql`ROLLBACK TO SAVEPOINT spending`.execute(trx)
        return 'phone_budget'
      }
    }
    await sql`UPDATE outbox SET state = 'sending', due_at = ${new Date(now.getTime() + leaseFor)}, ${keep({ ...kept, segments })}
      WHERE id = ${id}`.execute(trx)
    return 'marked'
  })
}
