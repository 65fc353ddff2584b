import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { WebhookWhy } from '#contract/webhooks.ts'
import { maxFailingMs } from '#domain/webhooks/retry-delay.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { webhooksTried } from '../../platform/metrics/measures.ts'
import type { Scope } from '../../platform/scope.ts'
import type { SecretPlace } from '../../platform/secrets/secret-box.ts'
import { testKind } from './queries.ts'

/**
 * Duration of a lease in ms; longer than an attempt may take. The deliveries of a killed worker are due
 * again afterwards.
 */
export const leaseMs = 60_000

/** Events per statement. */
const shareAtOnce = 500

/** A delivery leased by this worker, with its address. */
export interface LeasedDelivery {
  id: string
  endpoint_id: string
  event_id: string
  kind: string
  data: Record<string, unknown>
  created_at: string
  attempts: number
  lease: string
  address: string
  /** The secret and those that were replaced within a day, newest first. */
  secrets: Buffer[]
}

/** Where an address's secret is stored. */
export const secretPlace = (id: string, column: 'secret' | 'old_secret'): SecretPlace => ({ table: 'webhook_endpoints', column, row: id })

/** Where a secret is stored that was replaced before `old_secret`. */
export const olderSecretPlace = (id: string): SecretPlace => ({ table: 'webhook_old_secrets', column: 'secret', row: id })

/** A delivery `d` of a webhook `e` may be sent: a webhook that is switched off gets tests only. */
export const maySend = sql`(e.active OR d.kind = ${testKind})`

/**
 * Creates a delivery of each event for every subscribed webhook and deletes the event, in one statement. Events of
 * an action that can be undone wait as its messages do. FOR KEY SHARE waits for a webhook that is being switched
 * off, and leaves it out.
 */
export async function fanOutEvents(db: Connection, { now }: Scope): Promise<void> {
  let shared = shareAtOnce
  while (shared === shareAtOnce) {
    const { rows } = await sql<{ count: number }>`
      WITH taken AS (
        DELETE FROM webhook_events WHERE id IN (SELECT id FROM webhook_events
          WHERE held_until IS NULL OR held_until <= ${now} ORDER BY id LIMIT ${shareAtOnce} FOR UPDATE SKIP LOCKED)
        RETURNING id, kind, data, created_at
      ), made AS (
        INSERT INTO webhook_deliveries (endpoint_id, event_id, kind, data, created_at, due_at)
        SELECT e.id, t.id, t.kind, t.data, t.created_at, ${now} FROM taken t JOIN webhook_endpoints e ON e.active AND t.kind = ANY (e.events)
        ORDER BY t.id FOR KEY SHARE OF e
      )
      SELECT count(*)::int AS count FROM taken`.execute(db)
    shared = rows[0]?.count ?? 0
  }
}

/** The webhooks with due deliveries. */
export async function listDueWebhooks(db: Connection, { now }: Scope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM webhook_endpoints e
    WHERE EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'waiting' AND d.due_at <= ${now} AND ${maySend})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Leases the due deliveries of one webhook, oldest first; several workers share them without waiting for
 * each other.
 */
export async function leaseDue(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  { now }: Scope,
  endpointId: string,
  limit: number,
): Promise<LeasedDelivery[]> {
  const { rows } = await sql<Omit<LeasedDelivery, 'secrets'>>`
    UPDATE webhook_deliveries d SET lease = ${randomUUID()}, due_at = ${new Date(now.getTime() + leaseMs)}, attempts = d.attempts + 1
    FROM (
      SELECT d.id FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
      WHERE d.endpoint_id = ${endpointId} AND d.state = 'waiting' AND d.due_at <= ${now} AND ${maySend}
      ORDER BY d.due_at LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
    ) due, webhook_endpoints e
    WHERE d.id = due.id AND e.id = d.endpoint_id
    RETURNING d.id, d.endpoint_id, d.event_id, d.kind, d.data, d.created_at, d.attempts, d.lease, e.address`.execute(db)
  if (rows.length === 0) return []
  const signing = await readSecrets({ db, secrets }, now, endpointId)
  return rows.map(row => ({ ...row, secrets: signing }))
}

/** The secrets that sign at `now`, newest first. */
async function readSecrets({ db, secrets }: Pick<Platform, 'db' | 'secrets'>, now: Date, endpointId: string): Promise<Buffer[]> {
  const { rows } = await sql<{ secret: Buffer; old_secret: Buffer | null; older: { id: string; secret: string }[] }>`
    SELECT e.secret, CASE WHEN e.old_secret_until > ${now} THEN e.old_secret END AS old_secret,
      (SELECT coalesce(json_agg(json_build_object('id', o.id, 'secret', encode(o.secret, 'hex')) ORDER BY o.id DESC), '[]')
        FROM webhook_old_secrets o WHERE o.endpoint_id = e.id AND o.ends_at > ${now}) AS older
    FROM webhook_endpoints e WHERE e.id = ${endpointId}`.execute(db)
  return rows.flatMap(({ secret, old_secret, older }) => [
    secrets.open(secretPlace(endpointId, 'secret'), secret),
    ...(old_secret ? [secrets.open(secretPlace(endpointId, 'old_secret'), old_secret)] : []),
    ...older.map(one => secrets.open(olderSecretPlace(one.id), Buffer.from(one.secret, 'hex'))),
  ])
}

/** The result of one attempt. */
export interface AttemptResult {
  /** Start of the attempt. */
  at: Date
  tookMs: number
  /** Status of the response, if there was one. */
  status: number | null
  answer: string | null
  /** Null: delivered. */
  failure: { why: WebhookWhy; detail: string } | null
}

/** Stores a successful delivery, which also shows that the webhook works, unless its address changed meanwhile. */
export async function markDelivered(db: Connection, { now }: Scope, delivery: LeasedDelivery, tried: AttemptResult): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`UPDATE webhook_endpoints SET failing_since = NULL, last_success_at = ${now}
      WHERE id = ${delivery.endpoint_id} AND address = ${delivery.address}`.execute(trx)
    await sql`UPDATE webhook_deliveries SET state = 'delivered', settled_at = ${now}, lease = NULL, ${keep(tried)}
      WHERE id = ${delivery.id} AND lease = ${delivery.lease}`.execute(trx)
  })
  webhooksTried.inc({ outcome: 'delivered' })
}

/**
 * Stores a failed attempt: the next one is at `nextAt`, or the delivery has failed if that is null. A
 * webhook that answers 410 or has failed for days is switched off, which ends its pending deliveries.
 * The answer of an address that was changed meanwhile, or of an attempt whose lease ended, switches nothing off.
 */
export async function markFailed(
  db: Connection,
  { now }: Scope,
  delivery: LeasedDelivery,
  tried: AttemptResult,
  { nextAt, gone }: { nextAt: Date | null; gone: boolean },
): Promise<void> {
  const long = new Date(now.getTime() - maxFailingMs)
  const over = await db.transaction().execute(async trx => {
    // Lock the webhook before its deliveries, in the same order as switching it off does.
    const { rows: current } = await sql`
      SELECT FROM webhook_endpoints WHERE id = ${delivery.endpoint_id} AND address = ${delivery.address} FOR UPDATE`.execute(trx)
    const isOver = nextAt === null || (gone && current.length > 0)
    const { numAffectedRows: stored } = await sql`
      UPDATE webhook_deliveries SET state = ${isOver ? 'failed' : 'waiting'}, settled_at = ${isOver ? now : null}, due_at = ${nextAt ?? now}, lease = NULL, ${keep(tried)}
      WHERE id = ${delivery.id} AND lease = ${delivery.lease}`.execute(trx)
    if (delivery.kind === testKind || current.length === 0 || !stored) return isOver
    await sql`UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, ${now}) WHERE id = ${delivery.endpoint_id}`.execute(trx)
    const { numAffectedRows } = await sql`
      UPDATE webhook_endpoints SET active = false, off_at = ${now}, off_why = ${gone ? 'gone' : 'failing'}
      WHERE id = ${delivery.endpoint_id} AND active AND (${gone} OR ${nextAt === null} AND failing_since <= ${long})`.execute(trx)
    if (numAffectedRows) await endDeliveries(trx, delivery.endpoint_id, now)
    return isOver
  })
  webhooksTried.inc({ outcome: over ? 'failed' : 'postponed' })
}

/** Ends the pending deliveries of a webhook that is switched off. */
export async function endDeliveries(trx: Connection, endpointId: string, now: Date): Promise<void> {
  await sql`UPDATE webhook_deliveries SET state = 'failed', settled_at = ${now}, lease = NULL, why = 'switched_off', detail = NULL
    WHERE endpoint_id = ${endpointId} AND state = 'waiting' AND kind <> ${testKind}`.execute(trx)
}

const keep = ({ at, tookMs, status, answer, failure }: AttemptResult) =>
  sql`tried_at = ${at}, took_ms = ${tookMs}, status = ${status}, answer = ${answer}, why = ${failure?.why ?? null}, detail = ${failure?.detail || null}`
