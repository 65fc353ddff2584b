import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Fresh } from '../fresh.ts'
import { Refusal } from '../refusal.ts'
import { sendProblem } from './problems.ts'

/** An answer as it goes over the wire, and its name. */
interface Written {
  bytes: Buffer
  etag: string
}

/**
 * Answers what is the same for everybody: written down once for all who ask the same address until something changes, and not sent again to whoever has it
 * (`If-None-Match`). Browsers keep it and ask each time whether it still holds.
 */
export async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  fresh: Fresh,
  { status, body: schema }: { status: number; body: z.ZodType },
  work: () => Promise<unknown>,
): Promise<FastifyReply> {
  const written = await fresh.ask<Written | Refusal>(`${request.method} ${request.url}`, async () => {
    const result = await work()
    if (result instanceof Refusal) return result
    const bytes = Buffer.from(JSON.stringify(schema.parse(result)))
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` }
  })
  if (written instanceof Refusal) return sendProblem(reply, written)
  reply.header('cache-control', 'no-cache').header('etag', written.etag)
  if (request.headers['if-none-match'] === written.etag) return reply.status(304).send()
  return reply.status(status).type('application/json; charset=utf-8').send(written.bytes)
}
