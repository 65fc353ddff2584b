import { refuse, type Refusal } from './refusal.ts'

/**
 * Limits concurrency: at most `atOnce` calls run and `queue` calls wait. Further calls are refused with
 * 503 `unavailable`. This bounds memory and keeps the server responsive when many people log in.
 */
export function limitConcurrency(atOnce: number, queue: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async <Result>(work: () => Promise<Result>): Promise<Result | Refusal> => {
    if (running < atOnce) running += 1
    else if (waiting.length >= queue) return refuse('unavailable', { retry_after: 2, message: 'refused.tooManyPeopleAreAskingFor' })
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Pass the place to the next call in the queue, so that a new call cannot overtake it.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
