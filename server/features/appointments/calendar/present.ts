import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import type { Language } from '#contract/languages.ts'
import { locationOf } from '#domain/booking/event-location.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { holdsSeat } from '#domain/booking/status.ts'
import { type CalendarEvent, type Invitation, writeCalendar, writeInvitation } from '../../../platform/icalendar.ts'
import { say } from '../../../platform/text.ts'

const statusOf = (status: AppointmentStatus): CalendarEvent['status'] => {
  if (!holdsSeat(status)) return 'CANCELLED'
  return status === 'pending' ? 'TENTATIVE' : 'CONFIRMED'
}

type Where = Pick<Appointment['place'], 'kind' | 'name' | 'address'>

/** The client's page of an appointment; null if the site's address is unknown. */
export const appointmentPage = (origin: string | null, id: string): string | null => origin && `${origin}/my/appointments/${id}`

/**
 * An appointment as a calendar event, with the texts for the calendar's reader. The UID never changes and
 * SEQUENCE rises with each change, so that a calendar updates the event instead of duplicating it.
 */
export const appointmentEvent = (
  {
    id,
    status,
    revision,
    starts_at,
    ends_at,
    created_at,
  }: Pick<Appointment, 'id' | 'status' | 'revision' | 'starts_at' | 'ends_at' | 'created_at'>,
  says: Pick<CalendarEvent, 'title' | 'description' | 'location'>,
): CalendarEvent => ({
  uid: `${id}@openhour`,
  sequence: revision - 1,
  status: statusOf(status),
  starts_at,
  ends_at,
  created_at,
  ...says,
})

/** The texts of an appointment in its client's calendar, without the support type: others may see the calendar. */
export const formatForClient = (language: Language, reference: string, mentorName: string, place: Where, page: string | null) => ({
  title: say(language, ['calendar.appointmentWith', { name: mentorName }]),
  description: say(language, ['calendar.reference', { reference: formatReference(reference) }]),
  location: locationOf(place, page),
})

/** How long before the start the client's calendar reminds them, in minutes. */
const alarmMinutes = 60

const eventForClient = (appointment: Appointment, origin: string | null, language: Language): CalendarEvent => {
  const { id, reference, mentor, place } = appointment
  const event = appointmentEvent(appointment, formatForClient(language, reference, mentor.name, place, appointmentPage(origin, id)))
  return { ...event, alarm_minutes: alarmMinutes }
}

/** An appointment as an iCalendar file for its client. */
export const calendarFile = (appointment: Appointment, now: Date, origin: string | null, language: Language): string =>
  writeCalendar([eventForClient(appointment, origin, language)], now)

/** The same as part of an e-mail. */
export const calendarInvitation = (
  appointment: Appointment,
  now: Date,
  origin: string | null,
  language: Language,
  invitation: Invitation,
): string => writeInvitation(eventForClient(appointment, origin, language), now, invitation)
