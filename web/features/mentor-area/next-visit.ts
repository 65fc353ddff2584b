import type { Appointment } from '#contract/appointments.ts'

const coming: readonly Appointment['status'][] = ['pending', 'booked', 'arrived']

/** Whoever is there, or comes next, at that moment (epoch milliseconds); null when nobody does any more. */
export function nextVisit(appointments: readonly Appointment[], now: number): Appointment | null {
  return appointments.find(({ status, ends_at }) => coming.includes(status) && Date.parse(ends_at) > now) ?? null
}
