import { refuse, type Refusal } from '../../platform/refusal.ts'

/**
 * Runs costly work at most `atOnce` pieces at a time, so that a crowd logging in neither fills the memory nor starves everybody else;
 * `queue` pieces may wait, and whoever comes then is told to try again (503 `unavailable`).
 */
export function limitConcurrency(atOnce: number, queue: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async <Result>(work: () => Promise<Result>): Promise<Result | Refusal> => {
    if (running < atOnce) running += 1
    else if (waiting.length >= queue)
      return refuse('unavailable', { retry_after: 2, message: 'Too many people are asking for this right now. Please try again shortly.' })
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // A finished piece hands its place on, so that nobody new slips in before those who wait.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
