import type { Appointment } from '#contract/appointments.ts'

const coming: readonly Appointment['status'][] = ['pending', 'booked', 'arrived']

/** The client who is here or comes next at `now` (epoch ms); null after the last one. */
export function nextVisit(appointments: readonly Appointment[], now: number): Appointment | null {
  return appointments.find(({ status, ends_at }) => coming.includes(status) && Date.parse(ends_at) > now) ?? null
}
