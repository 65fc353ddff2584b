import { Pool } from 'undici'
import { quantile } from '../measuring/report.ts'

/** How many requests at once, and of each list how many before the clock starts and how many under it. */
const concurrency = 4
const warming = 12
const measured = 240
/** Maximum duration of one list's measurement, in ms: its remaining requests are left out. */
const maxMeasuringMs = 15_000
/** Request timeout in ms; a timeout counts as refused. The server itself gives up after 10 s. */
const timeoutMs = 12_000

export interface Measured {
  p50: number
  p99: number
  /** How many were measured: all that were meant to be, unless time ran out or the list was refused. */
  asked: number
  whole: boolean
  /** What came instead of 200, and how often; what the server cut off counts with its time. */
  refused: Map<string, number>
}

/**
 * p50 and p99 of the whole answer, in milliseconds, over paths that take turns. Ends in time whatever the server
 * does.
 */
export async function measure(url: string, token: string, paths: readonly string[]): Promise<Measured> {
  const pool = new Pool(url, { connections: concurrency, pipelining: 1 })
  const refused = new Map<string, number>()
  const times: number[] = []
  const ask = async (path: string): Promise<number> => {
    const start = performance.now()
    const status = await pool
      .request({ method: 'GET', path, headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(timeoutMs) })
      .then(async ({ statusCode, body }) => {
        await body.arrayBuffer()
        return String(statusCode)
      })
      .catch(() => 'no answer')
    if (status !== '200') refused.set(status, (refused.get(status) ?? 0) + 1)
    return performance.now() - start
  }
  const work = async (count: number, keep: boolean) => {
    const end = performance.now() + maxMeasuringMs
    let next = 0
    const one = async () => {
      while (next < count && performance.now() < end && paths.length > 0) {
        const ms = await ask(paths[next++ % paths.length]!)
        if (keep) times.push(ms)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, one))
  }
  await work(warming, false)
  await work(refused.size > 0 ? warming : measured, true)
  await pool.close()
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), asked: times.length, whole: times.length === measured, refused }
}
