import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault, FaultProxy } from '../../drilling/fault-proxy.ts'
import type { Site } from '../../drilling/site.ts'
import { book, bookAgain, bookSteadily, type Booking } from '../../drilling/steady-bookings.ts'
import { readSteadily } from '../../drilling/steady-reading.ts'
import { countUnclear, healedAfter, succeeded, type Told } from '../../drilling/steadily.ts'

interface Options {
  proxy: FaultProxy
  fault: Fault
  /** Where everybody asks, and where they ask again afterwards. */
  url: string
  direct: string
  firstTime: number
  rate: number
  /** How long the fault lasts, and for how long it is looked on when it is over. */
  seconds: number
  watch: number
  /** To show that this is noticed: who asks again does so as if for the first time. From this time on there are others to take. */
  otherTimes: number | null
}

export interface Suffered {
  /** Everybody who wanted one appointment. */
  wishes: number
  /** Acknowledged in the end. */
  acknowledged: Booking[]
  unsettled: number
  /** Asked again with the same key, and told of another appointment than before. */
  different: number
  failed: number
  /** At the first try, asked for after the fault was over. */
  bookedAfter: number
  /** From the end of the fault to the last answer that failed, in milliseconds: of all, and of those who asked afterwards. */
  healed: number
  healedForNew: number
  slowest: number
  unclear: Map<string, number>
}

/** Books and reads steadily while the network is spoilt; then everybody asks again with the same key, also who was answered. */
export async function suffer(
  site: Site,
  { proxy, fault, url, direct, firstTime, rate, seconds, watch, otherTimes }: Options,
): Promise<Suffered> {
  const bookings = bookSteadily(site, { rate, firstTime, url: () => url })
  const reading = await readSteadily(site, { rate, url: () => url })
  await pause(300)
  proxy.suffer(fault)
  await pause(seconds * 1000)
  proxy.suffer(null)
  const back = performance.now()
  await pause(watch * 1000)
  await Promise.all([bookings.end(), reading.end()])

  const all: Told[] = [...bookings.done, ...reading.done]
  const refused = bookings.done.filter(booking => !succeeded(booking))
  const settled = otherTimes === null ? await bookAgain(direct, refused) : await bookAnew(site, direct, refused, otherTimes)
  const acknowledged = [...bookings.acknowledged(), ...settled.filter(succeeded)]
  const repeated = otherTimes === null ? await bookAgain(direct, acknowledged) : acknowledged
  return {
    wishes: bookings.done.length,
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

/** As somebody would without keys: once more, and where that time is gone, which may be because it is theirs, another one. */
async function bookAnew({ times }: Site, url: string, bookings: readonly Booking[], otherTimes: number): Promise<Booking[]> {
  const anew: Booking[] = []
  for (const [place, booking] of bookings.entries()) {
    const again = { ...booking, url, key: randomUUID() }
    const answer = await book(again, 15_000)
    const other = { ...again, key: randomUUID(), body: times[otherTimes + place]! }
    anew.push(succeeded(answer) ? { ...again, ...answer } : { ...other, ...(await book(other, 15_000)) })
  }
  return anew
}
