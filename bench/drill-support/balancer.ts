import { once } from 'node:events'
import { Agent, createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Spreads requests over those of its servers that say that they are ready, as docs/operations.md asks of what
 * stands before several. It sends nothing twice.
 */
export interface Balancer {
  url: string
  /** Takes a server up; answers when it is ready and asked like the others. */
  add(url: string): Promise<void>
  remove(url: string): void
  stop(): Promise<void>
}

interface Server {
  url: string
  ready: boolean
  /** Connections to it are kept open, as any balancer's are. */
  agent: Agent
}

/**
 * A server that does not say within this that it is ready is not, in milliseconds; one that is busy only says so
 * late.
 */
const readyTimeoutMs = 5000

/** A server is waited for no longer than this until it is ready, in milliseconds. */
const maxStartMs = 60_000

/** `everyMs`: how often each server is asked whether it is ready. */
export async function startBalancer({ everyMs }: { everyMs: number }): Promise<Balancer> {
  const servers = new Map<string, Server>()
  let turn = 0

  const look = async (server: Server) => {
    const answer = await fetch(`${server.url}/api/health/ready`, { signal: AbortSignal.timeout(readyTimeoutMs) }).catch(() => undefined)
    server.ready = answer?.status === 200
    await answer?.arrayBuffer().catch(() => undefined)
  }
  /** One look after the other: an answer that comes late says nothing about now. */
  const watch = async (server: Server) => {
    for (; servers.get(server.url) === server; await pause(everyMs)) await look(server)
  }

  const door = createServer((asked, answer) => {
    const ready = [...servers.values()].filter(server => server.ready)
    const server = ready[(turn += 1) % ready.length]
    if (server) passOn(server, asked, answer)
    else answer.writeHead(503).end()
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')

  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    async add(url) {
      const server = { url, ready: false, agent: new Agent({ keepAlive: true }) }
      servers.set(url, server)
      void watch(server)
      for (const end = performance.now() + maxStartMs; !server.ready; await pause(10))
        if (performance.now() > end) throw new Error(`${url} does not become ready`)
    },
    remove(url) {
      servers.get(url)?.agent.destroy()
      servers.delete(url)
    },
    async stop() {
      door.closeAllConnections()
      door.close()
      servers.forEach(({ agent }) => agent.destroy())
      servers.clear()
      await once(door, 'close')
    },
  }
}

/** Forwards one request and its answer. A broken connection breaks for the client too. */
function passOn({ url, agent }: Server, asked: IncomingMessage, answer: ServerResponse): void {
  const there = request(url + asked.url, { method: asked.method, headers: ownOnly(asked.headers), agent })
  there.on('response', back => {
    answer.writeHead(back.statusCode ?? 502, ownOnly(back.headers))
    back.pipe(answer)
    back.on('error', () => answer.destroy())
  })
  there.on('error', () => {
    if (answer.headersSent) answer.destroy()
    else answer.writeHead(502).end()
  })
  answer.on('close', () => there.destroy())
  asked.pipe(there)
}

/** Without what is said about one connection only. */
const ownOnly = ({ connection: _, 'keep-alive': __, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders => headers
