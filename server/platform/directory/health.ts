import type { FastifyInstance } from 'fastify'
import { Gauge, Registry } from 'prom-client'
import type { Settings } from '../config.ts'
import { refuseMetrics } from '../http/metrics.ts'
import { sendProblem } from '../http/problems.ts'
import { measures } from '../metrics/measures.ts'
import { refuse } from '../refusal.ts'

interface Sources {
  /** Organisations that are open. */
  countOpen(): number
  /** Connections by cluster. */
  readUse(): readonly { cluster: string; max: number; used: number; waiting: number }[]
}

/**
 * Health checks and metrics of a process that serves many organisations, for load balancers and Prometheus, which ask by
 * its address. They say nothing about a single organisation.
 */
export function serveHealth(http: FastifyInstance, settings: Settings, { countOpen, readUse }: Sources): void {
  http.get('/api/health/live', { config: { call: 'GET /api/health/live' } }, async () => ({ status: 'ok' }))
  http.get('/api/health/ready', { config: { call: 'GET /api/health/ready' } }, async (_request, reply) =>
    http.shuttingDown
      ? sendProblem(
          reply,
          refuse('unavailable', { reason: 'stopping', detail: 'This server was told to stop; others take its place.', retry_after: 2 }),
        )
      : { status: 'ok' },
  )
  const own = new Registry()
  const gauge = new Gauge({ name: 'openhour_organisations_open', help: 'Organisations that this process has open.', registers: [own] })
  const connections = new Gauge({
    name: 'openhour_cluster_connections',
    help: 'Database connections of this process by cluster: in use or idle (used), allowed (max), and callers that wait for one (waiting).',
    labelNames: ['cluster', 'state'],
    registers: [own],
  })
  const all = Registry.merge([measures, own])
  http.get('/metrics', async (request, reply) => {
    const refusal = refuseMetrics(request, settings)
    if (refusal) return sendProblem(reply, refusal)
    gauge.set(countOpen())
    for (const { cluster, ...use } of readUse())
      for (const [state, count] of Object.entries(use)) connections.set({ cluster, state }, count)
    return reply
      .header('cache-control', 'no-store')
      .type(all.contentType)
      .send(await all.metrics())
  })
  http.setNotFoundHandler(async (_request, reply) => sendProblem(reply, refuse('not_found')))
}
