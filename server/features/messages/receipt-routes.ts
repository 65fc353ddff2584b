import { messageCalls } from '#contract/messages.ts'
import { handle } from '../../platform/http/handle.ts'
import { keepRawBodies, rawBody } from '../../platform/http/raw-body.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { isSignedByTwilio } from '../../platform/sms/twilio.ts'
import { isSigned } from '../../platform/standard-webhooks.ts'
import { type Receipt, storeReceipt } from './receipt-commands.ts'

/** Twilio's words for where a message is; the others say that it is still on its way. */
const states: Readonly<Record<string, Receipt['state']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
}

/** What one address may send that is not signed. */
const unsigned = { max: 60, minutes: 15 }

/**
 * Where gateways tell what became of a text message. A signed receipt is believed and answered alike,
 * whether we know the message or not, and no limit holds for it; of those without a right signature, each
 * address has a few. Without a gateway of its kind, a call is 404.
 */
export function registerReceipts({ http: outer, platform }: App): void {
  const { sms, origin, rateLimit } = platform.settings
  const refuseUnsigned = async ({ ip }: Scope) => {
    const seconds = rateLimit && ip !== null ? await platform.limits.admit(ip, 'unsigned receipt', unsigned) : null
    return seconds === null ? refuse('bad_signature') : refuse('too_many_requests', { retry_after: seconds })
  }
  void outer.register(async http => {
    keepRawBodies(http)
    const app = { http, platform }

    handle(
      app,
      messageCalls,
      'POST /api/messages/receipts/gateway',
      async ({ scope, body, http: { request }, platform: { db } }) => {
        if (sms?.kind !== 'gateway') return refuse('not_found')
        if (!isSigned(sms.key, request.headers, rawBody(request), scope.now)) return refuseUnsigned(scope)
        await storeReceipt(db, scope, { id: body.id, state: body.state, reason: body.reason ?? '' })
        return { received: true as const }
      },
      { unlimited: sms?.kind === 'gateway' },
    )

    handle(
      app,
      messageCalls,
      'POST /api/messages/receipts/twilio/{id}',
      async ({ scope, params: { id }, http: { request }, platform: { db } }) => {
        if (sms?.kind !== 'twilio') return refuse('not_found')
        const form = Object.fromEntries(new URLSearchParams(rawBody(request)))
        const address = `${origin ?? ''}/api/messages/receipts/twilio/${id}`
        if (!isSignedByTwilio(sms.token, address, form, request.headers['x-twilio-signature'])) return refuseUnsigned(scope)
        const state = states[form.MessageStatus ?? '']
        if (state) await storeReceipt(db, scope, { id, state, reason: [form.ErrorCode, form.ErrorMessage].filter(Boolean).join(' ') })
        return { received: true as const }
      },
      { unlimited: sms?.kind === 'twilio' },
    )
  })
}
