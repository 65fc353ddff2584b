import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Told to stop: still answers, and says that it is not ready. */
    leaving: boolean
  }
}

/** What was sent before the signal may still be on its way in; it is read before the door closes. In milliseconds. */
const leastMs = 200
/** Longer than any request may take; who still reads an answer then is cut off. In milliseconds. */
const mostMs = 12_000

/** Once it is leaving, every answer asks its sender to come back on another connection, so that none is left open with a request on its way. */
export function prepareToLeave(http: FastifyInstance): void {
  http.decorate('leaving', false)
  http.addHook('onSend', (_request, reply, _answer, done) => {
    if (http.leaving) reply.header('connection', 'close')
    done()
  })
}

/**
 * Stops serving without cutting anybody off: readiness says no, everybody is still answered for `drainSeconds`, and up to as long again while there are still
 * requests, then nobody new is let in and what is under way is answered.
 */
export async function leave(http: FastifyInstance, drainSeconds: number): Promise<void> {
  http.leaving = true
  let asked = 0
  http.server.on('request', ({ url = '' }: IncomingMessage) => {
    if (!url.startsWith('/api/health/')) asked += 1
  })
  const drained = Math.max(leastMs, drainSeconds * 1000)
  const latest = performance.now() + drained + drainSeconds * 1000
  await pauseAndRead(drained)
  // A busy server says late that it is not ready, and whoever is on the way when the door closes is turned away.
  for (let before = Number.NaN; asked !== before && performance.now() < latest;) {
    before = asked
    await pauseAndRead(leastMs)
  }
  const cutting = setTimeout(() => http.server.closeAllConnections(), mostMs)
  await http.close().finally(() => clearTimeout(cutting))
}

/** A timer fires before what has arrived is read; a busy server looks at that first. */
async function pauseAndRead(ms: number): Promise<void> {
  await pause(ms)
  await nextTurn()
}
