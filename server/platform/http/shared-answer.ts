import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { QueryCache } from '../database/query-cache.ts'
import { Refusal } from '../refusal.ts'
import { sendProblem } from './problems.ts'

/** An answer as it goes over the wire, and its name. */
interface Written {
  bytes: Buffer
  etag: string
}

const questionOf = (request: FastifyRequest) => `${request.method} ${request.url}`

/**
 * Answers what is the same for everybody: written down once for all who ask the same address until something changes, and not sent again to whoever has it
 * (`If-None-Match`). Browsers keep it and ask each time whether it still holds.
 */
export async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  cache: QueryCache,
  write: (answer: unknown) => Buffer,
  work: () => Promise<unknown>,
): Promise<FastifyReply> {
  const written = await cache.getOrCompute<Written | Refusal>(questionOf(request), async () => {
    const result = await work()
    if (result instanceof Refusal) return result
    const bytes = write(result)
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` }
  })
  return written instanceof Refusal ? sendProblem(reply, written) : send(request, reply, written)
}

/** The same where the answer is there already: its address was valid before, so nothing about the request has to be looked at. */
export function sendIfKnown(request: FastifyRequest, reply: FastifyReply, cache: QueryCache): FastifyReply | undefined {
  const written = cache.peek(questionOf(request)) as Written | Refusal | undefined
  return written === undefined || written instanceof Refusal ? undefined : send(request, reply, written)
}

function send(request: FastifyRequest, reply: FastifyReply, { bytes, etag }: Written): FastifyReply {
  reply.header('cache-control', 'no-cache').header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.type('application/json; charset=utf-8').send(bytes)
}
