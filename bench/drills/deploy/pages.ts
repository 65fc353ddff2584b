import { setTimeout as pause } from 'node:timers/promises'
import { openPage, type OpenPage } from '../../drill-support/open-page.ts'
import type { Site } from '../../drill-support/site.ts'

/**
 * After this a browser opens a stream again that ended (`retry` in server/features/search/open-live-streams.ts),
 * in milliseconds.
 */
const comesBackAfter = 2000

/** Booking pages that stay open, and come back by themselves when their stream is over. */
export interface Pages {
  ended: number
  cutOff: number
  refused: number
  /** How many of them hear of that time within so many milliseconds. */
  hear(time: Site['times'][number], ms: number): Promise<number>
  /** When every one of them has a stream, after so many milliseconds at most. */
  allOpen(ms: number): Promise<void>
  close(): void
}

export function keepOpen(url: string, supportType: string, count: number): Pages {
  const open = new Set<OpenPage>()
  const closing = new AbortController()
  const pages: Pages = {
    ended: 0,
    cutOff: 0,
    refused: 0,
    async hear(time, ms) {
      const limit = pause(ms, false)
      const heard = await Promise.all([...open].map(page => Promise.race([page.tells(time).then(() => true), limit])))
      return heard.filter(Boolean).length
    },
    async allOpen(ms) {
      for (const end = performance.now() + ms; open.size < count && performance.now() < end;) await pause(20)
    },
    close() {
      closing.abort()
      open.forEach(page => page.close())
    },
  }
  const stay = async () => {
    while (!closing.signal.aborted) {
      const page = await openPage(url, supportType).catch(() => null)
      if (page) {
        open.add(page)
        const clean = await page.ended
        open.delete(page)
        if (!closing.signal.aborted) pages[clean ? 'ended' : 'cutOff'] += 1
      } else pages.refused += 1
      await pause(comesBackAfter, undefined, { ref: false })
    }
  }
  for (let number = 0; number < count; number += 1) void stay()
  return pages
}
