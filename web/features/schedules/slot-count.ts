import { slotTimesIn } from '#domain/availability/session.ts'
import { resolveTimes, resolvedInstant, type ScheduleValues } from './schedule-values.ts'

/** Slots per mentor, total slots and total seats; null while the form is incomplete. */
export function countSlots(values: ScheduleValues, zone: string): { each: number; slots: number; seats: number } | null {
  const times = resolveTimes(values, zone)
  const starts_at = times && resolvedInstant(times.start, values.starts_which)
  const ends_at = times && resolvedInstant(times.end, values.ends_which)
  const [slot_minutes = 0, break_minutes = 0, seats = 0] = [values.slot_minutes, values.break_minutes, values.seats_per_slot].map(Number)
  if (!starts_at || !ends_at || !(slot_minutes >= 5) || !(break_minutes >= 0) || !(seats >= 1)) return null
  const each = slotTimesIn({ starts_at, ends_at, slot_minutes, break_minutes })
  const slots = each * values.mentor_ids.length
  return { each, slots, seats: slots * seats }
}
