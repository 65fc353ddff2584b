import { sql, type RawBuilder } from 'kysely'
import { seatHoldingStatuses } from '#domain/booking/status.ts'
import type { Scope } from '../../../platform/scope.ts'

export interface AheadRow {
  sessions: number
  appointments: number
}

/** For a select: how many sessions are planned that are not over and fulfil a condition on `schedules`, and how many seats people hold in them. */
export const countAhead = (scope: Scope, condition: RawBuilder<unknown>): RawBuilder<AheadRow> => sql<AheadRow>`(
  SELECT json_build_object('sessions', count(*), 'appointments', coalesce(sum((
    SELECT count(*) FROM appointments a
    WHERE a.schedule_id = schedules.id AND a.status = ANY (${seatHoldingStatuses}::text[]) AND a.ends_at > ${scope.now}
  )), 0)::int)
  FROM schedules WHERE ${condition} AND schedules.ends_at > ${scope.now} AND schedules.status <> 'cancelled')`
