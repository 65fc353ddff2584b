import type { Clock } from './clock.ts'
import type { Prepared } from './database.ts'
import { isDatabaseAway } from './http/database-away.ts'
import { addressOf } from './network-address.ts'
import { countRequests, type Counted } from './request-count-commands.ts'

/** At most so many requests from one address in so many minutes. */
export interface Limit {
  max: number
  minutes: number
}

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
 * Limits for one address that hold for all servers of a database together. All three answer how many seconds to wait where a request is one too many, null where not.
 * Where the database is away, each server counts for itself.
 */
export interface RequestLimits {
  /** Of a call with a limit of its own, which is asked for rarely: counted in the database. `caller` is an address, or a person's id. */
  admit(caller: string, call: string, limit: Limit): Promise<number | null>
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
      if (isDatabaseAway(error)) return null
      throw error
    }
  }

  return {
    async admit(caller, call, limit) {
      const now = clock.now()
      const key = `${call} ${addressOf(caller)}`
      const window = windowOf(key, limit, now.getTime())
      if (window.count >= limit.max) return wait(window, now.getTime())
      window.count += 1
      const [all] = (await share([{ key, count: 1, endsAt: window.endsAt }], now)) ?? []
      if (!all) return null
      window.count = all.count
      window.endsAt = all.endsAt
      return all.count > limit.max ? wait(window, now.getTime()) : null
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
