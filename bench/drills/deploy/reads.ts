import type { Site } from '../../drill-support/site.ts'
import { startConstantLoad, type Load, type LoadAnswer } from '../../drill-support/constant-load.ts'

interface Read extends Pick<LoadAnswer, 'status' | 'at' | 'ms'> {
  path: string
}

/**
 * Looks at what people look at, one after the other: the first page, free days, a day's times, and what is one's
 * own.
 */
export function startReadingLoad(
  url: string,
  { clients, times }: Site,
  { rate, supportType }: { rate: number; supportType: string },
): Load<Read> {
  const day = times[0]!.starts_at.slice(0, 10)
  const paths = [
    '/',
    `/api/search-schedule/${supportType}`,
    `/api/search-schedule/${supportType}?date=${day}&mentor_id=${times[0]!.mentor_id}`,
    '/api/previous-history',
    '/api/my-profile',
  ]
  return startConstantLoad(rate, async number => {
    const path = paths[number % paths.length]!
    const { token } = clients[number % clients.length]!
    const status = await fetch(url + path, { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(15_000) }).then(
      async answer => (await answer.arrayBuffer(), answer.status),
      () => 0,
    )
    return { path, status }
  })
}
