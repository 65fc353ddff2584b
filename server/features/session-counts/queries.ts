import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

/** Current and future sessions, and the appointments in them. */
export interface AheadRow {
  sessions: number
  appointments: number
}

/**
 * For a select: the number of current and future sessions that fulfil a condition on `schedules`, and of
 * the seats taken in them. Future sessions use the stored counts (`schedule_seats`); a current session
 * counts its remaining slots.
 */
export const countAhead = (scope: Scope, condition: RawBuilder<unknown>): RawBuilder<AheadRow> => sql<AheadRow>`(
  SELECT json_build_object('sessions', count(*), 'appointments', coalesce(sum(CASE WHEN schedules.starts_at > ${scope.now} THEN k.taken ELSE (
    SELECT sum(x.taken) FROM slots x WHERE x.schedule_id = schedules.id AND x.live AND x.ends_at > ${scope.now}
  ) END), 0)::int)
  FROM schedules LEFT JOIN schedule_seats k ON k.schedule_id = schedules.id
  WHERE ${condition} AND schedules.ends_at > ${scope.now} AND schedules.status <> 'cancelled')`
