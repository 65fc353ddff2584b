import type { Selectable } from 'kysely'
import type { Place } from '#contract/places.ts'
import type { Database } from '#database/types.ts'

export type PlaceRow = Selectable<Database['places']>

/** A place as those see it who take part or plan; visitors' calls leave `meeting_url` out by their contract. */
export function presentPlace({ id, name, address, kind, meeting_url, time_zone, active, revision }: PlaceRow): Place {
  return { id, name, address, kind, meeting_url, time_zone, active, revision }
}
