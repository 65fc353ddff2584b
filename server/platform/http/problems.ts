import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusals } from '#contract/refusals.ts'
import { refusalsSent } from '../metrics/measures.ts'
import { problemOf, refuse, type Refusal } from '../refusal.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { InvalidRequest } from './validation.ts'

/** Answers with problem details. */
export function sendProblem(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const problem = problemOf(refusal, reply.request.id)
  refusalsSent.inc({ code: refusal.code })
  if (problem.retry_after !== undefined) reply.header('retry-after', String(problem.retry_after))
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.status(refusals[refusal.code].status).type('application/problem+json').serializer(JSON.stringify).send(problem)
}

/** Reads away what is still being sent, within bounds, so that the sender sees the answer and not a broken connection. */
async function drain(request: FastifyRequest, mostBytes = 32_000_000, mostMs = 4000): Promise<void> {
  const { raw } = request
  if (raw.readableEnded || raw.destroyed) return
  let bytes = 0
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, mostMs)
    const done = () => (clearTimeout(timer), resolve())
    raw.on('data', (chunk: Buffer) => (bytes += chunk.length) > mostBytes && done())
    raw.on('end', done).on('close', done).on('error', done)
    raw.resume()
  })
}

/** Which refusal an error is; `unexpected` where nobody foresaw it. */
export function refusalOf(error: FastifyError): Refusal {
  if (error instanceof InvalidRequest) return error.refusal
  if (isDatabaseUnavailable(error)) return refuse('unavailable', { retry_after: 2 })
  switch (error.statusCode) {
    case 400:
      return refuse(error instanceof SyntaxError || error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' ? 'bad_json' : 'bad_request')
    case 404:
    case 414: // an id longer than any
      return refuse('not_found')
    case 413:
      return refuse('too_large')
    case 415:
      return refuse('unsupported_media')
    case 503:
      return refuse('unavailable', { retry_after: 2 })
    default:
      return refuse('unexpected')
  }
}

/** The one funnel for what was thrown: logs what nobody expected (without personal data) and answers with a problem document. */
export function useProblems(http: FastifyInstance): void {
  http.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.code === 'unexpected')
      request.log.error({ reqId: request.id, err: error, call: request.routeOptions.config.call }, 'unexpected')
    if (refusal.code === 'too_large' || refusal.code === 'unsupported_media') await drain(request)
    return sendProblem(reply, refusal)
  })
}
