import { sql } from 'kysely'
import type { Param } from '../../../platform/database/compiled-query.ts'

// About sessions and times: facts of a message `o`.

const instant = (column: ReturnType<typeof sql>) => sql`rfc3339(${column})`

const namedPlace = sql`json_build_object('id', p.id, 'name', p.name)`

/** The members of a session `s` at its place `p`. */
const ofSession = sql`'starts_at', ${instant(sql`s.starts_at`)}, 'ends_at', ${instant(sql`s.ends_at`)}, 'time_zone', p.time_zone, 'place', ${namedPlace}`

/** A cancelled session, and later ones that were cancelled with it. */
export const cancelledSession = sql`(
  SELECT json_build_object('status', s.status, ${ofSession}, 'reason', s.cancel_reason, 'more', (
    SELECT coalesce(json_agg(json_build_object(${ofSession}) ORDER BY s.starts_at, s.id), '[]')
    FROM jsonb_array_elements_text(coalesce(o.detail -> 'more', '[]')) x(id) JOIN schedules s ON s.id = x.id::uuid JOIN places p ON p.id = s.place_id))
  FROM schedules s JOIN places p ON p.id = s.place_id WHERE s.id = (o.detail ->> 'schedule_id')::uuid)`

/** A waiting-list entry, and the seat on offer to it. */
export const waitingEntry = sql`(
  SELECT json_build_object('state', w.state, 'slot_id', w.offered_slot_id, 'offer', CASE WHEN w.state = 'offered' THEN json_build_object(
    'starts_at', ${instant(sql`x.starts_at`)}, 'ends_at', ${instant(sql`x.ends_at`)}, 'time_zone', p.time_zone, 'place', ${namedPlace}, 'mentor', m.name, 'mentor_id', m.id,
    'offer_ends_at', ${instant(sql`w.offer_ends_at`)}) END)
  FROM waiting_list w LEFT JOIN slots x ON x.id = w.offered_slot_id LEFT JOIN schedules s ON s.id = x.schedule_id LEFT JOIN places p ON p.id = s.place_id
    LEFT JOIN users m ON m.id = x.mentor_id WHERE w.id = (o.detail ->> 'entry_id')::uuid)`

/** What is still ahead of a mentor's day that was reassigned: the appointments of `list` that are (`ours`) with the reader. */
const visits = (list: string, ours: boolean, now: Param<Date>) => sql`
  (SELECT coalesce(json_agg(json_build_object('reference', a.reference, 'starts_at', ${instant(sql`a.starts_at`)}, 'time_zone', p.time_zone) ORDER BY a.starts_at), '[]')
    FROM jsonb_array_elements_text(coalesce(o.detail -> ${list}, '[]')) x(id) JOIN appointments a ON a.id = x.id::uuid
    JOIN schedules s ON s.id = a.schedule_id JOIN places p ON p.id = s.place_id
    WHERE a.starts_at > ${now} AND (a.mentor_id = o.user_id AND holds_seat(a.status)) = ${sql.lit(ours)})`

/** A mentor's day that was reassigned. */
export const reassignedDay = (now: Param<Date>) =>
  sql`json_build_object('taken_over', ${visits('taken_over', true, now)}, 'lost', ${visits('lost', false, now)})`
