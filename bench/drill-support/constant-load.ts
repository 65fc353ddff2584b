import { setTimeout as pause } from 'node:timers/promises'

/** The answer to one request. */
export interface LoadAnswer {
  /** 0: no answer (connection refused or broken, or timed out). */
  status: number
  code: string
  /** In seconds, as the header says. */
  retryAfter: string | null
  /** When it was due, as `performance.now()` tells. */
  at: number
  /** From when it was due to the answer, in milliseconds. */
  ms: number
}

export const succeeded = ({ status }: Pick<LoadAnswer, 'status'>): boolean => status === 200 || status === 201

/** Told to come back, as problem details and Retry-After say it. */
export const isSentAway = ({ status, code, retryAfter }: LoadAnswer): boolean =>
  status === 503 && code === 'unavailable' && Number(retryAfter) > 0

/** Answers that are neither what was asked for nor that, in words, and how often. */
export function countUnclear(all: readonly LoadAnswer[]): Map<string, number> {
  const unclear = new Map<string, number>()
  for (const { status, code, retryAfter } of all.filter(told => !succeeded(told) && !isSentAway(told))) {
    const words = `${status} ${code}${status === 503 && !retryAfter ? ' without Retry-After' : ''}`
    unclear.set(words, (unclear.get(words) ?? 0) + 1)
  }
  return unclear
}

export const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, count) => all + count, 0)
export const inWords = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none'

/** From then on to the last answer that failed, in milliseconds. */
export const healedAfter = (back: number, all: readonly LoadAnswer[]): number =>
  Math.max(0, ...all.filter(told => !succeeded(told)).map(({ at, ms }) => at + ms - back))

/** Requests that come at their own pace, whatever becomes of them. */
export interface Load<One> {
  /** Those that were answered or failed, in that order. */
  done: One[]
  /** No more are sent; waits for those under way. */
  end(): Promise<void>
}

/**
 * Calls `ask` with consecutive numbers, `rate` times per second, until it is ended. `end` rejects with an error of
 * `ask`.
 */
export function startConstantLoad<One extends object>(
  rate: number,
  ask: (number: number) => Promise<One>,
): Load<One & Pick<LoadAnswer, 'at' | 'ms'>> {
  const done: (One & Pick<LoadAnswer, 'at' | 'ms'>)[] = []
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
