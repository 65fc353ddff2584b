import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { refusals } from '#contract/refusals.ts'
import { problemOf, refuse } from '../refusal.ts'

/** Written down but for the request's id: it is what most are told while there is no time for them. `seconds`: when they should come again. */
export function readyRefusal(code: 'overloaded' | 'unavailable', seconds: number) {
  const { status } = refusals[code]
  const [before = '', after = ''] = JSON.stringify(problemOf(refuse(code, { retry_after: seconds }), '?')).split('?')
  const length = Buffer.byteLength(before) + 36 + Buffer.byteLength(after)
  const head = [
    'content-type',
    'application/problem+json',
    'content-length',
    String(length),
    'retry-after',
    String(seconds),
    'cache-control',
    'no-store',
  ]
  return {
    send(reply: ServerResponse, closing: boolean): void {
      const id = randomUUID()
      // Text goes out with its head in one write.
      reply.writeHead(status, [...head, 'x-request-id', id, ...(closing ? ['connection', 'close'] : [])]).end(before + id + after)
    },
  }
}
