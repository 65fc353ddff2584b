import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { Settings } from '../config.ts'
import { refuseMetrics } from '../http/metrics.ts'
import { sendProblem } from '../http/problems.ts'
import { measures } from '../metrics/measures.ts'
import { refuse } from '../refusal.ts'

/**
 * Health checks and metrics of a process that serves many organisations, for load balancers and Prometheus, which ask by
 * its address. They say nothing about a single organisation. `state`: the gauges about all of them.
 */
export function serveHealth(http: FastifyInstance, settings: Settings, state: Registry): void {
  http.get('/api/health/live', { config: { call: 'GET /api/health/live' } }, async () => ({ status: 'ok' }))
  http.get('/api/health/ready', { config: { call: 'GET /api/health/ready' } }, async (_request, reply) =>
    http.shuttingDown
      ? sendProblem(
          reply,
          refuse('unavailable', { reason: 'stopping', detail: 'This server was told to stop; others take its place.', retry_after: 2 }),
        )
      : { status: 'ok' },
  )
  const all = Registry.merge([measures, state])
  http.get('/metrics', async (request, reply) => {
    const refusal = refuseMetrics(request, settings)
    if (refusal) return sendProblem(reply, refusal)
    return reply
      .header('cache-control', 'no-store')
      .type(all.contentType)
      .send(await all.metrics())
  })
  http.setNotFoundHandler(async (_request, reply) => sendProblem(reply, refuse('not_found')))
}
