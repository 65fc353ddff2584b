import { sql } from 'kysely'
import type { DeliveriesQuery, Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { writeBody } from './present.ts'

type WebhookRow = Omit<Webhook, 'off'> & { off_why: NonNullable<Webhook['off']>['why'] | null; off_at: string | null }

const selectWebhooks = (rest: ReturnType<typeof sql>, now: Date) => sql<WebhookRow>`
  SELECT e.id, e.address, e.description, e.events, e.active, e.off_why, e.off_at, e.failing_since, e.last_success_at, e.created_at, e.revision,
    CASE WHEN e.old_secret_until > ${now} THEN e.old_secret_until END AS old_secret_until,
    (SELECT count(*)::int FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'waiting') AS waiting
  FROM webhook_endpoints e ${rest}`

const presentWebhook = ({ off_why, off_at, ...row }: WebhookRow): Webhook => ({
  ...row,
  off: off_why && off_at ? { why: off_why, at: off_at } : null,
})

/** All webhooks, oldest first. */
export async function listWebhooks(db: Connection, { now }: PersonScope): Promise<Webhook[]> {
  return (await selectWebhooks(sql`ORDER BY e.id`, now).execute(db)).rows.map(presentWebhook)
}

/** One webhook. */
export async function findWebhook(db: Connection, { now }: PersonScope, id: string): Promise<Webhook | null> {
  const [row] = (await selectWebhooks(sql`WHERE e.id = ${id}`, now).execute(db)).rows
  return row ? presentWebhook(row) : null
}

type Row = Omit<WebhookDelivery, 'type' | 'request' | 'can'> & { kind: string; data: Record<string, unknown>; active: boolean }

const selectDeliveries = (rest: ReturnType<typeof sql>) => sql<Row>`
  SELECT d.id, d.event_id, d.kind, d.data, d.state, d.attempts, d.created_at, d.due_at, d.tried_at, d.settled_at, d.status, d.answer, d.why, d.detail, d.took_ms, e.active
  FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id ${rest}`

const present = ({ kind, data, active, ...row }: Row): WebhookDelivery => ({
  ...row,
  type: kind,
  request: writeBody({ kind, data, created_at: row.created_at }),
  can: { redeliver: row.state !== 'waiting' && (active || kind === testKind) },
})

/** A test delivery: the receiver need not act on it. */
export const testKind = 'webhook.test'

/** One webhook's deliveries, latest first. */
export async function listDeliveries(
  db: Connection,
  _scope: PersonScope,
  id: string,
  { state, after, per_page }: DeliveriesQuery,
): Promise<{ data: WebhookDelivery[]; meta: { per_page: number; next: string | null } }> {
  const parts = [sql`d.endpoint_id = ${id}`]
  if (state) parts.push(sql`d.state = ${state}`)
  if (after) parts.push(sql`d.id < ${after}`)
  const { rows } = await selectDeliveries(sql`WHERE ${sql.join(parts, sql` AND `)} ORDER BY d.id DESC LIMIT ${per_page + 1}`).execute(db)
  const data = rows.slice(0, per_page).map(present)
  return { data, meta: { per_page, next: rows.length > per_page ? (data.at(-1)?.id ?? null) : null } }
}

/** One delivery. */
export async function findDelivery(db: Connection, _scope: PersonScope, id: string): Promise<WebhookDelivery | null> {
  const [row] = (await selectDeliveries(sql`WHERE d.id = ${id}`).execute(db)).rows
  return row ? present(row) : null
}
