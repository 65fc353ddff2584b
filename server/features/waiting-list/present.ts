import type { WaitingEntry } from '#contract/waiting-list.ts'
import { photoUrl } from '../people/present.ts'
import { presentPlace, type PlaceRow } from '../places/present.ts'
import { presentMentorName, type MentorRow } from '../schedules/present.ts'
import { presentSupportType, type SupportTypeRow } from '../support-types/present.ts'

/** A row of `entriesQuery`. */
export interface EntryRow extends Pick<
  WaitingEntry,
  'id' | 'from_date' | 'to_date' | 'language' | 'interpreter' | 'state' | 'unanswered' | 'appointment_id' | 'revision' | 'created_at'
> {
  user: MentorRow & { phone: string | null }
  support_type: SupportTypeRow
  place: PlaceRow | null
  mentor: MentorRow | null
  ahead: number
  passed_over: WaitingEntry['passed_over']
  offer_ends_at: string | null
  offer: { schedule_id: string; place: PlaceRow; mentor: MentorRow } | null
  offer_starts: string | null
  offer_stops: string | null
}

/**
 * An entry as its client and staff see it, without an expired offer even before the job has ended
 * it.
 */
export function presentEntry(row: EntryRow, now: Date): WaitingEntry {
  const {
    id,
    from_date,
    to_date,
    language,
    interpreter,
    unanswered,
    appointment_id,
    revision,
    created_at,
    offer,
    offer_ends_at,
    offer_starts,
    offer_stops,
  } = row
  const isOpen = row.state === 'offered' && offer_ends_at !== null && Date.parse(offer_ends_at) > now.getTime()
  const state = row.state === 'offered' && !isOpen ? 'waiting' : row.state
  return {
    id,
    user: { id: row.user.id, name: row.user.name, phone: row.user.phone, photo: photoUrl(row.user.photo_id) },
    support_type: presentSupportType(row.support_type),
    place: row.place && presentPlace(row.place),
    mentor: row.mentor && presentMentorName(row.mentor),
    language,
    interpreter,
    from_date,
    to_date,
    state,
    ahead: state === 'waiting' ? row.ahead : null,
    passed_over: state === 'waiting' ? row.passed_over : null,
    offer:
      isOpen && offer && offer_starts && offer_stops
        ? {
            schedule_id: offer.schedule_id,
            starts_at: offer_starts,
            ends_at: offer_stops,
            time_zone: offer.place.time_zone,
            place: presentPlace(offer.place),
            mentor: presentMentorName(offer.mentor),
            until: offer_ends_at,
          }
        : null,
    unanswered,
    appointment_id,
    revision,
    created_at,
  }
}
