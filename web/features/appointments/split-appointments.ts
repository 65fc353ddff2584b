import type { Appointment } from '#contract/appointments.ts'
import { awaitsOutcome } from '#domain/booking/status.ts'

/** Whether an appointment has not ended and its client is expected. */
export const isUpcoming = ({ status, ends_at }: Appointment, now: number): boolean => awaitsOutcome(status) && Date.parse(ends_at) > now

/**
 * Splits a user's appointments: upcoming ones soonest first, all others newest first. Those in `keep` stay
 * upcoming, so that an appointment that was just cancelled does not move.
 */
export function splitAppointments(appointments: readonly Appointment[], now: number, keep: ReadonlySet<string> = new Set()) {
  const isAhead = (appointment: Appointment) => keep.has(appointment.id) || isUpcoming(appointment, now)
  const unique = [...new Map(appointments.map(appointment => [appointment.id, appointment])).values()]
  return {
    upcoming: unique.filter(isAhead).toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at)),
    past: unique.filter(appointment => !isAhead(appointment)).toSorted((a, b) => Date.parse(b.starts_at) - Date.parse(a.starts_at)),
  }
}
