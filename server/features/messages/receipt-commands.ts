import { sql } from 'kysely'
import { messagesSettled } from '../../platform/metrics/measures.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'

/** What a gateway says became of a text message. */
export interface Receipt {
  id: string
  state: 'sent' | 'delivered' | 'failed'
  reason: string
}

/**
 * Applies a delivery receipt, in any order and number: delivered overrides failed, and failed overrides
 * sent. A receipt for an unknown or unsent message changes nothing. A worker that still waits for the
 * provider finds the message settled.
 */
const open = {
  delivered: sql`o.state IN ('waiting', 'sending', 'sent', 'failed')`,
  failed: sql`o.state IN ('sending', 'sent') OR (o.state = 'waiting' AND o.why = 'answer_lost')`,
  sent: sql`o.state = 'sending' OR (o.state = 'waiting' AND o.why = 'answer_lost')`,
}

/** Keeps what a receipt says. Numbers in the reason, and all of it once its person is erased, are left out. */
export async function storeReceipt(db: Connection, { now }: Scope, { id, state, reason }: Receipt): Promise<void> {
  const words = reason.replaceAll(/\+?\d{6,}/g, '(number)').slice(0, 500) || null
  const { numAffectedRows } = await sql`
    UPDATE outbox o SET state = ${state}, settled_at = CASE o.state WHEN 'sent' THEN o.settled_at ELSE ${now} END, lease = NULL, detail = o.detail - 'sealed',
      why = ${state === 'failed' ? 'undelivered' : null}, error = CASE WHEN o.recipient IS NOT NULL OR o.kind = 'code' THEN ${state === 'failed' ? words : null} END
    WHERE o.id = ${id} AND o.channel = 'sms' AND o.segments IS NOT NULL AND (${open[state]})`.execute(db)
  if (numAffectedRows === 1n) messagesSettled.inc({ outcome: state })
}
