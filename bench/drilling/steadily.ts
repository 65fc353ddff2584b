import { setTimeout as pause } from 'node:timers/promises'

/** Something that is begun again and again at its own pace, whatever becomes of it. */
export interface Steady {
  /** No more is begun; waits for what is under way. Throws what beginning threw. */
  end(): Promise<void>
}

/** Begins so many a second, by their number; `due` is when each should begin, on the clock of `performance.now()`. */
export function steadily(rate: number, begin: (number: number, due: number) => Promise<void>): Steady {
  const underWay = new Set<Promise<void>>()
  const ending = new AbortController()
  const drive = async () => {
    const start = performance.now()
    for (let number = 0; !ending.signal.aborted; number += 1) {
      const due = start + (number / rate) * 1000
      await pause(Math.max(0, due - performance.now()))
      const one = begin(number, due)
      underWay.add(one)
      void one.finally(() => underWay.delete(one))
    }
  }
  const driving = drive()
  // Told to whoever ends it.
  driving.catch(() => undefined)
  return {
    async end() {
      ending.abort()
      await driving
      await Promise.all(underWay)
    },
  }
}
