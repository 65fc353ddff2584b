import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { type CalendarEvent, type Invitation, writeCalendar, writeInvitation } from '../../../platform/icalendar.ts'

const statusOf = (status: AppointmentStatus): CalendarEvent['status'] => {
  if (status === 'cancelled' || status === 'entered-in-error') return 'CANCELLED'
  return status === 'pending' ? 'TENTATIVE' : 'CONFIRMED'
}

type Where = Pick<Appointment['place'], 'kind' | 'name' | 'address' | 'meeting_url'>

/** Where to go: a room with its address, or the link. */
export const sayWhere = ({ kind, name, address, meeting_url }: Where): string =>
  kind === 'online' ? (meeting_url ?? name) : [name, address].filter(Boolean).join(', ')

/**
 * An appointment in somebody's calendar, with what whoever reads that calendar may know of it. The same UID for ever, wherever it is moved, and a SEQUENCE that
 * rises with each change, so that a calendar that gets it again moves the event instead of doubling it.
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

/** What its client's calendar says of an appointment. Discreet: the kind of support stands nowhere in it (product rules §3, reminders). */
export const sayToClient = (reference: string, mentorName: string, place: Where) => ({
  title: `Appointment with ${mentorName}`,
  description: `Reference ${formatReference(reference)}`,
  location: sayWhere(place),
})

const eventForClient = (appointment: Appointment): CalendarEvent =>
  appointmentEvent(appointment, sayToClient(appointment.reference, appointment.mentor.name, appointment.place))

/** An appointment as an iCalendar file for its client. */
export const calendarFile = (appointment: Appointment, now: Date): string => writeCalendar([eventForClient(appointment)], now)

/** The same as an e-mail carries it. */
export const calendarInvitation = (appointment: Appointment, now: Date, invitation: Invitation): string =>
  writeInvitation(eventForClient(appointment), now, invitation)
