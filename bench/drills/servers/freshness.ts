import { setTimeout as pause } from 'node:timers/promises'
import { send } from '../../../e2e/support/client.ts'
import { openPage, supportTypeOf } from '../../drill-support/open-page.ts'
import type { Site } from '../../drill-support/site.ts'

/** Longer is not waited for, in milliseconds. */
const timeoutMs = 3000

/**
 * How long after the answer of one server the other one's list and open pages show it, in milliseconds, the
 * slowest of all rounds.
 */
export interface Freshness {
  list: number
  page: number
}

/**
 * Books at `here`, and looks at `there`: in the public list, which was asked for just before, and on a page that
 * was opened before.
 */
export async function watchFromElsewhere(
  site: Site,
  here: string,
  there: string,
  { firstTime, rounds }: { firstTime: number; rounds: number },
) {
  const supportType = await supportTypeOf(site, firstTime)
  const page = await openPage(there, supportType)
  const slowest: Freshness = { list: 0, page: 0 }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const time = site.times[firstTime + round]!
      const isFree = () => showsFree(there, supportType, time)
      if (!(await isFree())) throw new Error('a free time is not in the list')
      const { status } = await send(here, 'POST', '/api/appointments', { token: site.clients[round]!.token, body: time })
      if (status !== 201) throw new Error(`booking answered ${status}`)
      const start = performance.now()
      const seen = page.tells(time).then(() => performance.now() - start)
      while ((await isFree()) && performance.now() - start < timeoutMs) await pause(5)
      slowest.list = Math.max(slowest.list, performance.now() - start)
      slowest.page = Math.max(slowest.page, await Promise.race([seen, pause(timeoutMs, timeoutMs)]))
    }
  } finally {
    page.close()
  }
  return slowest
}

type Time = Site['times'][number]

async function showsFree(url: string, supportType: string, { schedule_id, mentor_id, starts_at }: Time): Promise<boolean> {
  const { body } = await send(url, 'GET', `/api/search-schedule/${supportType}?date=${starts_at.slice(0, 10)}&mentor_id=${mentor_id}`)
  const { schedules } = body as unknown as {
    schedules: { slots: { schedule_id: string; starts_at: string; mentor: { id: string }; free: number }[] }[]
  }
  const found = schedules
    .flatMap(({ slots }) => slots)
    .find(slot => slot.schedule_id === schedule_id && slot.mentor.id === mentor_id && Date.parse(slot.starts_at) === Date.parse(starts_at))
  return found !== undefined && found.free > 0
}
