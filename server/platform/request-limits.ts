import type { Clock } from './clock.ts'
import type { Prepared } from './database.ts'
import { isDatabaseUnavailable } from './http/database-errors.ts'
import { addressOf, networkOf } from './network-address.ts'
import { countRequests, type Counted } from './request-count-commands.ts'

/** At most so many requests in so many minutes. */
export interface Limit {
  max: number
  minutes: number
}

/** The limits of a call: of one address, and where given of one address in a day, and of its wider network (/24 of IPv4, /48 of IPv6) in the same minutes and in a day. */
export interface CallLimit extends Limit {
  day?: number
  network?: { max: number; day: number }
}

const dayMinutes = 24 * 60

/** Whatever is asked for. */
const general: Limit = { max: 1200, minutes: 1 }
/** From this part of the general limit on an address's requests are added to what the other servers counted; below it they cost the database nothing. */
const worthTelling = 1 / 4
/** Addresses and calls that are counted here at once; beyond it the one seen first is forgotten. */
const most = 100_000

/** A key's requests since its first one, until `endsAt` in epoch milliseconds. */
interface Window {
  /** Of all servers, as far as is known here. */
  count: number
  /** Of these, those that only this server knows of. */
  untold: number
  endsAt: number
}

/**
 * Limits for one address that hold for all servers of a database together. `admit…` answer how many seconds to wait where a request is one too many, null where not.
 * Where the database is away, each server counts for itself.
 */
export interface RequestLimits {
  /** Of a call with a limit of its own, which is asked for rarely: counted in the database. */
  admit(address: string, call: string, limit: CallLimit): Promise<number | null>
  /** Of tries that one person has, whatever addresses they come from: counted before the try is looked at. */
  admitTry(personId: string, what: string, limit: Limit): Promise<number | null>
  /** The try was no failure: it does not count. */
  giveBack(personId: string, what: string, limit: Limit): Promise<void>
  /** Of everything: counted here, together with what the other servers told. */
  admitAny(address: string): number | null
  /** Tells the database of addresses that ask much, and learns what they asked of the other servers. A job does it every second. */
  exchange(): Promise<void>
}

export function openRequestLimits(prepared: Prepared, clock: Clock): RequestLimits {
  const windows = new Map<string, Window>()

  const windowOf = (key: string, { minutes }: Limit, now: number): Window => {
    const known = windows.get(key)
    if (known && known.endsAt > now) return known
    windows.delete(key)
    const [oldest] = windows.keys()
    if (windows.size >= most && oldest !== undefined) windows.delete(oldest)
    const window = { count: 0, untold: 0, endsAt: now + minutes * 60_000 }
    windows.set(key, window)
    return window
  }
  const wait = ({ endsAt }: Window, now: number) => Math.max(1, Math.ceil((endsAt - now) / 1000))

  /** Adds to what the database knows; null where it is away. */
  const share = async (counted: readonly Counted[], now: Date): Promise<Counted[] | null> => {
    try {
      return await countRequests(prepared, counted, now)
    } catch (error) {
      if (isDatabaseUnavailable(error)) return null
      throw error
    }
  }

  /** Counts one request under each key, unless one of them is used up already. */
  const countAll = async (counters: readonly Counter[]): Promise<number | null> => {
    const now = clock.now()
    const counted = counters.map(counter => ({ ...counter, window: windowOf(counter.key, counter, now.getTime()) }))
    const spent = counted.filter(({ window, max }) => window.count >= max)
    if (spent.length > 0) return Math.max(...spent.map(({ window }) => wait(window, now.getTime())))
    for (const { window } of counted) window.count += 1
    const told = await share(
      counted.map(({ key, window }) => ({ key, count: 1, endsAt: window.endsAt })),
      now,
    )
    const waits = (told ?? []).map(({ key, count, endsAt }) => {
      const one = counted.find(counter => counter.key === key)
      if (!one) return 0
      one.window.count = count
      one.window.endsAt = endsAt
      return count > one.max ? wait(one.window, now.getTime()) : 0
    })
    return Math.max(0, ...waits) || null
  }

  return {
    admit: (ip, call, limit) => countAll(countersOf(ip, call, limit)),
    admitTry: (personId, what, limit) => countAll([{ key: `${what} ${personId}`, ...limit }]),

    async giveBack(personId, what, limit) {
      const now = clock.now()
      const key = `${what} ${personId}`
      const window = windowOf(key, limit, now.getTime())
      window.count = Math.max(0, window.count - 1)
      await share([{ key, count: -1, endsAt: window.endsAt }], now)
    },

    admitAny(ip) {
      const now = clock.now().getTime()
      const window = windowOf(addressOf(ip), general, now)
      if (window.count >= general.max) return wait(window, now)
      window.count += 1
      window.untold += 1
      return null
    },

    async exchange() {
      const now = clock.now()
      const telling: Counted[] = []
      for (const [key, { count, untold, endsAt }] of windows) {
        if (endsAt <= now.getTime()) windows.delete(key)
        else if (untold > 0 && count >= general.max * worthTelling) telling.push({ key, count: untold, endsAt })
      }
      if (telling.length === 0) return
      const told = new Map(telling.map(({ key, count }) => [key, count]))
      for (const { key, count, endsAt } of (await share(telling, now)) ?? []) {
        const window = windows.get(key)
        if (!window) continue
        // What came meanwhile is told next time.
        window.untold -= told.get(key) ?? 0
        window.count = count + window.untold
        window.endsAt = endsAt
      }
    },
  }
}

interface Counter extends Limit {
  key: string
}

function countersOf(ip: string, call: string, { max, minutes, day, network }: CallLimit): Counter[] {
  const address = `${call} ${addressOf(ip)}`
  const wider = `${call} ${networkOf(ip)}`
  return [
    { key: address, max, minutes },
    ...(day === undefined ? [] : [{ key: `${address} day`, max: day, minutes: dayMinutes }]),
    ...(network
      ? [
          { key: wider, max: network.max, minutes },
          { key: `${wider} day`, max: network.day, minutes: dayMinutes },
        ]
      : []),
  ]
}
