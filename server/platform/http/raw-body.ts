import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Request bodies byte for byte, for verifying signatures. */
const bodies = new WeakMap<FastifyRequest, string>()

/** The body as sent, if `keepRawBodies` is in use. */
export const rawBody = (request: FastifyRequest): string => bodies.get(request) ?? ''

/**
 * Keeps the raw bodies of calls registered in this context. JSON is parsed as usual; a form is left to
 * the handler.
 */
export function keepRawBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    bodies.set(request, body as string)
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    bodies.set(request, body as string)
    done(null, undefined)
  })
}
