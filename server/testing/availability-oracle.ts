import type { Instant } from '#domain/time/instant.ts'
import { Temporal } from '#domain/time/temporal.ts'

// The test oracle for a schedule's availability: the rule in plain code, written independently of the SQL
// that the product uses.

/** `availability` of a schedule in a list, as in contract/schedules.ts. */
type Availability = 'available' | 'full' | 'closed' | 'past'

/** The one reason that a schedule cannot be booked. */
type NotBookable = 'past' | 'cancelled' | 'draft' | 'not_open_yet' | 'notice' | 'blocked' | 'full'

/**
 * What has to be known of a schedule. Slots that start together may be given as one with their free seats
 * added up. `blocked`: the place is closed or the mentor away.
 */
export interface ScheduleFacts {
  status: 'draft' | 'published' | 'cancelled'
  ends_at: Instant
  booking_opens_at: Instant | null
  slots: readonly { starts_at: Instant; free: number; blocked?: boolean }[]
}

/**
 * Whether a slot starts too soon for clients to book, or has started: less than `noticeMinutes` from
 * `now`. Exactly that long before is in time, but with no notice period the start itself is too late.
 */
function insideNotice(starts_at: Instant, now: Instant, noticeMinutes: number): boolean {
  return Temporal.Instant.compare(starts_at, now.add({ minutes: noticeMinutes })) < 0 || Temporal.Instant.compare(starts_at, now) <= 0
}

/**
 * Why a client cannot book anything in a schedule, or null when something can be booked. The first reason
 * that applies, in the order of `NotBookable`: permanent reasons come before temporary ones. It is past
 * at `ends_at`, and open at `booking_opens_at`.
 */
export function explainNotBookable(schedule: ScheduleFacts, now: Instant, noticeMinutes: number): NotBookable | null {
  if (Temporal.Instant.compare(schedule.ends_at, now) <= 0) return 'past'
  if (schedule.status !== 'published') return schedule.status
  if (schedule.booking_opens_at && Temporal.Instant.compare(schedule.booking_opens_at, now) > 0) return 'not_open_yet'
  const inTime = schedule.slots.filter(slot => !insideNotice(slot.starts_at, now, noticeMinutes))
  const open = inTime.filter(slot => !slot.blocked)
  if (open.some(slot => slot.free > 0)) return null
  if (open.length > 0 || schedule.slots.length === 0) return 'full'
  return inTime.length > 0 ? 'blocked' : 'notice'
}

/**
 * A schedule's availability to clients. Closed: draft, cancelled, not open yet, or all of what remains is
 * inside the notice period or blocked.
 */
export function availabilityOf(schedule: ScheduleFacts, now: Instant, noticeMinutes: number): Availability {
  const reason = explainNotBookable(schedule, now, noticeMinutes)
  if (reason === null) return 'available'
  return reason === 'past' || reason === 'full' ? reason : 'closed'
}
