import { sql } from 'kysely'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import type { FoundFeed } from './queries.ts'
import { feedPeriodOf, maxEvents } from './policy.ts'

/** A session at a place, with its taken and total seats and no names. */
export interface SessionRow {
  id: string
  status: 'published' | 'cancelled'
  revision: number
  starts_at: string
  ends_at: string
  created_at: string
  mentors: string
  taken: number
  seats: number
}

const sessionsOfPlace = defineQuery(
  'sessions of a place',
  (_db, { placeId, from, to }: { placeId: Param<string>; from: Param<string>; to: Param<string> }) => sql<SessionRow>`
    SELECT s.id, s.status, s.revision, s.starts_at, s.ends_at, s.created_at, m.mentors, x.taken, x.seats
    FROM schedules s
      CROSS JOIN LATERAL (SELECT coalesce(sum(taken), 0)::int AS taken, coalesce(sum(seats), 0)::int AS seats
        FROM slots WHERE schedule_id = s.id AND live) x
      CROSS JOIN LATERAL (SELECT coalesce(string_agg(u.name, ', ' ORDER BY r.roster), '') AS mentors
        FROM schedule_mentors r JOIN users u ON u.id = r.mentor_id WHERE r.schedule_id = s.id) m
    WHERE s.place_id = ${placeId} AND s.starts_at >= ${from} AND s.starts_at < ${to} AND s.status <> 'draft'
    ORDER BY s.starts_at, s.id LIMIT ${maxEvents}`,
)

/** The sessions of a place's feed, by start, without drafts. */
export const listFeedSessions = (db: Connection, { now }: Scope, { place_id }: FoundFeed): Promise<SessionRow[]> =>
  place_id === null ? Promise.resolve([]) : sessionsOfPlace(db, { placeId: place_id, ...feedPeriodOf(now) })
