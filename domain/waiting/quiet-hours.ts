import type { Instant } from '../time/instant.ts'
import { Temporal } from '../time/temporal.ts'
import type { Zone } from '../time/zone.ts'

/**
 * Hours without offers, from one local time (`21:00`, seconds allowed) to another; past midnight if
 * `until` is earlier. Equal: none.
 */
export interface QuietHours {
  from: string
  until: string
  zone: Zone
}

/**
 * The end of the current quiet hours; null outside them. When clocks change, quiet hours begin the first
 * time the clock shows `from` and end the last time it shows `until`. A skipped time counts as the moment
 * of the change.
 */
export function endOfQuietHours(now: Instant, { from, until, zone }: QuietHours): Instant | null {
  const [begin, end] = [Temporal.PlainTime.from(from), Temporal.PlainTime.from(until)]
  const overMidnight = Temporal.PlainTime.compare(begin, end) > 0
  const today = now.toZonedDateTimeISO(zone).toPlainDate()
  for (const date of [today.subtract({ days: 1 }), today, today.add({ days: 1 })]) {
    const starts = date.toZonedDateTime({ timeZone: zone, plainTime: begin }).toInstant()
    const ends = lastTime(overMidnight ? date.add({ days: 1 }) : date, end, zone)
    if (Temporal.Instant.compare(starts, now) <= 0 && Temporal.Instant.compare(now, ends) < 0) return ends
  }
  return null
}

function lastTime(date: Temporal.PlainDate, time: Temporal.PlainTime, zone: Zone): Instant {
  const local = date.toPlainDateTime(time)
  const later = local.toZonedDateTime(zone, { disambiguation: 'later' })
  return later.toPlainDateTime().equals(local) ? later.toInstant() : (later.getTimeZoneTransition('previous') ?? later).toInstant()
}
