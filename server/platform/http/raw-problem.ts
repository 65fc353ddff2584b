import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { defaultLanguage } from '#contract/languages.ts'
import type { Problem } from '#contract/problem.ts'
import { problemOf, refuse } from '../refusal.ts'

type Code = 'overloaded' | 'unavailable'

/** By code and time. The texts are written once: an overloaded server refuses thousands of requests a second. */
const problems = new Map<string, Problem>()

function findProblem(code: Code, retryAfterSeconds: number): Problem {
  const key = `${code} ${retryAfterSeconds}`
  const found = problems.get(key) ?? problemOf(refuse(code, { retry_after: retryAfterSeconds }), '', defaultLanguage)
  problems.set(key, found)
  return found
}

/** Sends a problem document before or without Fastify. `closing`: the connection ends with it. */
export function sendRawProblem(
  response: ServerResponse,
  code: Code,
  { retryAfterSeconds, closing }: { retryAfterSeconds: number; closing: boolean },
): void {
  const id = randomUUID()
  const problem = { ...findProblem(code, retryAfterSeconds), request_id: id }
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
