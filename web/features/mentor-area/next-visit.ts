import type { Appointment } from '#contract/appointments.ts'
import { awaitsOutcome } from '#domain/booking/status.ts'

/** The client who is here or comes next at `now` (epoch ms); null after the last one. */
export function nextVisit(appointments: readonly Appointment[], now: number): Appointment | null {
  return appointments.find(({ status, ends_at }) => awaitsOutcome(status) && Date.parse(ends_at) > now) ?? null
}
