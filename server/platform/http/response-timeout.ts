import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { refusalsSent } from '../metrics/measures.ts'
import { sendRawProblem } from './raw-problem.ts'

/**
 * Includes the time in the queue. A statement may answer after 2 s for a connection and 6.5 s of work; a
 * client gives up after 10 s.
 */
const maxResponseMs = 9000
const checkIntervalMs = 250
const retryAfterSeconds = 2

/** Answers a request that arrived at this reading of `performance.now()`. */
export type TimedListener = (request: IncomingMessage, response: ServerResponse, arrivedAt: number) => void

/**
 * Answers 503 `unavailable` to requests without an answer after 9 s; their work may still be completed.
 * One interval serves all requests, because a timer and an abort signal for each would cost a tenth of
 * the shortest answer.
 */
export function limitResponseTime(serve: RequestListener, isShuttingDown: () => boolean): TimedListener {
  /** When each arrived, oldest first. */
  const unanswered = new Map<ServerResponse, number>()
  let checking: NodeJS.Timeout | undefined

  const check = (): void => {
    const latest = performance.now() - maxResponseMs
    for (const [response, since] of unanswered) {
      if (since > latest) break
      unanswered.delete(response)
      // A stream that has begun may continue.
      if (response.headersSent) continue
      refusalsSent.inc({ code: 'unavailable' })
      sendRawProblem(response, 'unavailable', { retryAfterSeconds, closing: isShuttingDown() })
    }
    if (unanswered.size > 0) return
    clearInterval(checking)
    checking = undefined
  }

  return (request, response, arrivedAt) => {
    unanswered.set(response, arrivedAt)
    response.once('close', () => unanswered.delete(response))
    checking ??= setInterval(check, checkIntervalMs).unref()
    serve(request, response)
  }
}
