import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

/**
 * What changed: all of a place, only its link (sessions with a link of their own keep it), or the link of
 * one session.
 */
export type ChangedPlace = { placeId: Reference; onlyLink: boolean } | { scheduleId: Reference }
/** An id, or the column that holds it. */
type Reference = string | RawBuilder<unknown>

/**
 * Which appointments `a` in sessions `s` such a change concerns: those that a client holds and that have
 * not begun.
 */
export const toldOfPlace = (
  changed: ChangedPlace,
  now: Date,
): RawBuilder<unknown> => sql`a.status IN ('pending', 'booked') AND a.starts_at > ${now}
  AND ${
    'scheduleId' in changed
      ? sql`s.id = ${changed.scheduleId}`
      : sql`s.place_id = ${changed.placeId}${changed.onlyLink ? sql` AND s.meeting_url IS NULL` : sql``}`
  }`

/** For a select: how many clients would be told of such a change, as `notifyOfPlaceChange` tells them. */
export const countClientsToTell = ({ now }: Scope, changed: ChangedPlace): RawBuilder<number> => sql<number>`(
  SELECT count(DISTINCT a.user_id)::int FROM appointments a JOIN schedules s ON s.id = a.schedule_id WHERE ${toldOfPlace(changed, now)})`
