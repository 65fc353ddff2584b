import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DeliveryResult } from '../delivery-result.ts'
import { type OutgoingRequest, sendRequest } from './send-request.ts'
import { type ConnectionTimeouts, type SmsProvider, defaultTimeouts, withoutNumber } from './provider.ts'

/** An account of Twilio or of a compatible provider. */
export interface TwilioAccount {
  /** https://api.twilio.com */
  origin: string
  sid: string
  token: string
  /** A number, a name of up to 11 characters, or a messaging service (MG…). */
  from: string
}

interface Listed {
  messages?: { to?: string; body?: string; direction?: string; date_created?: string }[]
}

/**
 * Twilio's Messages API (2010-04-01). It does not deduplicate, so after a lost response it is asked
 * whether it has a message to that number with that text. `receipts` returns the URL for delivery
 * reports; null: none.
 */
export function openTwilio(
  { origin, sid, token, from }: TwilioAccount,
  receipts: ((id: string) => string) | null,
  timeouts: ConnectionTimeouts = defaultTimeouts,
): SmsProvider {
  const messages = `${origin}/2010-04-01/Accounts/${sid}/Messages.json`
  const ask = (request: Pick<OutgoingRequest, 'url' | 'method' | 'body'>) =>
    sendRequest({
      ...request,
      headers: {
        authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`,
        ...(request.body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      timeouts,
    })

  return {
    async send({ id, to, text }): Promise<DeliveryResult> {
      const form = new URLSearchParams({
        To: to,
        [/^MG[0-9a-f]{32}$/.test(from) ? 'MessagingServiceSid' : 'From']: from,
        Body: text,
        ...(receipts && { StatusCallback: receipts(id) }),
      })
      const answer = await ask({ url: new URL(messages), method: 'POST', body: form.toString() })
      if (answer.status === null)
        return answer.reached
          ? { outcome: 'unknown', answer: answer.why, providerDown: answer.why === 'TIMEOUT' }
          : { outcome: 'deferred', answer: answer.why, providerDown: true }
      const said = withoutNumber(`${answer.status} ${formatError(answer.text)}`.trim(), to)
      if (answer.status === 200 || answer.status === 201) return { outcome: 'sent', answer: said }
      if (answer.status === 400) return { outcome: 'refused', answer: said }
      // The message may have been accepted before the error.
      if (answer.status >= 500) return { outcome: 'unknown', answer: said, providerDown: true }
      return { outcome: 'deferred', answer: said, providerDown: true }
    },

    async find({ to, text }, since) {
      const url = new URL(messages)
      url.searchParams.set('To', to)
      url.searchParams.set('PageSize', '20')
      const answer = await ask({ url, method: 'GET' })
      const failed = (why: string) => ({
        outcome: 'deferred' as const,
        answer: `asked whether it was sent: ${withoutNumber(why, to)}`,
        providerDown: true,
      })
      if (answer.status !== 200) return failed(answer.status === null ? answer.why : String(answer.status))
      const list = read<Listed>(answer.text)?.messages
      if (!Array.isArray(list)) return failed('not understood')
      // The same text may have gone to the same number before; the clocks may differ slightly.
      const isNew = (at = '') => Date.parse(at) >= since.getTime() - 120_000
      return { found: list.some(one => one.to === to && one.body === text && one.direction !== 'inbound' && isNew(one.date_created)) }
    },
  }
}

function read<Shape>(text: string): Shape | null {
  try {
    return JSON.parse(text) as Shape
  } catch {
    return null
  }
}

/** Twilio's error code and message. */
function formatError(text: string): string {
  const { code, message } = read<{ code?: number; message?: string }>(text) ?? {}
  return [code, message].filter(part => part !== undefined && part !== null).join(' ')
}

/**
 * Verifies Twilio's signature: HMAC-SHA1 with the account's token over the address and the sorted form
 * fields.
 */
export function isSignedByTwilio(token: string, address: string, form: Readonly<Record<string, string>>, signature: unknown): boolean {
  if (typeof signature !== 'string') return false
  const signed = Object.keys(form)
    .toSorted()
    .reduce((text, name) => `${text}${name}${form[name] ?? ''}`, address)
  const right = createHmac('sha1', token).update(signed).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === right.length && timingSafeEqual(given, right)
}
