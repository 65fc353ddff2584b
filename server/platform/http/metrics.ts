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
 * GET /metrics for Prometheus. With a token in the settings, to whoever sends it (401 otherwise); without, to programs on the same machine only (404 otherwise): a request that
 * came through a proxy is somebody else's.
 */
export function serveMetrics({ http, platform }: App): void {
  const { metricsToken } = platform.settings
  const { state, look } = openState(platform)
  const all = Registry.merge([measures, state])
  http.get('/metrics', async (request, reply) => {
    const refusal = metricsToken ? refuseWithout(metricsToken, request) : refuseFromAfar(request)
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

function refuseFromAfar({ headers, socket }: FastifyRequest): Refusal | null {
  const direct = headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
  return direct && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '') ? null : refuse('not_found')
}
