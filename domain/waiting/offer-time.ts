import type { Instant } from '../time/instant.ts'
import { Temporal } from '../time/temporal.ts'
import { endOfQuietHours, type QuietHours } from './quiet-hours.ts'

/** Minimum duration of an offer in minutes. A shorter one leaves no time to read the message and decide. */
const shortestMinutes = 5

/** The organisation's settings that decide when a seat is offered, and for how long. */
export interface OfferPolicies {
  /** Duration of an offer. */
  offerMinutes: number
  /** Minutes before the start until which clients can book. */
  noticeMinutes: number
  quiet: QuietHours
}

/**
 * When to offer a freed seat: now, with the offer's end; later, while the seat stays reserved; or never,
 * because too little time is left.
 */
export type OfferTime = { when: 'now'; endsAt: Instant } | { when: 'later'; at: Instant } | { when: 'never' }

/**
 * When to offer a seat that starts at `startsAt`: not before booking opens and not in quiet hours. An
 * offer lasts `offerMinutes`, but ends at the latest when clients can no longer book.
 */
export function decideOfferTime(
  now: Instant,
  { startsAt, opensAt }: { startsAt: Instant; opensAt: Instant | null },
  { offerMinutes, noticeMinutes, quiet }: OfferPolicies,
): OfferTime {
  const open = opensAt ? latest(now, opensAt) : now
  const at = endOfQuietHours(open, quiet) ?? open
  const lastMoment = startsAt.subtract({ minutes: noticeMinutes })
  const endsAt = earliest(at.add({ minutes: offerMinutes }), lastMoment)
  if (Temporal.Instant.compare(endsAt, at.add({ minutes: shortestMinutes })) < 0) return { when: 'never' }
  return at.equals(now) ? { when: 'now', endsAt } : { when: 'later', at }
}

// Stryker disable EqualityOperator: of two equal instants either will do
const latest = (a: Instant, b: Instant) => (Temporal.Instant.compare(a, b) > 0 ? a : b)
const earliest = (a: Instant, b: Instant) => (Temporal.Instant.compare(a, b) < 0 ? a : b)
