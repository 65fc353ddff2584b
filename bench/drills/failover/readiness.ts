import { setTimeout as pause } from 'node:timers/promises'
import { send } from '../../../e2e/support/client.ts'

/** What readiness said at a moment, as `performance.now()` tells. */
export interface Look {
  url: string
  at: number
  ms: number
  status: number
  /** Why it was not ready. */
  reason: string
}

/** In ms. */
const everyMs = 250

/** Asks servers again and again whether they are ready. */
export function watchReadiness(urls: readonly string[]): { looks: Look[]; end(): Promise<void> } {
  const looks: Look[] = []
  const ending = new AbortController()
  const watch = async (url: string) => {
    while (!ending.signal.aborted) {
      const at = performance.now()
      const answer = await send(url, 'GET', '/api/health/ready', { timeoutMs: 15_000 }).catch(() => undefined)
      const { status = 0, body } = answer ?? {}
      looks.push({ url, at, ms: performance.now() - at, status, reason: body?.reason ?? (status === 200 ? '' : 'no answer') })
      await pause(everyMs)
    }
  }
  const watching = Promise.all(urls.map(watch))
  return {
    looks,
    async end() {
      ending.abort()
      await watching
    },
  }
}
