import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { QueryCache } from '../database/query-cache.ts'
import { Refusal } from '../refusal.ts'
import { sendProblem } from './problems.ts'

/** A serialised response and its entity tag. */
interface Written {
  bytes: Buffer
  etag: string
}

const questionOf = (request: FastifyRequest) => `${request.language} ${request.method} ${request.url}`

/**
 * Sends a response that depends on the URL and the reader's language only. It is serialised once until data changes, and answered
 * 304 to a client that has it (`If-None-Match`). Browsers keep it and revalidate it each time.
 */
export async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  cache: QueryCache,
  write: (answer: unknown) => Buffer,
  work: () => Promise<unknown>,
): Promise<FastifyReply> {
  const compute = async (): Promise<Written | Refusal> => {
    const result = await work()
    if (result instanceof Refusal) return result
    const bytes = write(result)
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` }
  }
  const written = await cache.getOrCompute(questionOf(request), compute, { isPublic: true })
  return written instanceof Refusal ? sendProblem(reply, written) : send(request, reply, written)
}

/** Sends it if it is cached already. Its URL was valid before, so the request needs no validation. */
export function sendIfCached(request: FastifyRequest, reply: FastifyReply, cache: QueryCache): FastifyReply | undefined {
  const written = cache.peek(questionOf(request)) as Written | Refusal | undefined
  return written === undefined || written instanceof Refusal ? undefined : send(request, reply, written)
}

function send(request: FastifyRequest, reply: FastifyReply, { bytes, etag }: Written): FastifyReply {
  reply.header('cache-control', 'no-cache').header('etag', etag)
  // Weak after compression.
  if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.status(304).send()
  return reply.type('application/json; charset=utf-8').send(bytes)
}
