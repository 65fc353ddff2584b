import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Registry } from 'prom-client'
import { measures } from '../metrics/measures.ts'
import { openState } from '../metrics/state.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { bearerToken } from '../session-gate.ts'
import type { App } from './platform.ts'
import { sendProblem } from './problems.ts'

/**
 * GET /metrics for Prometheus. With a token in the settings, for the caller who sends it (401 otherwise). Without one, production does not serve it (404), since a proxy on the same
 * machine looks like a program there, and the demo serves it to programs on the same machine (404 otherwise).
 */
export function serveMetrics({ http, platform }: App): void {
  const { metricsToken, mode } = platform.settings
  const { state, look } = openState(platform)
  const all = Registry.merge([measures, state])
  http.get('/metrics', async (request, reply) => {
    const refusal = metricsToken ? refuseWithout(metricsToken, request) : mode === 'demo' ? refuseFromAfar(request) : refuse('not_found')
    if (refusal) return sendProblem(reply, refusal)
    await look()
    return reply
      .header('cache-control', 'no-store')
      .type(all.contentType)
      .send(await all.metrics())
  })
}

function refuseWithout(token: string, { headers }: FastifyRequest): Refusal | null {
  const [sent, wanted] = [bearerToken(headers.authorization) ?? '', token].map(text => Buffer.from(text)) as [Buffer, Buffer]
  return sent.length === wanted.length && timingSafeEqual(sent, wanted) ? null : refuse('unauthenticated')
}

/** The demo refuses every forwarded request before it comes here (local-only.ts). */
function refuseFromAfar({ socket }: FastifyRequest): Refusal | null {
  return /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '') ? null : refuse('not_found')
}
