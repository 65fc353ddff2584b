import type { Schedule } from '#contract/schedules.ts'
import type { ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatShortDay, formatTimesThere } from '../../lib/time.ts'

/** The slot that staff choose: a session, a time and a mentor (none: any free mentor). */
export interface SlotChoice {
  [key: string]: string
  support_type: string
  /** Sessions from this local date on; none: from now. */
  from: string
  schedule_id: string
  starts_at: string
  mentor: string
}

/** What staff choose from: sessions of a support type, and the slots of the chosen one with their free seats. */
export type SlotOffer = Pick<ResponseBody<'GET /api/appointments/create'>, 'slots' | 'sessions' | 'support_types'>
/** A session that can be chosen; `starts_at` and `ends_at` are RFC 3339, `free` counts seats. */
export type OfferedSession = SlotOffer['sessions'][number]

/** A schedule as an option of the form. */
export const toOfferedSession = ({ id, support_type_id, place, starts_at, ends_at, time_zone, seats }: Schedule): OfferedSession => ({
  id,
  support_type_id,
  place,
  starts_at,
  ends_at,
  time_zone,
  free: seats.free,
})

/** A session in one line: day and times on the place's clock, place, and free seats. */
export const formatSession = ({ place, starts_at, ends_at, time_zone, free }: OfferedSession): string =>
  t('slotChoice.sessionOption', {
    day: formatShortDay(starts_at, time_zone),
    times: formatTimesThere(starts_at, ends_at, time_zone),
    place: place.name,
    free,
  })

/** The times of a session with their free seats: with the chosen mentor, or with any. */
export function timesOf(
  slots: SlotOffer['slots'],
  { schedule_id, mentor }: SlotChoice,
): { starts_at: string; ends_at: string; free: number }[] {
  const times = new Map<string, { starts_at: string; ends_at: string; free: number }>()
  for (const slot of slots) {
    if (slot.schedule_id !== schedule_id || (mentor && slot.mentor.id !== mentor)) continue
    const known = times.get(slot.starts_at)
    times.set(slot.starts_at, { starts_at: slot.starts_at, ends_at: slot.ends_at, free: (known?.free ?? 0) + slot.free })
  }
  return [...times.values()]
}
