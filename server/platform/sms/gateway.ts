import type { DeliveryResult } from '../delivery-result.ts'
import { signedHeaders } from '../standard-webhooks.ts'
import { sendRequest } from './send-request.ts'
import { type ConnectionTimeouts, type TextMessage, type SmsProvider, defaultTimeouts, withoutNumber } from './provider.ts'

/** A gateway with the protocol of docs/operations/sms-gateway.md. It deduplicates by id. */
export function openGateway(url: string, key: Buffer, from: string | null, timeouts: ConnectionTimeouts = defaultTimeouts): SmsProvider {
  return {
    async send({ id, to, text, segments }: TextMessage): Promise<DeliveryResult> {
      const body = JSON.stringify({ id, to, ...(from && { from }), text, segments })
      const headers = signedHeaders(id, new Date(), body, [key])
      const answer = await sendRequest({
        url: new URL(url),
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        timeouts,
      })
      if (answer.status === null)
        return answer.reached
          ? { outcome: 'unknown', answer: answer.why, providerDown: answer.why === 'TIMEOUT' }
          : { outcome: 'deferred', answer: answer.why, providerDown: true }
      const said = withoutNumber(`${answer.status} ${answer.text}`.trim(), to)
      if (answer.status >= 200 && answer.status < 300) return { outcome: 'sent', answer: said }
      if (answer.status === 400 || answer.status === 422) return { outcome: 'refused', answer: said }
      // Overload or wrong configuration: not the message's fault.
      return { outcome: 'deferred', answer: said, providerDown: true }
    },
  }
}
