import { Pool } from 'undici'

/** One request as it goes over the wire. */
export interface Load {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Measured {
  /** Whole answers a second with the status that was expected. */
  rate: number
  done: number
  /** Of each such answer, from sending to its last byte, sorted. */
  ms: number[]
  /** Any other status, and how often. */
  other: Map<string, number>
}

/**
 * Keeps so many requests under way for so many seconds, each over a connection of its own; what `next` answers is
 * asked for once.
 */
export async function keepAsking(
  url: string,
  { concurrency, seconds, expected }: { concurrency: number; seconds: number; expected: number },
  next: () => Load,
): Promise<Measured> {
  const pool = new Pool(url, { connections: concurrency, pipelining: 1 })
  const ms: number[] = []
  const other = new Map<string, number>()
  const start = performance.now()
  const end = start + seconds * 1000
  const work = async () => {
    while (performance.now() < end) {
      const began = performance.now()
      const { statusCode, body } = await pool.request({ ...next() })
      const text = await body.text()
      if (statusCode === expected) ms.push(performance.now() - began)
      else {
        const what = `${statusCode} ${text.slice(0, 200)}`
        other.set(what, (other.get(what) ?? 0) + 1)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  const took = (performance.now() - start) / 1000
  await pool.close()
  return { rate: ms.length / took, done: ms.length, ms: ms.toSorted((a, b) => a - b), other }
}
