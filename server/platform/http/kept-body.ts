import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What was sent, to the byte: signatures are of that, not of what is read from it. */
const bodies = new WeakMap<FastifyRequest, string>()

/** The body as it was sent, where `keepBodies` saw it. */
export const sentBody = (request: FastifyRequest): string => bodies.get(request) ?? ''

/** Keeps bodies as they were sent, for the calls registered in here. JSON is read as everywhere; a form is left to the handler. */
export function keepBodies(http: FastifyInstance): void {
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
