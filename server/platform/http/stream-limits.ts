import type { Settings } from '../config.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { addressOf } from '../network-address.ts'
import { maxConnections } from './connection-limit.ts'

/** Suits a shared network: the number of people there who can have a booking page open at the same time. */
const defaultMaxPerAddress = 200
const defaultMaxTotal = 10_000
/** Streams use at most half of the connections. */
const shareOfConnections = 1 / 2

/** Counts the open streams of server-sent events. */
export interface StreamLimits {
  /** Takes a place; returns a function that gives it back, or the refusal. */
  admit(ip: string): (() => void) | Refusal
}

/**
 * Limits the streams of this process, per address and in total: one for all its organisations, which share its
 * connections. `perAddress` may be Infinity, for load tests.
 */
export function openStreamLimits({
  perAddress = defaultMaxPerAddress,
  total = Math.min(defaultMaxTotal, Math.floor((maxConnections() ?? Infinity) * shareOfConnections)),
} = {}): StreamLimits {
  const open = new Map<string, number>()
  let all = 0

  const release = (address: string) => {
    all -= 1
    const left = (open.get(address) ?? 1) - 1
    if (left > 0) open.set(address, left)
    else open.delete(address)
  }

  return {
    admit(ip) {
      const address = addressOf(ip)
      const count = open.get(address) ?? 0
      if (count >= perAddress) return refuse('too_many_requests', { retry_after: 30 })
      if (all >= total) return refuse('unavailable', { retry_after: 30, message: 'refused.tooManyPagesAreOpenRight' })
      all += 1
      open.set(address, count + 1)
      return () => release(address)
    },
  }
}

/** The limits that the settings ask for. */
export const streamLimitsOf = ({ rateLimit }: Pick<Settings, 'rateLimit'>): StreamLimits =>
  openStreamLimits(rateLimit ? {} : { perAddress: Infinity })
