import type { Place } from '#contract/places.ts'
import { meetingLinkProblem } from '#domain/booking/meeting-link.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { Sentence } from '../../platform/text.ts'

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
  const errors: Record<string, readonly Sentence[]> = {
    ...(isRoom && place.address === '' && { address: ['field.mustSayWherePeopleGo'] }),
    ...(linkProblem && { meeting_url: [linkProblem] }),
    ...(!zoneKnown && { time_zone: ['field.mustBeATimeZoneLike'] }),
    ...(!regionKnown && { holiday_region: ['field.mustBeACountryOrRegion'] }),
  }
  return Object.keys(errors).length > 0 ? refuse('invalid', { errors }) : null
}
