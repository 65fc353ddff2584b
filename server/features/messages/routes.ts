import { messageCalls } from '#contract/messages.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuse } from '../../platform/refusal.ts'
import { resendMessage } from './commands.ts'
import { findMessage, findMessages } from './queries.ts'
import { registerReceipts } from './receipt-routes.ts'

/** What people were told, and what became of it. */
export function registerMessages(app: App): void {
  handle(app, messageCalls, 'GET /api/messages', async ({ scope, query, platform: { db } }) => findMessages(db, scope, query))

  handle(
    app,
    messageCalls,
    'GET /api/messages/{id}',
    async ({ scope, params, platform: { db } }) => (await findMessage(db, scope, params.id)) ?? refuse('not_found'),
  )

  handle(app, messageCalls, 'POST /api/messages/{id}/resend', async ({ scope, params, platform: { db } }) =>
    resendMessage(db, scope, params.id),
  )

  registerReceipts(app)
}
