import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { defaultLanguage } from '#contract/languages.ts'
import { problemOf, refuse } from '../refusal.ts'

/** Sends a problem document before or without Fastify. `closing`: the connection ends with it. */
export function sendRawProblem(
  response: ServerResponse,
  code: 'overloaded' | 'unavailable',
  { retryAfterSeconds, closing }: { retryAfterSeconds: number; closing: boolean },
): void {
  const id = randomUUID()
  const problem = problemOf(refuse(code, { retry_after: retryAfterSeconds }), id, defaultLanguage)
  const body = JSON.stringify(problem)
  response
    .writeHead(problem.status, {
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      'retry-after': String(retryAfterSeconds),
      'cache-control': 'no-store',
      'x-request-id': id,
      ...(closing && { connection: 'close' }),
    })
    .end(body)
}
