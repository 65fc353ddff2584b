import { openTurns } from './turns.ts'

/**
 * Runs a job, or several, when it is the owner's turn. `ending` stops them; they also get a signal to end early when
 * others wait. Resolves to whether they got it, so that more is left to do.
 */
export type JobTurns = (owner: unknown, ending: AbortSignal, work: (ending: AbortSignal) => Promise<void>) => Promise<boolean>

/**
 * One queue for the jobs of many organisations, which take turns. At most `atOnce` run. A run that takes longer than
 * `sliceMs` while others wait ends early and no longer counts: it may wait for a slow mail server.
 */
export function openJobTurns(atOnce: number, sliceMs = 1000): JobTurns {
  const turns = openTurns(atOnce)

  return async (owner, ending, work) => {
    const place = turns.enter(owner)
    if (place) await place
    const slice = new AbortController()
    const abort = () => slice.abort()
    let counts = true
    const leave = () => {
      if (counts) turns.leave()
      counts = false
      clearInterval(looking)
    }
    const looking = setInterval(() => {
      if (!turns.hasWaiting()) return
      abort()
      leave()
    }, sliceMs)
    ending.addEventListener('abort', abort)
    try {
      if (!ending.aborted) await work(slice.signal)
    } finally {
      ending.removeEventListener('abort', abort)
      leave()
    }
    return slice.signal.aborted && !ending.aborted
  }
}
