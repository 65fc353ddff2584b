import { createEvent, type DateArray } from 'ics'
import type { Appointment } from '#contract/appointments.ts'

/** An instant as the calendar library wants it: UTC, field by field. */
function utcFields(instant: string): DateArray {
  const date = new Date(instant)
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()]
}

/** Every end of a line as the calendar library knows it: a lone carriage return would begin a property of the file for some readers. */
const onLines = (text: string) => text.replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')

/**
 * The appointment as an iCalendar file (RFC 5545), in UTC. Discreet: the kind of support stands nowhere in it (product rules §3, reminders).
 * The same UID for ever, a SEQUENCE that rises with each change, so that importing it again moves the event instead of doubling it.
 */
export function calendarFile(appointment: Appointment, now: Date): string {
  const { id, reference, place, revision, status, mentor, starts_at, ends_at } = appointment
  const { error, value } = createEvent({
    uid: `${id}@openhour`,
    sequence: revision - 1,
    status: status === 'cancelled' || status === 'entered-in-error' ? 'CANCELLED' : status === 'pending' ? 'TENTATIVE' : 'CONFIRMED',
    title: onLines(`Appointment with ${mentor.name}`),
    description: `Reference ${reference}`,
    location: onLines(place.kind === 'online' ? (place.meeting_url ?? place.name) : [place.name, place.address].filter(Boolean).join(', ')),
    start: utcFields(starts_at),
    startInputType: 'utc',
    startOutputType: 'utc',
    end: utcFields(ends_at),
    endInputType: 'utc',
    endOutputType: 'utc',
    productId: 'openhour',
    created: utcFields(appointment.created_at),
    lastModified: utcFields(now.toISOString()),
  })
  if (error || !value) throw error ?? new Error('no calendar file')
  return value
}
