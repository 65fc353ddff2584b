import type { Clock } from './clock.ts'
import type { Connection } from './database/connection.ts'
import { isDatabaseUnavailable } from './http/database-errors.ts'
import { addressOf, networkOf } from './network-address.ts'
import { countRequests, type RequestCount } from './request-count-commands.ts'

/** At most `max` requests in `minutes`. */
export interface Limit {
  max: number
  minutes: number
}

/**
 * The limits of a call: per address, and optionally per address and day, and per network (/24 of IPv4, /48
 * of IPv6) in the same minutes and per day.
 */
export interface CallLimit extends Limit {
  day?: number
  network?: { max: number; day: number }
}

/**
 * Searches for people by phone number, and everything else that says whether a number or address is someone's
 * (`admitPersonSearch`). Enough for a desk that looks up one number after another; too few for trying all three-digit
 * groups.
 */
export const personSearches = { call: 'GET /api/find-users', limit: { max: 120, minutes: 15 } } as const

const dayMinutes = 24 * 60

/**
 * A person's changes of what is theirs, each call by itself. Each leaves rows for good: audit rows, messages, events for
 * other systems. What takes a change back needs no limit where each needs a change before it.
 */
export const ownChanges = { personLimit: { max: 60, minutes: dayMinutes } }

/** The same for what mentors change for themselves and staff for all mentors, one after another. */
export const mentorChanges = { personLimit: { max: 600, minutes: dayMinutes } }

/** Per address, for all calls together. */
const general: Limit = { max: 1200, minutes: 1 }
/**
 * Per address and server, for built files: 200 first visits of about 30 files, for many desks behind one
 * address. Each costs a file from memory, but an unlimited number would use up the server's bandwidth.
 */
const built: Limit = { max: 6000, minutes: 1 }
/**
 * From this share of the general limit on, an address's count is exchanged with the other servers. Below it,
 * counting costs the database nothing.
 */
const exchangeThreshold = 1 / 4
/** Keys that this server counts; beyond this number the oldest is dropped. */
const maxEntries = 100_000

/** A key's requests since its first one, until `endsAt` in epoch milliseconds. */
interface Window {
  /** Of all servers, as far as this one knows. */
  count: number
  /** Of these, those that only this server knows of. */
  unshared: number
  endsAt: number
}

/**
 * Limits that hold for all servers of a database together. `admit…` return the seconds to wait when a limit
 * is reached, otherwise null. While the database is away, each server counts for itself.
 */
export interface RequestLimits {
  /** A call with a limit of its own: counted in the database, since such calls are rare. */
  admit(address: string, call: string, limit: CallLimit): Promise<number | null>
  /** Whether `admit` would refuse, as far as this server knows. Counts nothing. */
  check(address: string, call: string, limit: CallLimit): number | null
  /** `count` attempts of one person, 1 by default, from any address: all of them, unless the limit is reached already. */
  admitTry(personId: string, what: string, limit: Limit, count?: number): Promise<number | null>
  /** A successful attempt does not count. */
  giveBack(personId: string, what: string, limit: Limit): Promise<void>
  /** Any request: counted by this server, and exchanged with the others. */
  admitAny(address: string): number | null
  /** A request for a built file: counted by this server alone, and not as one of `admitAny`. */
  admitBuilt(address: string): number | null
  /** Exchanges the counts of busy addresses with the other servers. A job does it every second. */
  exchange(): Promise<void>
}

/** The limits of one server, which exchanges counts with others through the database. */
export function openRequestLimits(db: Connection, clock: Clock): RequestLimits {
  const windows = new Map<string, Window>()

  const windowOf = (key: string, { minutes }: Limit, now: number): Window => {
    const known = windows.get(key)
    if (known && known.endsAt > now) return known
    windows.delete(key)
    const [oldest] = windows.keys()
    if (windows.size >= maxEntries && oldest !== undefined) windows.delete(oldest)
    const window = { count: 0, unshared: 0, endsAt: now + minutes * 60_000 }
    windows.set(key, window)
    return window
  }
  const secondsLeft = ({ endsAt }: Window, now: number) => Math.max(1, Math.ceil((endsAt - now) / 1000))

  /** Adds to the counts in the database and returns the sums; null while it is away. */
  const share = async (counted: readonly RequestCount[], now: Date): Promise<RequestCount[] | null> => {
    try {
      return await countRequests(db, counted, now)
    } catch (error) {
      if (isDatabaseUnavailable(error)) return null
      throw error
    }
  }

  /** Counts requests under each key, unless one of the keys has reached its limit. */
  const countAll = async (counters: readonly Counter[], added = 1): Promise<number | null> => {
    const now = clock.now()
    const counted = counters.map(counter => ({ ...counter, window: windowOf(counter.key, counter, now.getTime()) }))
    const reached = counted.filter(({ window, max }) => window.count >= max)
    if (reached.length > 0) return Math.max(...reached.map(({ window }) => secondsLeft(window, now.getTime())))
    for (const { window } of counted) window.count += added
    const sums = await share(
      counted.map(({ key, window }) => ({ key, count: added, endsAt: window.endsAt })),
      now,
    )
    const seconds = (sums ?? []).map(({ key, count, endsAt }) => {
      const one = counted.find(counter => counter.key === key)
      if (!one) return 0
      one.window.count = count
      one.window.endsAt = endsAt
      return count - added >= one.max ? secondsLeft(one.window, now.getTime()) : 0
    })
    return Math.max(0, ...seconds) || null
  }

  /** Counts one request on this server; `shared` of it is exchanged. */
  const countHere = (key: string, limit: Limit, { shared }: { shared: 0 | 1 }): number | null => {
    const now = clock.now().getTime()
    const window = windowOf(key, limit, now)
    if (window.count >= limit.max) return secondsLeft(window, now)
    window.count += 1
    window.unshared += shared
    return null
  }

  return {
    admit: (ip, call, limit) => countAll(countersOf(ip, call, limit)),

    check(ip, call, limit) {
      const now = clock.now().getTime()
      const left = countersOf(ip, call, limit).map(({ key, max }) => {
        const window = windows.get(key)
        return window && window.endsAt > now && window.count >= max ? secondsLeft(window, now) : 0
      })
      return Math.max(0, ...left) || null
    },

    admitTry: (personId, what, limit, count) => countAll([{ key: `${what} ${personId}`, ...limit }], count),

    async giveBack(personId, what, limit) {
      const now = clock.now()
      const key = `${what} ${personId}`
      const window = windowOf(key, limit, now.getTime())
      window.count = Math.max(0, window.count - 1)
      await share([{ key, count: -1, endsAt: window.endsAt }], now)
    },

    admitAny: ip => countHere(addressOf(ip), general, { shared: 1 }),
    admitBuilt: ip => countHere(`built ${addressOf(ip)}`, built, { shared: 0 }),

    async exchange() {
      const now = clock.now()
      const sending: RequestCount[] = []
      for (const [key, { count, unshared, endsAt }] of windows) {
        if (endsAt <= now.getTime()) windows.delete(key)
        else if (unshared > 0 && count >= general.max * exchangeThreshold) sending.push({ key, count: unshared, endsAt })
      }
      if (sending.length === 0) return
      const sent = new Map(sending.map(({ key, count }) => [key, count]))
      for (const { key, count, endsAt } of (await share(sending, now)) ?? []) {
        const window = windows.get(key)
        if (!window) continue
        // Requests that arrived meanwhile are exchanged next time.
        window.unshared -= sent.get(key) ?? 0
        window.count = count + window.unshared
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
