import type { Instant } from '../time/instant.ts'
import { Temporal } from '../time/temporal.ts'
import type { Zone } from '../time/zone.ts'

/** Hours without offers: from one local time (`21:00`, seconds allowed) to another, over midnight if it is the earlier one. Equal: never. */
export interface QuietHours {
  from: string
  until: string
  zone: Zone
}

/**
 * The moment the present quiet hours end; null outside them. On the days when the clock changes a quiet night is as long as it is: it begins the first time
 * the clock shows `from` and ends the last time it shows `until`; a time that the clock skips counts as the moment of the change.
 */
export function quietUntil(now: Instant, { from, until, zone }: QuietHours): Instant | null {
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
