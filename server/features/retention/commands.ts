import { type RawBuilder, sql } from 'kysely'
import { Temporal } from '#domain/time/temporal.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { readSettingsRow } from '../site/queries.ts'

/** Rows per DELETE, so that each statement is short and blocks no booking. */
const batchSize = 1000
/**
 * Expired rows are deleted after a day; sessions after `restingDays`, a client's idle time.
 */
const dayMs = 86_400_000
const restingDays = 30

interface Step {
  /** The name of the count in the run and in the audit log. */
  kind: string
  /** Removes one batch; returns the number of affected rows. */
  batch: RawBuilder<unknown>
  /**
   * Whether people wrote or caused it, so that removals appear in the audit log; false for keys.
   */
  record: boolean
}

/**
 * Runs the work on one connection under an advisory lock; does nothing if another server holds it.
 */
export async function withRetentionLock(db: Connection, _scope: Scope, work: (connection: Connection) => Promise<void>): Promise<void> {
  await db.connection().execute(async connection => {
    const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_lock(hashtext('openhour.retention')) AS mine`.execute(connection)
    if (!rows[0]?.mine) return
    try {
      await work(connection)
    } finally {
      await sql`SELECT pg_advisory_unlock(hashtext('openhour.retention'))`.execute(connection)
    }
  })
}

/**
 * Removes data whose retention period has ended, as set today: texts of past appointments and
 * feedback, messages, the audit log; and expired sessions, codes, tickets and keys. Each batch
 * commits with its count, so that an interrupted run continues. The last batch adds one audit
 * entry. Does nothing if the day's run is complete. See decision 016.
 */
export async function applyRetention(db: Connection, scope: Scope, day: string): Promise<void> {
  const run = await db
    .insertInto('retention_runs')
    .values({ day })
    .onConflict(conflict => conflict.column('day').doUpdateSet({ day }))
    .returning('finished_at')
    .executeTakeFirstOrThrow()
  if (run.finished_at !== null) return
  const steps = stepsOf(await readSettingsRow(db), scope.now)
  for (const step of steps) await removeAll(db, day, step)
  await finish(
    db,
    scope,
    day,
    steps.filter(({ record }) => record).map(({ kind }) => kind),
  )
}

async function removeAll(db: Connection, day: string, { kind, batch }: Step): Promise<void> {
  let removed = batchSize
  while (removed === batchSize) {
    removed = await db.transaction().execute(async trx => {
      const count = Number((await batch.execute(trx)).numAffectedRows ?? 0)
      if (count > 0) {
        await sql`UPDATE retention_runs SET removed = removed || jsonb_build_object(${kind}::text, coalesce((removed ->> ${kind}::text)::int, 0) + ${count}::int)
          WHERE day = ${day}`.execute(trx)
      }
      return count
    })
  }
}

/** Audits removals of people's data; a run without removals writes no entry. */
async function finish(db: Connection, scope: Scope, day: string, recorded: string[]): Promise<void> {
  await db.transaction().execute(async trx => {
    const { removed } = await trx
      .updateTable('retention_runs')
      .set({ finished_at: scope.now })
      .where('day', '=', day)
      .returning('removed')
      .executeTakeFirstOrThrow()
    const after = Object.fromEntries(Object.entries(removed).filter(([kind]) => recorded.includes(kind)))
    if (Object.keys(after).length > 0) await recordAudit(trx, scope, { action: 'removed', subject: 'retention', subjectId: null, after })
    await sql`DELETE FROM retention_runs WHERE day < ${day}::date - 400`.execute(trx)
  })
}

interface Months {
  retention_months: number
  message_months: number
  audit_months: number
}

function stepsOf({ retention_months, message_months, audit_months }: Months, now: Date): Step[] {
  const monthsAgo = (months: number) =>
    Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC').subtract({ months }).toInstant().toString()
  const msAgo = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const [closed, yesterday, rested] = [monthsAgo(retention_months), msAgo(dayMs), msAgo(restingDays * dayMs)]
  return [
    {
      kind: 'appointments',
      record: true,
      batch: sql`
        UPDATE appointments SET questions = '{}', cancel_reason = '', change_reason = '', forgotten_at = ${now}
        WHERE id IN (
          SELECT id FROM appointments WHERE ends_at < ${closed} AND (questions <> '{}' OR cancel_reason <> '' OR change_reason <> '')
          ORDER BY ends_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`,
    },
    {
      kind: 'feedback',
      record: true,
      batch: sql`
        UPDATE feedback_answers SET value = '' WHERE widget = 'text' AND value <> '' AND (feedback_id, question_id) IN (
          SELECT x.feedback_id, x.question_id FROM feedback_answers x JOIN feedback f ON f.id = x.feedback_id
          WHERE x.widget = 'text' AND x.value <> '' AND f.created_at < ${closed} LIMIT ${batchSize})`,
    },
    { kind: 'messages', record: true, batch: deleteBatch('outbox', sql`created_at < ${monthsAgo(message_months)}`) },
    // To numbers and addresses of visitors, who ask for any number of them: they tell staff nothing.
    {
      kind: 'withheld_codes',
      record: false,
      batch: deleteBatch(
        'outbox',
        sql`kind = 'code' AND state = 'dropped' AND why = 'day_budget' AND user_id IS NULL AND created_at < ${msAgo(2 * dayMs)}`,
      ),
    },
    {
      kind: 'webhooks',
      record: false,
      batch: deleteBatch('webhook_deliveries', sql`created_at < ${monthsAgo(message_months)} AND state <> 'waiting'`),
    },
    {
      kind: 'old_secrets',
      record: false,
      batch: sql`UPDATE webhook_endpoints SET old_secret = NULL, old_secret_until = NULL WHERE old_secret_until <= ${now}`,
    },
    { kind: 'older_secrets', record: false, batch: deleteBatch('webhook_old_secrets', sql`ends_at <= ${now}`) },
    { kind: 'audit', record: true, batch: deleteBatch('audit', sql`at < ${monthsAgo(audit_months)}`) },
    { kind: 'record_views', record: true, batch: deleteBatch('record_views', sql`at < ${monthsAgo(audit_months)}`) },
    {
      kind: 'sessions',
      record: false,
      batch: deleteBatch('sessions', sql`(program IS NULL AND last_used_at < ${rested}) OR ended_at < ${rested} OR expires_at < ${rested}`),
    },
    // After their sessions. The newest login of an account, and the newest that can be renewed, stay.
    {
      kind: 'provider_logins',
      record: false,
      batch: deleteBatch(
        'provider_logins',
        sql`NOT EXISTS (SELECT FROM sessions s WHERE s.provider_login_id = provider_logins.id)
          AND NOT EXISTS (SELECT FROM login_tickets t WHERE t.provider_login_id = provider_logins.id)
          AND EXISTS (SELECT FROM provider_logins n WHERE n.account_id = provider_logins.account_id
            AND (n.created_at, n.id) > (provider_logins.created_at, provider_logins.id)
            AND (provider_logins.refresh_token IS NULL OR n.refresh_token IS NOT NULL))`,
      ),
    },
    { kind: 'busy_times', record: false, batch: deleteBatch('busy_times', sql`ends_at < ${rested}`) },
    { kind: 'calendars', record: false, batch: deleteBatch('calendar_feeds', sql`revoked_at < ${rested}`) },
    { kind: 'codes', record: false, batch: deleteBatch('phone_codes', sql`created_at < ${msAgo(2 * dayMs)}`) },
    { kind: 'tickets', record: false, batch: deleteBatch('registration_tickets', sql`expires_at < ${yesterday}`) },
    // What allows a login with an unconfirmed number stays (`has_login_name`).
    {
      kind: 'invitations',
      record: false,
      batch: deleteBatch(
        'invitations',
        sql`greatest(expires_at, accepted_at, revoked_at) < ${monthsAgo(message_months)} AND NOT (channel = 'print' AND accepted_at IS NOT NULL)`,
      ),
    },
    { kind: 'logins', record: false, batch: deleteBatch('login_tickets', sql`created_at < ${msAgo(2 * dayMs)}`) },
    { kind: 'challenges', record: false, batch: deleteBatch('passkey_challenges', sql`expires_at < ${now}`) },
    { kind: 'provider_sign_ins', record: false, batch: deleteBatch('provider_sign_ins', sql`expires_at < ${yesterday}`) },
    { kind: 'provider_tickets', record: false, batch: deleteBatch('provider_tickets', sql`expires_at < ${yesterday}`) },
    { kind: 'provider_logout_tokens', record: false, batch: deleteBatch('provider_logout_tokens', sql`expires_at < ${yesterday}`) },
    { kind: 'undoable_actions', record: false, batch: deleteBatch('undoable_actions', sql`at < ${yesterday}`) },
    { kind: 'visits', record: false, batch: deleteBatch('visits', sql`created_at < ${yesterday}`) },
    { kind: 'keys', record: false, batch: deleteBatch('idempotency_keys', sql`created_at < ${now}::timestamptz - idempotency_period()`) },
  ]
}

const deleteBatch = (table: string, old: RawBuilder<unknown>) =>
  sql`DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${sql.table(table)} WHERE ${old} LIMIT ${batchSize}))`
