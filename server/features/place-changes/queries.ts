import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

/**
 * The change: a whole place, only its link (sessions with their own link keep it), or the link of one
 * session or several.
 */
export type ChangedPlace = { placeId: Reference; onlyLink: boolean } | { scheduleId: Reference } | { scheduleIds: readonly string[] }
/** An id, or the column that contains it. */
type Reference = string | RawBuilder<unknown>

/**
 * Condition on appointments `a` in sessions `s`: the change affects it, because its seat is held and it
 * has not started.
 */
export const isAffectedByPlaceChange = (
  changed: ChangedPlace,
  now: Date,
): RawBuilder<unknown> => sql`is_open_at(a.status, a.starts_at, ${now})
  AND ${
    'scheduleIds' in changed
      ? sql`s.id = ANY (${changed.scheduleIds}::uuid[])`
      : 'scheduleId' in changed
        ? sql`s.id = ${changed.scheduleId}`
        : sql`s.place_id = ${changed.placeId}${changed.onlyLink ? sql` AND s.meeting_url IS NULL` : sql``}`
  }`

/** For a select: the number of clients whom `notifyOfPlaceChange` would notify. */
export const countClientsToNotify = ({ now }: Scope, changed: ChangedPlace): RawBuilder<number> => sql<number>`(
  SELECT count(DISTINCT a.user_id)::int FROM appointments a JOIN schedules s ON s.id = a.schedule_id WHERE ${isAffectedByPlaceChange(changed, now)})`
