import { send } from '#e2e/support/client.ts'

/** How many requests at once, and of each list how many before the clock starts and how many under it. */
const concurrency = 4
const warming = 12
const measured = 240

export interface Measured {
  p50: number
  p99: number
  /** Answers other than 200; those that the server cut off count with their time. */
  refused: number
}

/** p50 and p99 of the whole answer, in milliseconds, over paths that take turns. Where one is refused few more are asked. */
export async function measure(url: string, token: string, paths: readonly string[]): Promise<Measured> {
  let refused = 0
  const times: number[] = []
  let next = 0
  const work = async (until: number, keep: boolean) => {
    while (next < until) {
      const path = paths[next++ % paths.length]!
      const { status, ms } = await send(url, 'GET', path, { token })
      if (status !== 200) refused += 1
      if (keep) times.push(ms)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, () => work(warming, false)))
  next = 0
  await Promise.all(Array.from({ length: concurrency }, () => work(refused > 0 ? warming : measured, true)))
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p99: at(0.99), refused }
}
