import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { MessageWhy } from '#contract/message-why.ts'
import type { Channel } from '#domain/messages/channels.ts'
import { messagesSettled } from '../../platform/metrics/measures.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'

/** A message leased by this worker. */
export interface LeasedMessage {
  id: string
  kind: string
  user_id: string | null
  appointment_id: string | null
  detail: Record<string, unknown>
  attempts: number
  tried_since: string
  why: MessageWhy | null
  /** Null: any channel that reaches the person. */
  via: Channel | null
  lease: string
}

/**
 * Duration of a lease in ms; longer than a delivery may take. The messages of a killed worker are due
 * again afterwards.
 */
export const leaseMs = 5 * 60_000
/** Lease of a code in ms. A code expires after five minutes, and a gateway answers within 20 seconds. */
export const codeLeaseMs = 30_000
type Queue = 'messages' | 'codes by sms' | 'codes by email'

const queues = {
  messages: { isIn: sql`kind <> 'code'`, lease: leaseMs },
  'codes by sms': { isIn: sql`kind = 'code' AND via IS DISTINCT FROM 'email'`, lease: codeLeaseMs },
  'codes by email': { isIn: sql`kind = 'code' AND via = 'email'`, lease: codeLeaseMs },
}

/**
 * Leases due messages, oldest first; several workers share them without waiting for each other. Codes have their
 * own queues, so that they wait neither behind reminders nor for the other provider. A message whose lease expired
 * while it was being sent is leased again with `answer_lost`. The second time, an e-mail fails, so that the same
 * person is not sent it repeatedly; a text message does not, because its gateway knows our id or is asked first.
 */
export async function leaseDue(db: Connection, { now }: Scope, limit: number, queue: Queue = 'messages'): Promise<LeasedMessage[]> {
  const lease = randomUUID()
  const { isIn: ours, lease: duration } = queues[queue]
  const failed = await sql`UPDATE outbox SET state = 'failed', settled_at = ${now}, lease = NULL, detail = detail - 'sealed'
    WHERE state = 'sending' AND due_at <= ${now} AND why = 'answer_lost' AND channel <> 'sms'`.execute(db)
  if (failed.numAffectedRows) messagesSettled.inc({ outcome: 'failed' }, Number(failed.numAffectedRows))
  const { rows } = await sql<LeasedMessage>`
    WITH waiting AS (
      SELECT id FROM outbox WHERE state = 'waiting' AND due_at <= ${now} AND ${ours} ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), lost AS (
      SELECT id FROM outbox WHERE state = 'sending' AND due_at <= ${now} AND ${ours} AND (why IS DISTINCT FROM 'answer_lost' OR channel = 'sms')
      ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    UPDATE outbox o SET state = 'waiting', lease = ${lease}, due_at = ${new Date(now.getTime() + duration)}, attempts = o.attempts + 1,
      tried_since = coalesce(o.tried_since, ${now}), why = CASE o.state WHEN 'sending' THEN 'answer_lost' ELSE o.why END
    FROM (SELECT id FROM waiting UNION ALL SELECT id FROM lost) due WHERE o.id = due.id
    RETURNING o.id, o.kind, o.user_id, o.appointment_id, o.detail, o.attempts, o.tried_since, o.why, o.via, o.lease`.execute(db)
  return rows
}

/**
 * Splits a message into one per channel: this row takes the first channel, and a row is inserted for
 * each other one. False if another worker has taken over the lease.
 */
export async function splitByChannel(
  db: Connection,
  { now }: Scope,
  { id, lease }: LeasedMessage,
  [first, ...others]: readonly Channel[],
): Promise<boolean> {
  const { rows } = await sql`
    WITH own AS (
      UPDATE outbox SET via = ${first} WHERE id = ${id} AND lease = ${lease} RETURNING *
    ), written AS (
      INSERT INTO outbox (kind, user_id, appointment_id, detail, due_at, created_at, resent_from, action_id, via, once)
      SELECT kind, user_id, appointment_id, detail, ${now}, created_at, resent_from, action_id, way, way || ' ' || id FROM own, unnest(${others}::text[]) way
      ON CONFLICT (once) WHERE once IS NOT NULL DO NOTHING
    )
    SELECT FROM own`.execute(db)
  return rows.length > 0
}

/** The stored recipient and text of a message. */
export interface StoredContent {
  channel: Channel
  /** Null: not stored. */
  recipient: string | null
  /** Null for text messages. */
  subject: string | null
  body: string
  language: Language
  /** The mentor whose name the text contains. */
  mentor_id: string | undefined
  /** The member of staff whose name an invitation contains. */
  inviter_id?: string
  /** Number of SMS segments. */
  segments?: number
}

/**
 * Marks a message as being sent, before it is. False if another worker has taken over the lease; then
 * it must not be sent.
 */
export async function markSending(
  db: Connection,
  { now }: Scope,
  { id, lease, kind }: LeasedMessage,
  kept: StoredContent,
): Promise<boolean> {
  const until = new Date(now.getTime() + (kind === 'code' ? codeLeaseMs : leaseMs))
  const { numAffectedRows } = await sql`
    UPDATE outbox SET state = 'sending', due_at = ${until}, ${contentColumns(kept)} WHERE id = ${id} AND lease = ${lease}`.execute(db)
  return numAffectedRows === 1n
}

type Settled =
  | { state: 'sent'; why: MessageWhy | null }
  | { state: 'shown'; kept: StoredContent }
  | { state: 'failed' | 'dropped' | 'unsendable'; why: MessageWhy; error?: string }

/** Stores the final state of a message and removes the sealed code or link. */
export async function finishMessage(db: Connection, { now }: Scope, { id, lease }: LeasedMessage, end: Settled): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE outbox SET state = ${end.state}, settled_at = ${now}, lease = NULL, why = ${'why' in end ? end.why : null}, error = ${'error' in end ? end.error : null}
      , ${'kept' in end ? contentColumns(end.kept) : sql`detail = detail - 'sealed'`}
    WHERE id = ${id} AND lease = ${lease}`.execute(db)
  if (numAffectedRows === 1n) messagesSettled.inc({ outcome: end.state })
}

interface Retry {
  due: Date
  /** No delivery was attempted. */
  untried?: boolean
  why?: MessageWhy | null
  error?: string
}

/** Releases the lease and sets the next due time. */
export async function releaseMessage(
  db: Connection,
  _scope: Scope,
  { id, lease }: LeasedMessage,
  { due, untried = false, why = null, error }: Retry,
): Promise<void> {
  await sql`
    UPDATE outbox SET state = 'waiting', lease = NULL, due_at = ${due}, why = ${why}, error = ${error ?? null}
      ${untried ? sql`, attempts = attempts - 1, tried_since = CASE attempts WHEN 1 THEN NULL ELSE tried_since END` : sql``}
    WHERE id = ${id} AND lease = ${lease}`.execute(db)
  if (!untried) messagesSettled.inc({ outcome: 'postponed' })
}

/** For an UPDATE of `outbox`: what was sent, to where, in which language. */
export const contentColumns = ({ channel, recipient, subject, body, language, mentor_id, inviter_id, segments }: StoredContent) =>
  sql`channel = ${channel}, recipient = ${recipient}, subject = ${subject}, body = ${body}, segments = coalesce(segments, ${segments ?? null}),
  detail = detail || ${JSON.stringify({ language, mentor_id, inviter_id })}::jsonb`
