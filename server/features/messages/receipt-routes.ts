import { messageCalls } from '#contract/messages.ts'
import { handle } from '../../platform/http/handle.ts'
import { keepBodies, sentBody } from '../../platform/http/kept-body.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuse } from '../../platform/refusal.ts'
import { isSignedByTwilio } from '../../platform/sms/twilio.ts'
import { isSigned } from '../../platform/standard-webhooks.ts'
import { type Receipt, takeReceipt } from './receipt-commands.ts'

/** Twilio's words for where a message is; the others say that it is still on its way. */
const states: Readonly<Record<string, Receipt['state']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
}

/** Where gateways tell what became of a text message. Whoever signed it is believed and answered alike, whether we know the message or not. */
export function registerReceipts({ http: outer, platform }: App): void {
  const { sms, origin } = platform.settings
  void outer.register(async http => {
    keepBodies(http)
    const app = { http, platform }

    handle(
      app,
      messageCalls,
      'POST /api/messages/receipts/gateway',
      async ({ scope, body, http: { request }, platform: { db } }) => {
        if (sms?.kind !== 'gateway' || !isSigned(sms.key, request.headers, sentBody(request), scope.now)) return refuse('bad_signature')
        await takeReceipt(db, scope, { id: body.id, state: body.state, reason: body.reason ?? '' })
        return { received: true as const }
      },
      { unlimited: true },
    )

    handle(
      app,
      messageCalls,
      'POST /api/messages/receipts/twilio/{id}',
      async ({ scope, params: { id }, http: { request }, platform: { db } }) => {
        const form = Object.fromEntries(new URLSearchParams(sentBody(request)))
        const address = `${origin ?? ''}/api/messages/receipts/twilio/${id}`
        if (sms?.kind !== 'twilio' || !isSignedByTwilio(sms.token, address, form, request.headers['x-twilio-signature']))
          return refuse('bad_signature')
        const state = states[form.MessageStatus ?? '']
        if (state) await takeReceipt(db, scope, { id, state, reason: [form.ErrorCode, form.ErrorMessage].filter(Boolean).join(' ') })
        return { received: true as const }
      },
      { unlimited: true },
    )
  })
}
