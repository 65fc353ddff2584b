import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../../../platform/scope.ts'

export interface AheadRow {
  sessions: number
  appointments: number
}

/** For a select: how many sessions are planned that are not over and fulfil a condition on `schedules`, and how many seats people hold in them. */
export const countAhead = (scope: Scope, condition: RawBuilder<unknown>): RawBuilder<AheadRow> => sql<AheadRow>`(
  SELECT json_build_object('sessions', count(*), 'appointments', coalesce(sum((
    SELECT sum(x.taken) FROM slots x WHERE x.schedule_id = schedules.id AND x.live AND x.ends_at > ${scope.now}
  )), 0)::int)
  FROM schedules WHERE ${condition} AND schedules.ends_at > ${scope.now} AND schedules.status <> 'cancelled')`
