import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Registry } from 'prom-client'
import type { Settings } from '../config.ts'
import { isLoopback } from '../loopback.ts'
import { measures } from '../metrics/measures.ts'
import { openState } from '../metrics/state.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { bearerToken } from '../session-gate.ts'
import type { App } from './platform.ts'
import { sendProblem } from './problems.ts'

/**
 * GET /metrics for Prometheus. A token in the settings is required (401). Without one, production does not serve
 * it (404), since a proxy on the same machine looks like a local program, and the demo serves it to programs on
 * the same machine (404 otherwise).
 */
export function serveMetrics({ http, platform }: App): void {
  const { state, look } = openState(platform)
  const all = Registry.merge([measures, state])
  http.get('/metrics', async (request, reply) => {
    const refusal = refuseMetrics(request, platform.settings)
    if (refusal) return sendProblem(reply, refusal)
    await look()
    return reply
      .header('cache-control', 'no-store')
      .type(all.contentType)
      .send(await all.metrics())
  })
}

/** Why a request may not read the metrics; null if it may. */
export const refuseMetrics = (request: FastifyRequest, { metricsToken, mode }: Pick<Settings, 'metricsToken' | 'mode'>): Refusal | null =>
  metricsToken ? refuseWithoutToken(metricsToken, request) : mode === 'demo' ? refuseRemote(request) : refuse('not_found')

function refuseWithoutToken(token: string, { headers }: FastifyRequest): Refusal | null {
  const [sent, wanted] = [bearerToken(headers.authorization) ?? '', token].map(text => Buffer.from(text)) as [Buffer, Buffer]
  return sent.length === wanted.length && timingSafeEqual(sent, wanted) ? null : refuse('unauthenticated')
}

/** The demo has refused forwarded requests already (local-only.ts). */
function refuseRemote({ socket }: FastifyRequest): Refusal | null {
  return isLoopback(socket.remoteAddress ?? '') ? null : refuse('not_found')
}
