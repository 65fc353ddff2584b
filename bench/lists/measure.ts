import { send } from '#e2e/support/client.ts'

/** How many requests at once, and of each list how many before the clock starts and how many under it. */
const concurrency = 4
const warming = 12
const measured = 240

/** p50 and p99 of the whole answer, in milliseconds, over paths that take turns. Throws where one is refused: a list that is not there is not quick. */
export async function measure(url: string, token: string, paths: readonly string[]): Promise<{ p50: number; p99: number }> {
  const times: number[] = []
  let next = 0
  const work = async (until: number, keep: boolean) => {
    while (next < until) {
      const path = paths[next++ % paths.length]!
      const { status, body, ms } = await send(url, 'GET', path, { token })
      if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body).slice(0, 300)}`)
      if (keep) times.push(ms)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, () => work(warming, false)))
  next = 0
  await Promise.all(Array.from({ length: concurrency }, () => work(measured, true)))
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p99: at(0.99) }
}
