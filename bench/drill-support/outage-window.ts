import { setTimeout as pause } from 'node:timers/promises'
import { send } from '../../e2e/support/client.ts'
import type { Site } from './site.ts'
import { bookAgain, startBookingLoad, type Booking } from './booking-load.ts'
import { startReadingLoad } from './reading-load.ts'
import { countUnclear, healedAfter, isSentAway, succeeded, type LoadAnswer } from './constant-load.ts'

/** When the database was gone and when it was there again, as `performance.now()` tells. */
interface Away {
  gone: number
  back: number
}

interface Options {
  url: string
  firstTime: number
  /** Bookings a second, and as many times something is read. */
  rate: number
  /** For so many seconds it is looked on after the database is back. */
  watch: number
  /**
   * For the control: the database refuses new connections from now on. Returns a function that allows them again.
   */
  closeDoors: (() => Promise<() => Promise<void>>) | undefined
}

export interface OutageResult {
  /** Acknowledged in the end: at once, or when they were asked for again with the same key. */
  acknowledged: Booking[]
  /** Not even then. */
  unsettled: number
  /** From the database being back to the last answer of 503, in milliseconds. */
  healed: number
  /** Booked at the first try after it was back. */
  bookedAfter: number
  awayMs: number
  /** Asked and answered while it was away. */
  meanwhile: number
  /** Of these, not 503 with Retry-After and problem details. */
  otherMeanwhile: number
  /** Answers of 503 with Retry-After, at any time. */
  refused: number
  /** At any time neither that nor what was asked for, in words, and how often. */
  unclear: Map<string, number>
  slowest: number
  /** What readiness said while it was not ready. */
  reasons: Map<string, number>
}

/** Maximum age of a shared list, in ms (server/platform/database/query-cache.ts). */
const sharedFor = 1000

/** Books and reads at a constant rate while `takeAway` stops the database, and measures the effect. */
export async function measureOutage(
  site: Site,
  { url, firstTime, rate, watch, closeDoors }: Options,
  takeAway: () => Promise<Away>,
): Promise<OutageResult> {
  const bookings = startBookingLoad(site, { rate, firstTime, url: () => url })
  const reading = await startReadingLoad(site, { rate, url: () => url })
  await pause(500)
  const openDoors = await closeDoors?.()
  const readiness = watchReadiness(url)
  const { gone, back } = await takeAway()
  await pause(watch * 1000)
  const reasons = await readiness.end()
  await Promise.all([bookings.end(), reading.end()])

  await openDoors?.()

  const all: LoadAnswer[] = [...bookings.done, ...reading.done]
  const meanwhile = all.filter(({ at, ms }) => at > gone + sharedFor && at + ms < back)
  const failed = bookings.done.filter(booking => !succeeded(booking))
  const again = await bookAgain(url, failed)
  return {
    acknowledged: [...bookings.acknowledged(), ...again.filter(succeeded)],
    unsettled: again.filter(booking => !succeeded(booking)).length,
    healed: healedAfter(back, all),
    bookedAfter: bookings.acknowledged().filter(({ at }) => at > back).length,
    awayMs: back - gone,
    meanwhile: meanwhile.length,
    otherMeanwhile: meanwhile.filter(told => !isSentAway(told)).length,
    refused: all.filter(isSentAway).length,
    unclear: countUnclear(all),
    slowest: Math.max(...all.map(({ ms }) => ms)),
    reasons,
  }
}

/** Asks again and again whether the server is ready, and counts why it is not. */
function watchReadiness(url: string): { end(): Promise<Map<string, number>> } {
  const reasons = new Map<string, number>()
  const ending = new AbortController()
  const watching = (async () => {
    while (!ending.signal.aborted) {
      const answer = await send(url, 'GET', '/api/health/ready', { timeoutMs: 15_000 }).catch(() => undefined)
      if (answer?.status !== 200) {
        const reason = answer?.body.reason ?? 'no answer'
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      }
      await pause(50)
    }
  })()
  return {
    async end() {
      ending.abort()
      await watching
      return reasons
    },
  }
}
