import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The server still answers, but reports that it is not ready. */
    shuttingDown: boolean
  }
}

/** Requests sent before the signal may still be on their way. */
const minDrainMs = 200
/** Longer than any request may take; clients still reading a response are then disconnected. */
const maxCloseMs = 12_000
/** For running requests, jobs and PostgreSQL. A PostgreSQL left behind is taken over at the next start. */
const maxStopMsAfterDrain = 40_000

/** The longest that stopping takes, in ms: draining may take twice as long as set. */
export const maxStopMs = (drainSeconds: number): number => 2 * drainSeconds * 1000 + maxStopMsAfterDrain

/**
 * During shutdown every response closes its connection, so that no request arrives on one that is about
 * to end.
 */
export function prepareShutdown(http: FastifyInstance): void {
  http.decorate('shuttingDown', false)
  http.addHook('onSend', (_request, reply, _payload, done) => {
    if (http.shuttingDown) reply.header('connection', 'close')
    done()
  })
}

/**
 * Stops the server without interrupting requests. Readiness fails at once; requests are answered for
 * `drainSeconds`, and up to twice as long while more arrive; then the server stops accepting connections
 * and completes what is in progress.
 */
export async function shutDown(http: FastifyInstance, drainSeconds: number): Promise<void> {
  http.shuttingDown = true
  let received = 0
  http.server.on('request', ({ url = '' }: IncomingMessage) => {
    if (!url.startsWith('/api/health/')) received += 1
  })
  const drainMs = Math.max(minDrainMs, drainSeconds * 1000)
  const latest = performance.now() + drainMs + drainSeconds * 1000
  await pauseAndRead(drainMs)
  // A busy load balancer notices late that the server is not ready.
  for (let before = Number.NaN; received !== before && performance.now() < latest;) {
    before = received
    await pauseAndRead(minDrainMs)
  }
  const disconnecting = setTimeout(() => http.server.closeAllConnections(), maxCloseMs)
  await http.close().finally(() => clearTimeout(disconnecting))
}

/** Timers fire before sockets are read; a busy server reads what has arrived first. */
async function pauseAndRead(ms: number): Promise<void> {
  await pause(ms)
  await nextTurn()
}
