import type { Appointment } from '#contract/appointments.ts'
import type { Slot } from '#contract/schedules.ts'

/** A row of the working list: an appointment, or the free seats of a slot. */
export type DayRow =
  | { kind: 'appointment'; starts_at: string; serial: number; appointment: Appointment }
  | { kind: 'free'; starts_at: string; serial: number; slot: Slot }

/** The rows by time, then serial; free seats follow the appointments of their slot. */
export function dayRows(appointments: readonly Appointment[], slots: readonly Slot[]): DayRow[] {
  const people = appointments.map((appointment): DayRow => ({
    kind: 'appointment',
    starts_at: appointment.starts_at,
    serial: appointment.serial,
    appointment,
  }))
  const free = slots
    .filter(slot => slot.free > 0)
    .map((slot): DayRow => ({ kind: 'free', starts_at: slot.starts_at, serial: slot.serial + slot.seats - 0.5, slot }))
  return [...people, ...free].toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at) || a.serial - b.serial)
}

/** The next expected or waiting client, from twelve hours before the session on; otherwise null. */
export function nextClientId(appointments: readonly Appointment[], now: number): string | null {
  const soon = now + 12 * 3_600_000
  const waiting = appointments.filter(
    ({ status, starts_at, ends_at }) =>
      (status === 'booked' || status === 'arrived') && Date.parse(ends_at) > now && Date.parse(starts_at) < soon,
  )
  return waiting.toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at) || a.serial - b.serial)[0]?.id ?? null
}
