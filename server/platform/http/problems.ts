import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defaultLanguage } from '#contract/languages.ts'
import { refusals } from '#contract/refusals.ts'
import { refusalsSent } from '../metrics/measures.ts'
import { problemOf, refuse, type Refusal } from '../refusal.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { InvalidRequest } from './validation.ts'

/** Answers with problem details. */
export function sendProblem(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const problem = problemOf(refusal, reply.request.id, reply.request.language ?? defaultLanguage)
  refusalsSent.inc({ code: refusal.code })
  if (problem.retry_after !== undefined) reply.header('retry-after', String(problem.retry_after))
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.status(refusals[refusal.code].status).type('application/problem+json').serializer(JSON.stringify).send(problem)
}

/**
 * Reads the rest of the body, within limits, so that the client receives the response and not a
 * connection reset.
 */
async function drain(request: FastifyRequest, maxBytes = 32_000_000, maxMs = 4000): Promise<void> {
  const { raw } = request
  if (raw.readableEnded || raw.destroyed) return
  let bytes = 0
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, maxMs)
    const done = () => (clearTimeout(timer), resolve())
    raw.on('data', (chunk: Buffer) => (bytes += chunk.length) > maxBytes && done())
    raw.on('end', done).on('close', done).on('error', done)
    raw.resume()
  })
}

/** Maps an error to a refusal; `unexpected` if there is none for it. */
export function refusalOf(error: FastifyError): Refusal {
  if (error instanceof InvalidRequest) return error.refusal
  if (isDatabaseUnavailable(error)) return refuse('unavailable', { retry_after: 2 })
  switch (error.statusCode) {
    case 400:
      return refuse(error instanceof SyntaxError || error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' ? 'bad_json' : 'bad_request')
    case 404:
    case 414: // an id that is too long
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

/** Answers all thrown errors with problem documents, and logs the unexpected ones without personal data. */
export function registerErrorHandlers(http: FastifyInstance): void {
  http.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.code === 'unexpected')
      request.log.error({ reqId: request.id, err: error, call: request.routeOptions.config.call }, 'unexpected')
    if (refusal.code === 'too_large' || refusal.code === 'unsupported_media') await drain(request)
    return sendProblem(reply, refusal)
  })
}
