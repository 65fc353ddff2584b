import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { MessageWhy } from '#contract/messages.ts'
import type { Channel } from '#domain/messages/ways.ts'
import { messagesSettled } from '../../platform/metrics/measures.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'

/** A message that this worker has in hand. */
export interface Taken {
  id: string
  kind: string
  user_id: string | null
  appointment_id: string | null
  detail: Record<string, unknown>
  attempts: number
  tried_since: string
  why: MessageWhy | null
  /** Null: by whichever way reaches them. */
  via: Channel | null
  lease: string
}

/** A lease ends after so long, in milliseconds: longer than handing over a letter may take. Whatever a killed worker had in hand is due again then. */
export const leaseFor = 5 * 60_000
/** Of a code, in milliseconds: it is over after five minutes, and a gateway answers within 20 seconds or not at all. */
export const codeLeaseFor = 30_000
const leaseOf = (what: 'messages' | 'codes') => (what === 'codes' ? codeLeaseFor : leaseFor)

/**
 * Takes what is due, first what has waited longest; several workers share it without waiting for each other. Codes are taken by themselves, so that none waits behind ten thousand reminders.
 * What another worker had handed over when its lease ended is taken once more with a note that it may have gone out (`answer_lost`). A letter has failed the second time: the same person is not
 * sent it again and again. A text message is not: its gateway knows our id, or is asked first.
 */
export async function takeDue(db: Connection, { now }: Scope, limit: number, what: 'messages' | 'codes' = 'messages'): Promise<Taken[]> {
  const lease = randomUUID()
  const ours = what === 'codes' ? sql`kind = 'code'` : sql`kind <> 'code'`
  const failed = await sql`UPDATE outbox SET state = 'failed', settled_at = ${now}, lease = NULL
    WHERE state = 'sending' AND due_at <= ${now} AND why = 'answer_lost' AND channel <> 'sms'`.execute(db)
  if (failed.numAffectedRows) messagesSettled.inc({ outcome: 'failed' }, Number(failed.numAffectedRows))
  const { rows } = await sql<Taken>`
    WITH waiting AS (
      SELECT id FROM outbox WHERE state = 'waiting' AND due_at <= ${now} AND ${ours} ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), lost AS (
      SELECT id FROM outbox WHERE state = 'sending' AND due_at <= ${now} AND ${ours} AND (why IS DISTINCT FROM 'answer_lost' OR channel = 'sms')
      ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    UPDATE outbox o SET state = 'waiting', lease = ${lease}, due_at = ${new Date(now.getTime() + leaseOf(what))}, attempts = o.attempts + 1,
      tried_since = coalesce(o.tried_since, ${now}), why = CASE o.state WHEN 'sending' THEN 'answer_lost' ELSE o.why END
    FROM (SELECT id FROM waiting UNION ALL SELECT id FROM lost) due WHERE o.id = due.id
    RETURNING o.id, o.kind, o.user_id, o.appointment_id, o.detail, o.attempts, o.tried_since, o.why, o.via, o.lease`.execute(db)
  return rows
}

/**
 * Whoever is told in two ways has a message for each, with what became of it: this one becomes that of the first way, and one of its own is written for each other, once. False where somebody
 * else has it in hand by now.
 */
export async function splitByWay(
  db: Connection,
  { now }: Scope,
  { id, lease }: Taken,
  [first, ...others]: readonly Channel[],
): Promise<boolean> {
  const { rows } = await sql`
    WITH own AS (
      UPDATE outbox SET via = ${first} WHERE id = ${id} AND lease = ${lease} RETURNING *
    ), written AS (
      INSERT INTO outbox (kind, user_id, appointment_id, detail, due_at, created_at, resent_from, via, once)
      SELECT kind, user_id, appointment_id, detail, ${now}, created_at, resent_from, way, way || ' ' || id FROM own, unnest(${others}::text[]) way
      ON CONFLICT (once) WHERE once IS NOT NULL DO NOTHING
    )
    SELECT FROM own`.execute(db)
  return rows.length > 0
}

/** What is kept of a message: where it goes, and the very text. */
export interface Kept {
  channel: Channel
  /** Null: not kept here. */
  recipient: string | null
  /** Text messages have none. */
  subject: string | null
  body: string
  /** Whose name stands in it besides. */
  mentor_id: string | undefined
  /** How many text messages it is. */
  segments?: number
}

/** Says, before it is handed over, that it will be; false where somebody else has it in hand by now, and then it must not be. */
export async function markSending(db: Connection, { now }: Scope, { id, lease, kind }: Taken, kept: Kept): Promise<boolean> {
  const until = new Date(now.getTime() + leaseOf(kind === 'code' ? 'codes' : 'messages'))
  const { numAffectedRows } = await sql`
    UPDATE outbox SET state = 'sending', due_at = ${until}, ${keep(kept)} WHERE id = ${id} AND lease = ${lease}`.execute(db)
  return numAffectedRows === 1n
}

type Settled =
  | { state: 'sent'; why: MessageWhy | null }
  | { state: 'shown'; kept: Kept }
  | { state: 'failed' | 'dropped' | 'unsendable'; why: MessageWhy; error?: string }

/** Its end: nothing more is done with it. What a code was sealed in goes. */
export async function settle(db: Connection, { now }: Scope, { id, lease }: Taken, end: Settled): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE outbox SET state = ${end.state}, settled_at = ${now}, lease = NULL, why = ${'why' in end ? end.why : null}, error = ${'error' in end ? end.error : null}
      , ${'kept' in end ? keep(end.kept) : sql`detail = detail - 'sealed'`}
    WHERE id = ${id} AND lease = ${lease}`.execute(db)
  if (numAffectedRows === 1n) messagesSettled.inc({ outcome: end.state })
}

interface Later {
  due: Date
  /** It was not tried, only looked at. */
  untried?: boolean
  why?: MessageWhy | null
  error?: string
}

/** Gives it back, to be taken again when it is due. */
export async function putBack(
  db: Connection,
  _scope: Scope,
  { id, lease }: Taken,
  { due, untried = false, why = null, error }: Later,
): Promise<void> {
  await sql`
    UPDATE outbox SET state = 'waiting', lease = NULL, due_at = ${due}, why = ${why}, error = ${error ?? null}
      ${untried ? sql`, attempts = attempts - 1, tried_since = CASE attempts WHEN 1 THEN NULL ELSE tried_since END` : sql``}
    WHERE id = ${id} AND lease = ${lease}`.execute(db)
  if (!untried) messagesSettled.inc({ outcome: 'postponed' })
}

export const keep = ({ channel, recipient, subject, body, mentor_id, segments }: Kept) =>
  sql`channel = ${channel}, recipient = ${recipient}, subject = ${subject}, body = ${body}, segments = coalesce(segments, ${segments ?? null}),
  detail = detail || ${JSON.stringify(mentor_id ? { mentor_id } : {})}::jsonb`
