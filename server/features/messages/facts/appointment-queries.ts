import { sql } from 'kysely'

// About an appointment: conditions and facts of its message `o`, with others `n` about the same appointment.

const revisionOf = (message: 'o' | 'n' | 's') => sql`(${sql.ref(`${message}.detail`)} ->> 'revision')::int`

/** An earlier move `n` that another worker has leased. In the same batch it is superseded. */
const isUnderWay = sql`n.kind = 'appointment_moved' AND ${revisionOf('n')} < ${revisionOf('o')} AND n.state IN ('waiting', 'sending')
  AND n.lease IS DISTINCT FROM o.lease AND n.lease IS NOT NULL`

/**
 * All messages since the last one that may have reached the client are moves, and the first began where it is now.
 */
export const movedBack = sql`coalesce((
  SELECT bool_and(n.kind = 'appointment_moved' AND (n.id = o.id OR NOT (${isUnderWay})))
    AND (array_agg(n.detail -> 'from' ORDER BY ${revisionOf('n')}))[1] = (SELECT appointment_time(a) FROM appointments a WHERE a.id = o.appointment_id)
  FROM outbox n WHERE n.appointment_id = o.appointment_id AND n.kind LIKE 'appointment\\_%' AND n.why IS DISTINCT FROM 'undone'
    AND ${revisionOf('n')} <= ${revisionOf('o')} AND ${revisionOf('n')} > coalesce((
      SELECT max(${revisionOf('s')}) FROM outbox s WHERE s.appointment_id = o.appointment_id AND s.kind LIKE 'appointment\\_%'
        AND ${revisionOf('s')} < ${revisionOf('o')} AND (s.state IN ('sent', 'delivered', 'shown', 'failed') OR s.why = 'answer_lost')), 0)), false)`

/** A later message about the same appointment tells more. */
export const isSuperseded = sql`o.kind LIKE 'appointment\\_%' AND EXISTS (SELECT FROM outbox n WHERE n.appointment_id = o.appointment_id AND n.kind LIKE 'appointment\\_%'
  AND n.why IS DISTINCT FROM 'undone' AND ${revisionOf('n')} > ${revisionOf('o')})`

/** A change before this one was never sent. */
export const hasEarlierUnsent = sql`EXISTS (SELECT FROM outbox n WHERE n.appointment_id = o.appointment_id AND n.kind = 'appointment_moved' AND n.why = 'superseded')`

/** Another worker is sending an earlier move at this moment. */
export const hasEarlierUnderWay = sql`EXISTS (SELECT FROM outbox n WHERE n.appointment_id = o.appointment_id AND ${isUnderWay})`

/** How the appointment stood before it was last moved or cancelled, at which place, and what staff gave as the reason. */
export const lastChange = sql`(SELECT json_build_object('before', e.before,
    'place_id', (SELECT s.place_id FROM schedules s WHERE s.id = (e.before ->> 'schedule_id')::uuid), 'reason', CASE WHEN e.actor_id = o.user_id THEN '' ELSE e.reason END)
  FROM audit e WHERE e.subject_id = o.appointment_id AND e.subject = 'appointment' AND e.action = replace(o.kind, 'appointment_', '')
  ORDER BY e.at DESC LIMIT 1)`
