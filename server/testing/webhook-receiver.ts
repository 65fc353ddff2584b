import { webcrypto } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** Another system on this machine, that takes webhooks. */
export async function startReceiver() {
  const received: Received[] = []
  let answer: (got: Received, response: ServerResponse) => void = (_got, response) => void response.end()
  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const got = { headers: request.headers, body }
    received.push(got)
    answer(got, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  return {
    address,
    received,
    /** Every one that came, by its type, oldest first. */
    types: () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    behave: (next: typeof answer) => void (answer = next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Whether a secret vouches for what came, worked out as Standard Webhooks describes it, by other means
 * than ours: each signature of the list, over id, time and body.
 */
export async function isGenuine({ headers, body }: Received, secret: string, now: Date): Promise<boolean> {
  const id = String(headers['webhook-id'])
  const time = String(headers['webhook-timestamp'])
  if (Math.abs(now.getTime() / 1000 - Number(time)) > 300) return false
  const raw = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const key = await webcrypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${time}.${body}`)
  const all = String(headers['webhook-signature']).split(' ')
  const valid = await Promise.all(
    all.map(one => {
      const [version, signature = ''] = one.split(',')
      return version === 'v1' && webcrypto.subtle.verify('HMAC', key, Buffer.from(signature, 'base64'), signed)
    }),
  )
  return valid.includes(true)
}
