import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findInTexts, type Inbox } from './inbox.ts'

/**
 * `cut`: takes it and ends the connection; `hang`: takes it and never answers; `twice`: takes it and answers
 * twice.
 */
export type GatewayMode = 'take' | 500 | 'cut' | 'hang' | 'twice'

/** A message as it came to a phone or into a mailbox. */
export interface Arrival {
  id: string
  to: string
  text: string
  /** The first time, as `Date.now()` tells. */
  at: number
  /** How often it came. */
  times: number
}

export interface Gateway extends Inbox {
  /** What reached phones, by our ids: the same id once, as its documentation asks for. */
  arrived: Map<string, Arrival>
  mode: GatewayMode
  /** Address for delivery receipts; null: none are sent. */
  receipts: string | null
}

/**
 * An SMS gateway as docs/operations/sms-gateway.md describes, with faults on request. It sends three receipts per
 * message.
 */
export async function openGateway(): Promise<Gateway> {
  const key = Buffer.alloc(32, 9)
  const receiving = new Set<Promise<unknown>>()
  const tell = async (url: string, id: string) => {
    for (const state of ['delivered', 'sent', 'delivered']) {
      const body = JSON.stringify({ id, state })
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      }
      await fetch(`${url}/api/messages/receipts/gateway`, { method: 'POST', headers, body }).catch(() => undefined)
    }
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { mode, arrived, receipts } = gateway
    if (mode === 500) return response.writeHead(500).end()
    const message = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Omit<Arrival, 'at' | 'times'>
    const known = arrived.get(message.id)
    if (known) known.times += 1
    else {
      arrived.set(message.id, { ...message, at: Date.now(), times: 1 })
      const telling = receipts ? tell(receipts, message.id) : Promise.resolve()
      receiving.add(telling)
      void telling.finally(() => receiving.delete(telling))
    }
    if (mode === 'cut') request.socket.destroy()
    if (mode === 'twice') request.socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'.repeat(2))
    if (mode === 'take') response.writeHead(200).end()
  }
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const gateway: Gateway = {
    settings: {
      OPENHOUR_SMS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
      OPENHOUR_SMS_SECRET: `whsec_${key.toString('base64')}`,
    },
    arrived: new Map(),
    ...findInTexts(phone => [...gateway.arrived.values()].filter(({ to }) => to === phone).map(({ text }) => text)),
    mode: 'take',
    receipts: null,
    async close() {
      await Promise.all(receiving)
      server.close()
      server.closeAllConnections()
    },
  }
  return gateway
}
