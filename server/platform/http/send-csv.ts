import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Scope } from '../scope.ts'

/** Streams a CSV file, named after its list and the day. */
export const sendCsv = (reply: FastifyReply, { now }: Scope, name: string, lines: AsyncGenerator<string>): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${now.toISOString().slice(0, 10)}.csv"`)
    .send(Readable.from(lines))
