import type { Selectable } from 'kysely'
import type { Place } from '#contract/places.ts'
import type { Database } from '#database/types.ts'

export type PlaceRow = Selectable<Database['places']>

/** A place without its meeting link. Only appointments and editors of places contain the link. */
export function presentPlace({
  id,
  name,
  address,
  kind,
  time_zone,
  active,
  revision,
}: Omit<PlaceRow, 'meeting_url' | 'holiday_region'>): Place {
  return { id, name, address, kind, meeting_url: null, time_zone, active, revision }
}
