import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault, FaultProxy } from '../../drill-support/fault-proxy.ts'
import type { Site } from '../../drill-support/site.ts'
import { answerMs, book, bookAgain, startBookingLoad, type Booking } from '../../drill-support/booking-load.ts'
import { startReadingLoad } from '../../drill-support/reading-load.ts'
import { countUnclear, healedAfter, succeeded, type LoadAnswer } from '../../drill-support/constant-load.ts'

interface Options {
  proxy: FaultProxy
  fault: Fault
  /** Address of all requests, and of the retries afterwards. */
  url: string
  direct: string
  firstTime: number
  rate: number
  /** How long the fault lasts, and for how long it is looked on when it is over. */
  seconds: number
  watch: number
  /**
   * To show that this is noticed: who asks again does so as if for the first time. From this time on there are
   * others to take.
   */
  otherTimes: number | null
}

export interface FaultResult {
  /** Number of clients, who want one appointment each. */
  requested: number
  /** Acknowledged in the end. */
  acknowledged: Booking[]
  unsettled: number
  /** Asked again with the same key, and told of another appointment than before. */
  different: number
  failed: number
  /** At the first try, asked for after the fault was over. */
  bookedAfter: number
  /**
   * From the end of the fault to the last answer that failed, in milliseconds: of all, and of those who asked
   * afterwards.
   */
  healed: number
  healedForNew: number
  slowest: number
  unclear: Map<string, number>
}

/**
 * Books and reads at a constant rate during a network fault. Then all clients retry with the same key, also those
 * who got an answer.
 */
export async function injectFault(
  site: Site,
  { proxy, fault, url, direct, firstTime, rate, seconds, watch, otherTimes }: Options,
): Promise<FaultResult> {
  const bookings = startBookingLoad(site, { rate, firstTime, url: () => url })
  const reading = await startReadingLoad(site, { rate, url: () => url })
  await pause(300)
  proxy.inject(fault)
  await pause(seconds * 1000)
  proxy.inject(null)
  const back = performance.now()
  await pause(watch * 1000)
  await Promise.all([bookings.end(), reading.end()])

  const all: LoadAnswer[] = [...bookings.done, ...reading.done]
  const refused = bookings.done.filter(booking => !succeeded(booking))
  const settled = otherTimes === null ? await bookAgain(direct, refused) : await bookWithNewKey(site, direct, refused, otherTimes)
  const acknowledged = [...bookings.acknowledged(), ...settled.filter(succeeded)]
  const repeated = otherTimes === null ? await bookAgain(direct, acknowledged) : acknowledged
  return {
    requested: bookings.done.length,
    acknowledged,
    unsettled: settled.filter(booking => !succeeded(booking)).length,
    different: repeated.filter(({ id }, place) => id !== acknowledged[place]!.id).length,
    failed: all.filter(told => !succeeded(told)).length,
    bookedAfter: bookings.acknowledged().filter(({ at }) => at > back).length,
    healed: healedAfter(back, all),
    healedForNew: healedAfter(
      back,
      all.filter(({ at }) => at > back),
    ),
    slowest: Math.max(...all.map(({ ms }) => ms)),
    unclear: countUnclear(all),
  }
}

/** Retries without the old key. If the time is taken, possibly by the first attempt, books another one. */
async function bookWithNewKey({ times }: Site, url: string, bookings: readonly Booking[], otherTimes: number): Promise<Booking[]> {
  const rebooked: Booking[] = []
  for (const [place, booking] of bookings.entries()) {
    const again = { ...booking, url, key: randomUUID() }
    const answer = await book(again, answerMs)
    const other = { ...again, key: randomUUID(), body: times[otherTimes + place]! }
    rebooked.push(succeeded(answer) ? { ...again, ...answer } : { ...other, ...(await book(other, answerMs)) })
  }
  return rebooked
}
