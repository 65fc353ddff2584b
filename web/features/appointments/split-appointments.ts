import type { Appointment } from '#contract/appointments.ts'

const ahead = new Set<Appointment['status']>(['pending', 'booked', 'arrived'])

/** Not over yet, and the client is expected. One that is going on counts until its end. */
export const isUpcoming = ({ status, ends_at }: Appointment, now: number): boolean => ahead.has(status) && Date.parse(ends_at) > now

/**
 * A person's appointments as their page shows them: upcoming ones soonest first, everything else newest first.
 * Those in `keep` stay among the upcoming ones: what was cancelled a moment ago does not jump away under the finger.
 */
export function splitAppointments(appointments: readonly Appointment[], now: number, keep: ReadonlySet<string> = new Set()) {
  const isAhead = (appointment: Appointment) => keep.has(appointment.id) || isUpcoming(appointment, now)
  const unique = [...new Map(appointments.map(appointment => [appointment.id, appointment])).values()]
  return {
    upcoming: unique.filter(isAhead).toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at)),
    past: unique.filter(appointment => !isAhead(appointment)).toSorted((a, b) => Date.parse(b.starts_at) - Date.parse(a.starts_at)),
  }
}
