import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashRoles } from '#contract/granted.ts'
import type { PersonScope } from '../scope.ts'

/** Streams a CSV file, named after its list and the day. */
export const sendCsv = (reply: FastifyReply, scope: PersonScope, name: string, lines: AsyncGenerator<string>): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${scope.now.toISOString().slice(0, 10)}.csv"`)
    // No part is read before the reader has taken the one before.
    .send(Readable.from(whileAllowed(reply.request, scope, lines), { highWaterMark: 1 }))

/** Breaks the file off once its reader's rights have changed: a slow reader would receive what is written meanwhile. */
async function* whileAllowed(request: FastifyRequest, { person }: PersonScope, lines: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const part of lines) {
    yield part
    const refusal = await request.readmit?.()
    const now = request.scope.person
    if (refusal || now === null || hashRoles(now) !== hashRoles(person))
      throw new Error('the reader of a file has other rights than when it began')
  }
}
