import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Request bodies byte for byte, for verifying signatures. */
const bodies = new WeakMap<FastifyRequest, string>()

/** The body as sent, if `keepRawBodies` is in use. */
export const rawBody = (request: FastifyRequest): string => bodies.get(request) ?? ''

/**
 * Keeps the raw bodies of calls registered in this context, of at most `maxBytes`. JSON is parsed as usual; a form is
 * left to the handler.
 */
export function keepRawBodies(http: FastifyInstance, { maxBytes }: { maxBytes?: number } = {}): void {
  const options = { parseAs: 'string', ...(maxBytes !== undefined && { bodyLimit: maxBytes }) } as const
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser<string>('application/json', options, (request, body, done) => {
    bodies.set(request, body as string)
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
  http.addContentTypeParser<string>('application/x-www-form-urlencoded', options, (request, body, done) => {
    bodies.set(request, body as string)
    done(null, undefined)
  })
}
