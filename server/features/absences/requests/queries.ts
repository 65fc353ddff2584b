import { type RawBuilder, sql } from 'kysely'
import type { TimeOffRequest } from '#contract/time-off-requests.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { PersonScope, Scope } from '../../../platform/scope.ts'
import { type MentorRow, presentMentorName } from '../../schedules/present.ts'
import { isDecidable, ownLately } from '../../schedules/mentor-requests/queries.ts'
import { affectedBy } from '../queries.ts'

type Row = Omit<TimeOffRequest, 'mentor'> & { mentor: MentorRow }

async function selectRequests(db: Connection, { now }: Scope, rest: RawBuilder<unknown>): Promise<TimeOffRequest[]> {
  const { rows } = await sql<Row>`
    SELECT r.id, json_build_object('id', u.id, 'name', u.name, 'photo_id', u.photo_id) AS mentor, r.starts_at, r.ends_at,
      settings.time_zone, r.note, r.state, r.reason, r.created_at, r.decided_at, ${affectedBy('r', now)} AS affected
    FROM time_off_requests r JOIN users u ON u.id = r.mentor_id CROSS JOIN settings ${rest}`.execute(db)
  return rows.map(({ mentor, ...row }) => ({ ...row, mentor: presentMentorName(mentor) }))
}

/** The caller's open requests, then those decided lately. */
export const findOwnRequests = (db: Connection, scope: PersonScope): Promise<TimeOffRequest[]> =>
  selectRequests(db, scope, ownLately('r', scope))

/** Open requests of people who are active mentors now, oldest first. */
export const findOpenRequests = (db: Connection, scope: Scope): Promise<TimeOffRequest[]> =>
  selectRequests(db, scope, sql`WHERE ${isDecidable('r')} ORDER BY r.created_at, r.id`)

/** How many requests wait for a decision. */
export const countOpenRequests = sql`(SELECT count(*)::int FROM time_off_requests r WHERE ${isDecidable('r')})`

/** One request; undefined if there is none. */
export async function findRequest(db: Connection, scope: Scope, id: string): Promise<TimeOffRequest | undefined> {
  const [request] = await selectRequests(db, scope, sql`WHERE r.id = ${id}`)
  return request
}
