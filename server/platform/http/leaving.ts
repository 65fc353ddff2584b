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
  http.addHook('onSend', async (_request, reply) => {
    if (http.leaving) reply.header('connection', 'close')
  })
}

/**
 * Stops serving without cutting anybody off: readiness says no, everybody is still answered for `drainSeconds`, then nobody new is let in and what is under
 * way is answered.
 */
export async function leave(http: FastifyInstance, drainSeconds: number): Promise<void> {
  http.leaving = true
  await pause(Math.max(leastMs, drainSeconds * 1000))
  // A timer fires before what has arrived is read; a busy server looks at that first.
  await nextTurn()
  const cutting = setTimeout(() => http.server.closeAllConnections(), mostMs)
  await http.close().finally(() => clearTimeout(cutting))
}
