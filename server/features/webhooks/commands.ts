import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { NewWebhook, WebhookChange } from '#contract/webhooks.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { refuse, refuseField, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { writeSecret } from '../../platform/standard-webhooks.ts'
import { recordAudit } from '../audit/commands.ts'
import { endDeliveries, maySend, olderSecretPlace, secretPlace } from './delivery-commands.ts'
import { testKind } from './queries.ts'

/** Maximum number of webhooks. */
const maxWebhooks = 20

/** Overlap of the old and the new secret in ms, for the receiver to switch over. */
const overlapMs = 24 * 60 * 60_000

type DeliveryContext = Pick<Platform, 'db' | 'secrets'>

/** A webhook with its secret, which only this response contains. */
interface Made {
  id: string
  secret: string
}

/** The part of the address for the audit log. The path may contain a secret, so only the host is logged. */
const hostOf = (address: string): string => new URL(address).host

/**
 * Adds an address that may be fetched. A second one with the same events would double every delivery, such as after a
 * lost answer, which contained the secret and so is not stored. Refusals: 409 `too_many_webhooks`; 422 at `address`.
 */
export const addWebhook = (
  { db, secrets }: DeliveryContext,
  scope: PersonScope,
  { address, description, events }: NewWebhook,
): Promise<Made | Refusal> =>
  db.transaction().execute(async trx => {
    await sql`LOCK TABLE webhook_endpoints IN SHARE ROW EXCLUSIVE MODE`.execute(trx) // one at a time, so that they count right
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM webhook_endpoints`.execute(trx)
    if ((rows[0]?.count ?? 0) >= maxWebhooks) return refuse('too_many_webhooks')
    const twin = await trx
      .selectFrom('webhook_endpoints')
      .select('id')
      .where('address', '=', address)
      .where(sql<boolean>`events @> ${events} AND events <@ ${events}`)
      .executeTakeFirst()
    if (twin) return refuseField('address', 'field.isThatOfAWebhookWith')
    const secret = randomBytes(32)
    const made = await sql<{ id: string }>`SELECT new_id() AS id`.execute(trx)
    const id = made.rows[0]?.id ?? ''
    const sealed = secrets.seal(secretPlace(id, 'secret'), secret)
    await trx.insertInto('webhook_endpoints').values({ id, address, description, events, secret: sealed, created_at: scope.now }).execute()
    await recordAudit(trx, scope, { action: 'created', subject: 'webhook', subjectId: id, after: { host: hostOf(address), events } })
    return { id, secret: writeSecret(secret) }
  })

/**
 * Changes the given fields. Switching off ends pending deliveries; switching on starts with new events.
 * Refusals: 404; a stale revision. Null when done.
 */
export const changeWebhook = (
  db: Connection,
  scope: PersonScope,
  id: string,
  { revision, active, ...input }: WebhookChange,
): Promise<Refusal | null> =>
  db.transaction().execute(async trx => {
    const current = await lock(trx, id)
    if (!current) return refuse('not_found')
    if (revision !== undefined && revision !== current.revision) return refuse('stale')
    const wanted = { ...input, ...(active !== undefined && { active }) }
    const changed = Object.keys(wanted).filter(
      name => JSON.stringify(wanted[name as keyof typeof wanted]) !== JSON.stringify(current[name as keyof typeof wanted]),
    )
    if (changed.length === 0) return null
    const off = active === false ? { off_why: 'staff' as const, off_at: scope.now } : { off_why: null, off_at: null }
    await trx
      .updateTable('webhook_endpoints')
      .set({
        ...wanted,
        ...(changed.includes('active') && off),
        // Another address has not failed yet.
        ...((changed.includes('active') || changed.includes('address')) && { failing_since: null }),
      })
      .where('id', '=', id)
      .execute()
    if (changed.includes('active')) await endDeliveries(trx, id, scope.now)
    const show = (of: { address?: string; events?: string[]; active?: boolean; description?: string }) =>
      Object.fromEntries(
        Object.entries(of)
          .filter(([name]) => changed.includes(name))
          .map(([name, value]) => (name === 'address' ? ['host', hostOf(String(value))] : [name, value])),
      )
    const { address, description, events } = current
    await recordAudit(trx, scope, {
      action: 'changed',
      subject: 'webhook',
      subjectId: id,
      before: show({ address, description, events, active: current.active }),
      after: show(wanted as Parameters<typeof show>[0]),
    })
    return null
  })

/** Creates a new secret. Each replaced one signs as well for a day. Null if the webhook does not exist. */
export const changeSecret = ({ db, secrets }: DeliveryContext, scope: PersonScope, id: string): Promise<Made | null> =>
  db.transaction().execute(async trx => {
    const current = await lock(trx, id)
    if (!current) return null
    const { old_secret, old_secret_until } = current
    if (old_secret && old_secret_until && new Date(old_secret_until) > scope.now) {
      const made = await sql<{ id: string }>`SELECT new_id() AS id`.execute(trx)
      const olderId = made.rows[0]?.id ?? ''
      const older = secrets.seal(olderSecretPlace(olderId), secrets.open(secretPlace(id, 'old_secret'), old_secret))
      await trx
        .insertInto('webhook_old_secrets')
        .values({ id: olderId, endpoint_id: id, secret: older, ends_at: old_secret_until })
        .execute()
    }
    const secret = randomBytes(32)
    const previous = secrets.open(secretPlace(id, 'secret'), current.secret)
    await trx
      .updateTable('webhook_endpoints')
      .set({
        secret: secrets.seal(secretPlace(id, 'secret'), secret),
        old_secret: secrets.seal(secretPlace(id, 'old_secret'), previous),
        old_secret_until: new Date(scope.now.getTime() + overlapMs),
      })
      .where('id', '=', id)
      .execute()
    await recordAudit(trx, scope, { action: 'secret_changed', subject: 'webhook', subjectId: id })
    return { id, secret: writeSecret(secret) }
  })

/** Removes a webhook with its log. False if it does not exist. */
export const removeWebhook = (db: Connection, scope: PersonScope, id: string): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const current = await trx.deleteFrom('webhook_endpoints').where('id', '=', id).returning(['address', 'events']).executeTakeFirst()
    if (!current) return false
    const before = { host: hostOf(current.address), events: current.events }
    await recordAudit(trx, scope, { action: 'deleted', subject: 'webhook', subjectId: id, before })
    return true
  })

/** Queues a test delivery. Null if the webhook does not exist. */
export async function testWebhook(db: Connection, { now }: PersonScope, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO webhook_deliveries (endpoint_id, event_id, kind, data, created_at, due_at)
    SELECT id, new_id(), ${testKind}, '{}', ${now}, ${now} FROM webhook_endpoints WHERE id = ${id} RETURNING id`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Queues a delivery again, with its attempts reset. False if it is still pending, or its webhook is
 * switched off.
 */
export async function redeliver(db: Connection, { now }: PersonScope, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE webhook_deliveries d SET state = 'waiting', due_at = ${now}, attempts = 0, settled_at = NULL
    FROM webhook_endpoints e WHERE d.id = ${id} AND e.id = d.endpoint_id AND d.state <> 'waiting' AND ${maySend}`.execute(db)
  return numAffectedRows === 1n
}

const lock = (trx: Connection, id: string) =>
  trx.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
