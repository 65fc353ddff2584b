import { messageCalls } from '#contract/messages.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { sendCsv } from '../../platform/http/send-csv.ts'
import { decodeCursor } from '../../platform/cursor.ts'
import { refuse, refuseField } from '../../platform/refusal.ts'
import { refuseAppointmentWithoutReason } from '../access-log/reasons/queries.ts'
import { markPhoned, resendMessage, resendSeveral } from './commands.ts'
import { exportMessages } from './export-messages.ts'
import { previewResends } from './expected-queries.ts'
import { findMessages } from './list-queries.ts'
import { listOwnMessages } from './appointment-queries.ts'
import { findMessage, hasMessage } from './queries.ts'
import { registerReceipts } from './receipt-routes.ts'
import { registerWordings } from './wording-routes.ts'

/** Registers the calls on messages and their delivery. */
export function registerMessages(app: App): void {
  handle(app, messageCalls, 'GET /api/messages/export', async ({ scope, query, platform: { db }, http }) =>
    sendCsv(http.reply, scope, 'messages', exportMessages(db, scope, query)),
  )

  handle(
    app,
    messageCalls,
    'GET /api/messages',
    async ({ scope, query, platform: { db } }) => {
      const cursor = query.after ? decodeCursor(query.after) : null
      if (query.after && !cursor) return refuseField('after', 'field.mustBeMetaNextOfThe')
      return findMessages(db, scope, query, cursor)
    },
    { replica: 'allowed' },
  )

  handle(app, messageCalls, 'GET /api/messages/{id}', async ({ scope, params, platform: { db } }) => {
    const message = await findMessage(db, scope, params.id)
    if (!message) return refuse('not_found')
    return (message.appointment && (await refuseAppointmentWithoutReason(db, scope, message.appointment.id))) ?? message
  })

  handle(
    app,
    messageCalls,
    'GET /api/appointments/{id}/messages',
    async ({ scope, params, platform: { db } }) => (await listOwnMessages(db, scope, params.id)) ?? refuse('not_found'),
  )

  handle(app, messageCalls, 'POST /api/messages/{id}/resend', async ({ scope, params, platform: { db } }) =>
    resendMessage(db, scope, params.id),
  )

  handle(app, messageCalls, 'POST /api/messages/resend/preview', async ({ scope, body, platform: { db, settings } }) => ({
    messages: await previewResends(db, scope, settings, body.message_ids),
  }))

  handle(app, messageCalls, 'POST /api/messages/resend', ({ scope, body, platform: { db } }) => resendSeveral(db, scope, body.message_ids))

  handle(
    app,
    messageCalls,
    'POST /api/messages/{id}/told',
    async ({ scope, params, body, platform: { db } }) => markPhoned(db, scope, params.id, body.told),
    { exists: ({ scope, params, platform: { db } }) => hasMessage(db, scope, params.id) },
  )

  registerReceipts(app)
  registerWordings(app)
}
