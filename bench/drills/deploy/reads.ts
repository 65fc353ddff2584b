import { steadily, type Steady } from '../../drilling/steadily.ts'
import type { Site } from '../../drilling/site.ts'

interface Read {
  path: string
  /** 0: no answer, because nobody was there or the connection broke. */
  status: number
  /** From when it was due to the answer. */
  ms: number
}

/** Looks at what people look at, one after the other: the first page, free days, a day's times, and what is one's own. */
export function readSteadily(
  url: string,
  { clients, times }: Site,
  { rate, supportType }: { rate: number; supportType: string },
): Steady & { done: Read[] } {
  const done: Read[] = []
  const day = times[0]!.starts_at.slice(0, 10)
  const paths = [
    '/',
    `/api/search-schedule/${supportType}`,
    `/api/search-schedule/${supportType}?date=${day}&mentor_id=${times[0]!.mentor_id}`,
    '/api/previous-history',
    '/api/my-profile',
  ]
  const load = steadily(rate, async (number, due) => {
    const path = paths[number % paths.length]!
    const { token } = clients[number % clients.length]!
    const status = await fetch(url + path, { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(15_000) }).then(
      async answer => (await answer.arrayBuffer(), answer.status),
      () => 0,
    )
    done.push({ path, status, ms: performance.now() - due })
  })
  return { ...load, done }
}
