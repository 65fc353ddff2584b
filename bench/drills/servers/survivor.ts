import { setTimeout as pause } from 'node:timers/promises'
import type { RunningProduct } from '../../../e2e/support/start-product.ts'
import type { Site } from '../../drill-support/site.ts'
import { answerMs, book, startBookingLoad, countLost } from '../../drill-support/booking-load.ts'

export interface Survived {
  acknowledged: number
  lost: number
  /** Bookings sent to the one that lived, and not booked. */
  failed: number
  /** The slowest answer of the one that lived, in milliseconds. */
  slowest: number
  /** Bookings that got no answer, and were not booked when they were sent to the other one with the same key. */
  unsettled: number
}

/** Books at both in turn, kills one with -9 in the middle, and sends what it left unanswered to the other. */
export async function killOne(
  site: Site,
  dying: RunningProduct,
  living: RunningProduct,
  { firstTime, seconds, rate }: { firstTime: number; seconds: number; rate: number },
): Promise<Survived> {
  const load = startBookingLoad(site, { rate, firstTime, url: number => (number % 2 === 0 ? dying.url : living.url) })
  await pause((seconds * 1000) / 2)
  await dying.kill()
  await pause((seconds * 1000) / 2)
  await load.end()
  const atLiving = load.done.filter(({ url }) => url === living.url)
  const unanswered = load.done.filter(({ url, status }) => url === dying.url && status !== 201)
  if (unanswered.length === 0) throw new Error('no request was sent to the killed server')
  const again = await Promise.all(
    unanswered.map(async booking => ({ ...booking, ...(await book({ ...booking, url: living.url }, answerMs)) })),
  )
  const acknowledged = [...load.acknowledged(), ...again.filter(({ status }) => status === 201)]
  return {
    acknowledged: acknowledged.length,
    lost: await countLost(site.database, acknowledged),
    failed: atLiving.filter(({ status }) => status !== 201).length,
    slowest: Math.max(...atLiving.map(({ ms }) => ms)),
    unsettled: again.filter(({ status }) => status !== 201).length,
  }
}
