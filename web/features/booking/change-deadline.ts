import { changeDeadline } from '#domain/booking/change-deadline.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { formatDay, formatInVisitorZone, formatTime } from '../../lib/time.ts'

/** The last instant at which a client can cancel or move an appointment that starts at `startsAt`. */
export const changeDeadlineOf = (startsAt: string, changeMinutes: number): string =>
  changeDeadline(Temporal.Instant.from(startsAt), changeMinutes).toString()

/** The values of a sentence about a deadline: "22:00 (21:00 your time)" where the visitor's clock differs. */
export function formatDeadline(until: string, zone: string, visitorZone?: string): { time: string; day: string } {
  const here = formatInVisitorZone(until, zone, visitorZone)
  return { time: formatTime(until, zone) + (here ? ` (${here})` : ''), day: formatDay(until, zone) }
}
