import type { Appointment } from '#contract/appointments.ts'
import { daysBetween, localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'

/** Dates between booking and appointment, on the calendar of its place: one for the evening before. */
export function daysWaited({ created_at, starts_at, time_zone }: Pick<Appointment, 'created_at' | 'starts_at' | 'time_zone'>): number {
  const dateOf = (instant: string) => localDateOf(Temporal.Instant.from(instant), time_zone)
  return Math.max(0, daysBetween(dateOf(created_at), dateOf(starts_at)))
}
