import type { RequestListener, ServerResponse } from 'node:http'
import { refusalsSent } from '../metrics/measures.ts'
import { readyRefusal } from './ready-refusal.ts'

/**
 * From coming to the answer, also for those who waited, in milliseconds. Half a second less would cut off a statement that may still answer (2 s for a connection and 6.5 s for what is asked over it); a second more, on a busy machine, is later than 10 s.
 */
const within = 9000
const every = 250

const unavailable = readyRefusal('unavailable', 2)

/**
 * Tells whoever was not answered within 9 s that there is no answer now (503 `unavailable`); what is done for them may still be done. Looked at for all together, four times a second: a timer and a signal of its own for each
 * request are a tenth of what the shortest answer takes.
 */
export function answerInTime(serve: RequestListener, isLeaving: () => boolean): RequestListener {
  /** When each came, the first one first. */
  const unanswered = new Map<ServerResponse, number>()
  let looking: NodeJS.Timeout | undefined

  const look = (): void => {
    const latest = performance.now() - within
    for (const [reply, since] of unanswered) {
      if (since > latest) break
      unanswered.delete(reply)
      // A stream that has begun goes on for as long as it likes.
      if (reply.headersSent) continue
      refusalsSent.inc({ code: 'unavailable' })
      unavailable.send(reply, isLeaving())
    }
    if (unanswered.size > 0) return
    clearInterval(looking)
    looking = undefined
  }

  return (request, reply) => {
    unanswered.set(reply, performance.now())
    reply.once('close', () => unanswered.delete(reply))
    looking ??= setInterval(look, every).unref()
    serve(request, reply)
  }
}
