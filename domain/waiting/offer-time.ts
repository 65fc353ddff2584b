import type { Instant } from '../time/instant.ts'
import { Temporal } from '../time/temporal.ts'
import { quietUntil, type QuietHours } from './quiet-hours.ts'

/** The shortest offer worth making, in minutes: less is no time to see a message and decide. */
const shortestMinutes = 5

export interface OfferPolicies {
  /** How long an offer lasts. */
  offerMinutes: number
  /** Clients can book until this long before the start. */
  noticeMinutes: number
  quiet: QuietHours
}

/** When a freed seat is offered: now, until when; later, kept from the public meanwhile; or never, because the time left would be too short. */
export type OfferTime = { when: 'now'; endsAt: Instant } | { when: 'later'; at: Instant } | { when: 'never' }

/**
 * When a seat that starts at `startsAt` is offered. Not before booking opens, not in quiet hours; an offer lasts `offerMinutes`, but never past the moment
 * until which clients can book.
 */
export function whenToOffer(
  now: Instant,
  { startsAt, opensAt }: { startsAt: Instant; opensAt: Instant | null },
  { offerMinutes, noticeMinutes, quiet }: OfferPolicies,
): OfferTime {
  const open = opensAt ? latest(now, opensAt) : now
  const at = quietUntil(open, quiet) ?? open
  const lastMoment = startsAt.subtract({ minutes: noticeMinutes })
  const endsAt = earliest(at.add({ minutes: offerMinutes }), lastMoment)
  if (Temporal.Instant.compare(endsAt, at.add({ minutes: shortestMinutes })) < 0) return { when: 'never' }
  return at.equals(now) ? { when: 'now', endsAt } : { when: 'later', at }
}

// Stryker disable EqualityOperator: of two equal instants either will do
const latest = (a: Instant, b: Instant) => (Temporal.Instant.compare(a, b) > 0 ? a : b)
const earliest = (a: Instant, b: Instant) => (Temporal.Instant.compare(a, b) < 0 ? a : b)
