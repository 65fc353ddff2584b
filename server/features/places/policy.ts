import type { Place } from '#contract/places.ts'
import { meetingLinkProblem } from '#domain/booking/meeting-link.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'

/**
 * The problems of a place as a whole (422 by field): a room needs an address and has no meeting link.
 * Null if there are none.
 */
export function placeProblems(
  place: Pick<Place, 'kind' | 'address' | 'meeting_url'>,
  { zoneKnown, regionKnown }: { zoneKnown: boolean; regionKnown: boolean },
): Refusal | null {
  const isRoom = place.kind === 'in_person'
  const linkProblem = meetingLinkProblem(place.meeting_url, !isRoom)
  const errors = {
    ...(isRoom && place.address === '' && { address: ['must say where people go'] }),
    ...(linkProblem && { meeting_url: [linkProblem] }),
    ...(!zoneKnown && { time_zone: ['must be a time zone like Europe/London'] }),
    ...(!regionKnown && { holiday_region: ['must be a country or region like GB or GB-ENG'] }),
  }
  return Object.keys(errors).length > 0 ? refuse('invalid', { errors }) : null
}
