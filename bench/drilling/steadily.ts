import { setTimeout as pause } from 'node:timers/promises'

/** What somebody was told. */
export interface Told {
  /** 0: no answer, because nobody was there, the connection broke or it took too long. */
  status: number
  code: string
  /** In seconds, as the header says. */
  retryAfter: string | null
  /** When it was due, as `performance.now()` tells. */
  at: number
  /** From when it was due to the answer, in milliseconds. */
  ms: number
}

/** Requests that come at their own pace, whatever becomes of them. */
export interface Load<One> {
  /** Those that were answered or failed, in that order. */
  done: One[]
  /** No more are sent; waits for those under way. */
  end(): Promise<void>
}

/** Asks so many times a second, by number, until it is ended. An error of `ask` itself is told to whoever ends it. */
export function steadily<One extends object>(rate: number, ask: (number: number) => Promise<One>): Load<One & Pick<Told, 'at' | 'ms'>> {
  const done: (One & Pick<Told, 'at' | 'ms'>)[] = []
  const underWay = new Set<Promise<void>>()
  const ending = new AbortController()
  let failed: unknown

  const drive = async () => {
    const start = performance.now()
    for (let number = 0; !ending.signal.aborted; number += 1) {
      const at = start + (number / rate) * 1000
      await pause(Math.max(0, at - performance.now()))
      const attempt = ask(number).then(
        answer => void done.push({ ...answer, at, ms: performance.now() - at }),
        (error: unknown) => {
          failed = error
          ending.abort()
        },
      )
      underWay.add(attempt)
      void attempt.finally(() => underWay.delete(attempt))
    }
  }
  const driving = drive()
  return {
    done,
    async end() {
      ending.abort()
      await driving
      await Promise.all(underWay)
      if (failed) throw failed
    },
  }
}
