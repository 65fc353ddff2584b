import { refuse, type Refusal } from './refusal.ts'
import { openTurns } from './turns.ts'

/**
 * Limits concurrency: at most `atOnce` calls run, and `queue` calls of each owner wait, with owners taking turns. Further
 * calls are refused with 503 `unavailable`. This bounds memory and keeps the server responsive when many people log in.
 */
export function limitConcurrency(atOnce: number, queue: number) {
  const turns = openTurns(atOnce)

  return async <Result>(work: () => Promise<Result>, owner: unknown = turns): Promise<Result | Refusal> => {
    if (turns.isFull() && turns.countWaiting(owner) >= queue)
      return refuse('unavailable', { retry_after: 2, message: 'refused.tooManyPeopleAreAskingFor' })
    const place = turns.enter(owner)
    if (place) await place
    try {
      return await work()
    } finally {
      turns.leave()
    }
  }
}
