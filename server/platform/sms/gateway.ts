import type { DeliveryResult } from '../delivery-result.ts'
import { signedHeaders } from '../standard-webhooks.ts'
import { exchange } from './exchange.ts'
import { type Patience, type TextMessage, type Texts, usual, withoutNumber } from './texts.ts'

/** A gateway that speaks what docs/operations/sms-gateway.md asks for: it takes the same id once, however often it is sent. */
export function openGateway(url: string, key: Buffer, from: string | null, patience: Patience = usual): Texts {
  return {
    async send({ id, to, text, segments }: TextMessage): Promise<DeliveryResult> {
      const body = JSON.stringify({ id, to, ...(from && { from }), text, segments })
      const headers = signedHeaders(id, new Date(), body, [key])
      const answer = await exchange({
        url: new URL(url),
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        patience,
      })
      if (answer.status === null)
        return answer.reached
          ? { outcome: 'unknown', answer: answer.why, providerDown: answer.why === 'TIMEOUT' }
          : { outcome: 'deferred', answer: answer.why, providerDown: true }
      const said = withoutNumber(`${answer.status} ${answer.text}`.trim(), to)
      if (answer.status >= 200 && answer.status < 300) return { outcome: 'sent', answer: said }
      if (answer.status === 400 || answer.status === 422) return { outcome: 'refused', answer: said }
      // Too many, too busy, or set up wrongly: none of it is about this message.
      return { outcome: 'deferred', answer: said, providerDown: true }
    },
  }
}
