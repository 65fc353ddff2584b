import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A request as it arrived. */
export interface Arrived {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

type GatewayResponse = number | 'hang' | 'cut' | { status: number; body?: string; headers?: Record<string, string> }

export interface TestGateway {
  origin: string
  /** Everything that arrived, also what was then not answered. */
  arrived: Arrived[]
  /** Decides each answer; 200 without. */
  behave(answer: (asked: Arrived) => GatewayResponse | Promise<GatewayResponse>): void
  close(): Promise<void>
}

/**
 * A real HTTP server on this machine that texts are handed to. `hang`: never answers; `cut`: ends the
 * connection without a word.
 */
export async function startGateway(): Promise<TestGateway> {
  const arrived: Arrived[] = []
  let answer: (asked: Arrived) => GatewayResponse | Promise<GatewayResponse> = () => 200
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    arrived.push(asked)
    const verdict = await answer(asked)
    if (verdict === 'hang') return
    if (verdict === 'cut') request.socket.destroy()
    else {
      const { status, body = '', headers = {} } = typeof verdict === 'number' ? { status: verdict } : verdict
      response.writeHead(status, headers).end(body)
    }
  }
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    behave: input => void (answer = input),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
