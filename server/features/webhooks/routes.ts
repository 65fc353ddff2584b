import { webhookCalls } from '#contract/webhooks.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { done } from '../../platform/done.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import { formatFetchRefusal } from '../../platform/safe-fetch/format-fetch-refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { addWebhook, changeSecret, changeWebhook, redeliver, removeWebhook, testWebhook } from './commands.ts'
import { findDelivery, findWebhook, listDeliveries, listWebhooks } from './queries.ts'

/** Registers the calls on webhooks. */
export function registerWebhooks(app: App): void {
  const { safeFetch } = app.platform
  const existing = {
    exists: async ({ scope, params, platform: { db } }: { scope: PersonScope; params: { id: string }; platform: Platform }) =>
      (await findWebhook(db, scope, params.id)) !== null,
  }
  const refuseAddress = (address: string | undefined): Refusal | null => {
    const why = address === undefined ? null : safeFetch.refuse(address)
    return why && refuseField('address', formatFetchRefusal(why))
  }

  handle(app, webhookCalls, 'GET /api/webhooks', async ({ scope, platform: { db } }) => ({ data: await listWebhooks(db, scope) }))

  handle(app, webhookCalls, 'POST /api/webhooks', async ({ scope, body, platform }) => {
    const made = refuseAddress(body.address) ?? (await addWebhook(platform, scope, body))
    return made instanceof Refusal ? made : { secret: made.secret, webhook: await show(platform.db, scope, made.id) }
  })

  handle(
    app,
    webhookCalls,
    'GET /api/webhooks/{id}',
    async ({ scope, params, platform: { db } }) => (await findWebhook(db, scope, params.id)) ?? refuse('not_found'),
  )

  handle(
    app,
    webhookCalls,
    'PUT /api/webhooks/{id}',
    async ({ scope, params, body, platform: { db } }) =>
      refuseAddress(body.address) ?? (await changeWebhook(db, scope, params.id, body)) ?? show(db, scope, params.id),
    existing,
  )

  handle(app, webhookCalls, 'POST /api/webhooks/{id}/secret', async ({ scope, params, platform }) => {
    const made = await changeSecret(platform, scope, params.id)
    return made ? { secret: made.secret, webhook: await show(platform.db, scope, made.id) } : refuse('not_found')
  })

  handle(app, webhookCalls, 'DELETE /api/webhooks/{id}', async ({ scope, params, platform: { db } }) =>
    (await removeWebhook(db, scope, params.id)) ? done(scope, 'webhookRemoved') : refuse('not_found'),
  )

  handle(app, webhookCalls, 'POST /api/webhooks/{id}/test', async ({ scope, params, platform: { db } }) => {
    const queued = await testWebhook(db, scope, params.id)
    return (queued === null ? null : await findDelivery(db, scope, queued)) ?? refuse('not_found')
  })

  handle(app, webhookCalls, 'GET /api/webhooks/{id}/deliveries', async ({ scope, params, query, platform: { db } }) =>
    (await findWebhook(db, scope, params.id)) ? listDeliveries(db, scope, params.id, query) : refuse('not_found'),
  )

  handle(app, webhookCalls, 'POST /api/webhook-deliveries/{id}/redeliver', async ({ scope, params, platform: { db } }) => {
    const queued = await redeliver(db, scope, params.id)
    const delivery = await findDelivery(db, scope, params.id)
    if (!delivery) return refuse('not_found')
    return queued ? delivery : refuse('not_redeliverable')
  })
}

/** The webhook may have been removed since it was written. */
const show = async (db: Connection, scope: PersonScope, id: string) => {
  const webhook = await findWebhook(db, scope, id)
  if (!webhook) throw new Error('a webhook that was written is not there')
  return webhook
}
