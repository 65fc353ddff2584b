import type { Selectable } from 'kysely'
import type { MentorName } from '#contract/people.ts'
import type { Availability, Schedule } from '#contract/schedules.ts'
import type { Database } from '#database/types.ts'
import { photoUrl } from '../people/present.ts'
import { presentPlace, type PlaceRow } from '../places/present.ts'
import { presentSupportType, type SupportTypeRow } from '../support-types/present.ts'

/** A mentor's row in the queries of schedules. */
export interface MentorRow {
  id: string
  name: string
  photo_id: string | null
}

/** What `scheduleQuery` selects. */
export interface ScheduleRow extends Omit<
  Selectable<Database['schedules']>,
  'created_at' | 'local_date' | 'meeting_url' | 'starts_repeated' | 'ends_repeated' | 'changed_alone'
> {
  support_type: SupportTypeRow
  place: PlaceRow
  /** In roster order. */
  mentors: MentorRow[]
  availability: Availability
  /** Of planned slots. Free seats are neither taken nor on offer to the waiting list. */
  seats_total: number
  seats_taken: number
  seats_free: number
}

/** A mentor's name as shown with a time. */
export const presentMentorName = ({ id, name, photo_id }: MentorRow): MentorName => ({ id, name, photo: photoUrl(photo_id) })

/** A schedule as the API shows it. */
export function presentSchedule(row: ScheduleRow): Schedule {
  const { id, support_type_id, starts_at, ends_at, slot_minutes, break_minutes, seats_per_slot, interpreted } = row
  const { status, availability, note, booking_opens_at, revision } = row
  return {
    id,
    support_type_id,
    support_type: presentSupportType(row.support_type),
    place: presentPlace(row.place),
    time_zone: row.place.time_zone,
    starts_at,
    ends_at,
    slot_minutes,
    break_minutes,
    seats_per_slot,
    interpreted,
    mentors: row.mentors.map(presentMentorName),
    status,
    availability,
    seats: { total: row.seats_total, taken: row.seats_taken, free: row.seats_free },
    note,
    booking_opens_at,
    revision,
  }
}
