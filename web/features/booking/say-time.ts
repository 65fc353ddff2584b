import { t } from '../../lib/messages.ts'
import { sayHere, sayMoment, sayZone, differsHere } from '../../lib/time.ts'
import { freeMentors, type OfferedTime } from './times.ts'

/** "with Ana", "with Ana or Ben", "with Ana or 2 others" */
export function sayWith(mentors: readonly { name: string }[]): string {
  const [one, other] = mentors
  if (!one) return ''
  if (!other) return t('booking.times.with', { mentor: one.name })
  if (mentors.length === 2) return t('booking.times.withEither', { one: one.name, other: other.name })
  return t('booking.times.withOneOf', { one: one.name, count: mentors.length - 1 })
}

/** Everything a time's button shows, in words: "Tuesday 24 November, 13:30, 3 seats left, with Ana". */
export function sayOffer(time: OfferedTime, showPlace: boolean): string {
  const { startsAt, zone, schedule, free } = time
  const moment = [sayMoment(startsAt, zone), differsHere(startsAt, zone) && sayZone(zone), sayHere(startsAt, zone)]
    .filter(Boolean)
    .join(', ')
  if (free === 0) return t('booking.times.labelGone', { moment })
  const label = t('booking.times.label', { moment, seats: free, with: sayWith(freeMentors(time)) })
  return showPlace ? `${label}, ${t('booking.times.at', { place: schedule.place.name })}` : label
}
