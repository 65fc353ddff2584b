import { setTimeout as pause } from 'node:timers/promises'
import { send } from '../../../e2e/support/client.ts'
import type { Site } from '../../drill-support/site.ts'

/** A booking that was acknowledged: when, by this machine's clock in milliseconds, and how long it took. */
export interface Acknowledged {
  id: string
  at: number
  ms: number
}

export interface BookingUntilStopped {
  acknowledged: Acknowledged[]
  /** Answers that were no appointment. */
  others: number
  /** Resolves when the pending requests are answered or have failed. */
  stop(): Promise<void>
}

/**
 * Books one time after the other, so many a second whether or not the last is answered, until it is stopped or
 * there are none left.
 */
export function bookUntilStopped({ product, clients, times }: Site, perSecond: number): BookingUntilStopped {
  const acknowledged: Acknowledged[] = []
  const underWay = new Set<Promise<void>>()
  let others = 0
  const until = { stopped: false }

  const book = async (n: number) => {
    const { id: _, token = '' } = clients[n % clients.length] ?? {}
    const answer = await send(product.url, 'POST', '/api/appointments', { token, body: times[n] }).catch(() => undefined)
    if (answer?.status === 201 && answer.body.id) acknowledged.push({ id: answer.body.id, at: Date.now(), ms: answer.ms })
    else if (answer) others += 1
  }
  const go = async () => {
    const start = performance.now()
    for (let n = 0; n < times.length && !until.stopped; n += 1) {
      await pause(Math.max(0, start + (n * 1000) / perSecond - performance.now()))
      const one = book(n).finally(() => underWay.delete(one))
      underWay.add(one)
    }
  }
  const going = go()
  return {
    acknowledged,
    get others() {
      return others
    },
    async stop() {
      until.stopped = true
      await going
      await Promise.all(underWay)
    },
  }
}
