import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface Answer {
  status: number
  body: Record<string, unknown>
  /** Names of its headers, in the order in which they came. */
  headers: string[]
  /** From the request to the whole answer, in milliseconds. */
  ms: number
}

/**
 * The Nth address of network `network`: both are part of 127.0.0.0/8, which is this machine, and each
 * network is a /24 of its own.
 */
export const addressIn = (network: number, n = 1): string => `127.${10 + Math.floor(network / 250)}.${network % 250}.${n}`

/** Whether requests can come from other addresses of this machine. Only Linux has them without being told. */
export const hasManyAddresses = (): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(0, addressIn(1), () => server.close(() => resolve(true)))
  })

/** Sends a request from one address of this machine. */
export function postFrom(localAddress: string, url: string, body: object): Promise<Answer> {
  const payload = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', localAddress, headers, agent: false }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({
          status: response.statusCode ?? 0,
          body: text ? (JSON.parse(text) as Answer['body']) : {},
          headers: response.rawHeaders.filter((_, index) => index % 2 === 0),
          ms: performance.now() - start,
        })
      })
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(payload)
  })
}

/** The same as people do it: where the server says that it is busy, they try again a moment later. */
export async function postWithRetries(localAddress: string, url: string, body: object): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await postFrom(localAddress, url, body)
    if (!isBusy(answer.status, answer.body.code) || tries === maxTries) return answer
    await pause(tries * 500)
  }
}

const maxTries = 4

/** Told to come again, on a machine that has more to do than it can. */
export const isBusy = (status: number, code: unknown): boolean => status === 503 && (code === 'unavailable' || code === 'overloaded')

/** Opens an event stream and keeps it open; returns its status, and how to end it. */
export function openStream(localAddress: string, url: string): Promise<{ status: number; close(): void }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { localAddress, headers: { accept: 'text/event-stream' }, agent: false }, (response: IncomingMessage) => {
      response.on('error', () => undefined)
      response.resume()
      resolve({ status: response.statusCode ?? 0, close: () => asked.destroy() })
    })
    asked.on('error', reject)
    asked.end()
  })
}
