import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { refuse } from '../refusal.ts'
import { sendProblem } from './problems.ts'

const registry = new Registry()
collectDefaultMetrics({ register: registry })
const answers = new Histogram({
  name: 'openhour_answer_seconds',
  help: 'Time to answer, by call and status.',
  labelNames: ['call', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
})

/** Counts one answer; names the call, never its address, which may hold a person's id. */
export function countAnswer({ call, status }: { call: string; status: number }, ms: number): void {
  answers.observe({ call, status }, ms / 1000)
}

/** GET /metrics for Prometheus, to programs on the same machine only: a request that came through a proxy is somebody else's. */
export function serveMetrics(http: FastifyInstance): void {
  http.get('/metrics', async (request, reply) => {
    const direct = request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined
    if (!direct || !/^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')) return sendProblem(reply, refuse('not_found'))
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
