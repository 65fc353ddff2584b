import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { asksFeedback } from '../feedback/asking/queries.ts'
import { isStaffWith } from '../people/queries.ts'

/** Rows per INSERT, so that each statement is short. */
const batchSize = 500

/** Feedback is requested this many minutes after a session, and not later than this many days. */
const feedbackAfterMinutes = 60
const feedbackUntilDays = 3

/**
 * Queues requests for feedback, once per session that took place, where the client has given none and
 * there are questions. Returns the number of messages.
 */
export async function writeFeedbackRequests(db: Connection, { now }: Scope): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO outbox (kind, user_id, appointment_id, due_at, once)
    SELECT 'feedback_request', a.user_id, a.id, ${now}, 'feedback ' || a.id
    FROM appointments a
    WHERE a.status = 'fulfilled' AND a.starts_at > ${now}::timestamptz - make_interval(days => ${feedbackUntilDays}) AND a.starts_at < ${now}
      AND a.ends_at <= ${now}::timestamptz - make_interval(mins => ${feedbackAfterMinutes})
      AND ${asksFeedback('client')}
      AND NOT EXISTS (SELECT FROM feedback f WHERE f.appointment_id = a.id AND f.type = 'client')
      AND NOT EXISTS (SELECT FROM outbox o WHERE o.once = 'feedback ' || a.id)
    LIMIT ${batchSize}
    ON CONFLICT (once) WHERE once IS NOT NULL DO NOTHING`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Notifies people who may decide about requests of new ones, at most once an hour, since one message
 * states how many are pending. Returns the number of messages.
 */
export async function writeRequestMessages(db: Connection, { now }: Scope): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO outbox (kind, user_id, due_at, once)
    SELECT 'request_pending', u.id, ${now}, 'request ' || newest.id || ' ' || u.id
    FROM (SELECT id FROM appointments WHERE awaits_approval(status, starts_at, ${now}) ORDER BY created_at DESC, id DESC LIMIT 1) newest, users u
    WHERE ${isStaffWith('Appointment Edit')}
      AND NOT EXISTS (SELECT FROM outbox o WHERE o.user_id = u.id AND o.kind = 'request_pending' AND coalesce(o.tried_since, o.due_at) > ${now}::timestamptz - interval '1 hour')
      AND NOT EXISTS (SELECT FROM outbox o WHERE o.once = 'request ' || newest.id || ' ' || u.id)
    ON CONFLICT (once) WHERE once IS NOT NULL DO NOTHING`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Notifies people with a future appointment of a contract that they have to accept before their next booking, once per
 * version. People who are registered are not asked about contracts for registration. Returns the number of messages.
 */
export async function writeContractMessages(db: Connection, { now }: Scope): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO outbox (kind, user_id, detail, due_at, once)
    SELECT 'contract_to_accept', ahead.user_id, jsonb_build_object('version_id', m.version_id), ${now}, 'contract ' || m.version_id || ' ' || ahead.user_id
    FROM (SELECT DISTINCT a.user_id FROM appointments a WHERE is_open_at(a.status, a.starts_at, ${now})) ahead
      JOIN missing_acceptances m ON m.user_id = ahead.user_id
      JOIN current_contracts c ON c.version_id = m.version_id AND c.required_for = 'booking'
    WHERE NOT EXISTS (SELECT FROM outbox o WHERE o.once = 'contract ' || m.version_id || ' ' || ahead.user_id)
    LIMIT ${batchSize}
    ON CONFLICT (once) WHERE once IS NOT NULL DO NOTHING`.execute(db)
  return Number(numAffectedRows)
}
