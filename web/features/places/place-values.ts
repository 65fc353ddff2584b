import type { OfferedPlace } from '#contract/places.ts'
import { isMeetingLink } from '#domain/booking/meeting-link.ts'
import { t } from '../../lib/messages.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'

/** Values of the place form. Names match the API's fields, so that the server's errors find them. */
export type PlaceValues = {
  name: string
  kind: 'in_person' | 'online'
  address: string
  meeting_url: string
  time_zone: string
  /** A country or region; empty for none. */
  holiday_region: string
}

/** Values for texts that name the placeholder `{room}` itself. */
export const roomText = { room: '{room}' }

/** A new place: in person, in the visitor's time zone. */
export const emptyPlace = (): PlaceValues => ({
  name: '',
  kind: 'in_person',
  address: '',
  meeting_url: '',
  time_zone: visitorZone(),
  holiday_region: '',
})

/** The form's values of a place; what it does not have is an empty text. */
export const valuesOf = ({ name, kind, address, meeting_url, time_zone, holiday_region }: OfferedPlace): PlaceValues => ({
  name,
  kind,
  address,
  meeting_url: meeting_url ?? '',
  time_zone,
  holiday_region: holiday_region ?? '',
})

/** Error texts by field. */
export const checkPlace = ({ name, kind, address, meeting_url }: PlaceValues) => ({
  name: name.trim() ? undefined : t('offering.missing'),
  address: kind === 'in_person' && !address.trim() ? t('placeForm.addressMissing') : undefined,
  meeting_url: kind === 'online' && meeting_url.trim() && !isMeetingLink(meeting_url.trim()) ? t('placeForm.linkBad', roomText) : undefined,
})

/** The request body. A place with an address has no meeting link. */
export const bodyOf = ({ meeting_url, ...values }: PlaceValues) => ({
  ...values,
  holiday_region: values.holiday_region || null,
  meeting_url: values.kind === 'online' ? meeting_url.trim() || null : null,
})
