import { sql } from 'kysely'
import type { ClosedDay, ClosedDayQuery, TimeOff, TimeOffQuery } from '#contract/absences.ts'
import type { Batch, Obstacle } from '#contract/batch.ts'
import { localDateOf } from '#domain/time/local-date.ts'
import { endOfLocalDay, startOfLocalDay } from '#domain/time/local-day.ts'
import { Temporal } from '#domain/time/temporal.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { presentObstacle, refuse } from '../../platform/refusal.ts'
import { holds, isOwnMentorId, type PersonScope } from '../../platform/scope.ts'
import { maxExported, streamInParts } from '../../platform/stream-in-parts.ts'
import { isUnfinished } from '../cancelling/queries.ts'
import { presentMentorName, type MentorRow } from '../schedules/present.ts'
import { timeTouchesDay } from '../schedules/days/queries.ts'
import { readSettingsRow } from '../site/queries.ts'
import { canReadReason } from './policy.ts'

/** A filter without its page, for exports. */
export type Unpaged<Query> = Omit<Query, 'page' | 'per_page'>

/** The ids on a page of a list, and how many it has. */
interface Found {
  total: number
  ids: string[]
}

const metaOf = (total: number, { page, per_page }: { page: number; per_page: number }) => ({
  page,
  per_page,
  total,
  last_page: Math.max(1, Math.ceil(total / per_page)),
})

const closedDayOrders: Record<ClosedDayQuery['sort'], ReturnType<typeof sql>> = {
  date: sql`c.date, p.name`,
  '-date': sql`c.date DESC, p.name`,
  place: sql`p.name, c.date`,
  '-place': sql`p.name DESC, c.date`,
}
const timeOffOrders: Record<TimeOffQuery['sort'], ReturnType<typeof sql>> = {
  starts: sql`o.starts_at, u.name`,
  '-starts': sql`o.starts_at DESC, u.name`,
  mentor: sql`u.name_key, o.starts_at`,
  '-mentor': sql`u.name_key DESC, o.starts_at`,
}

/** Closed days by date and place. */
export async function findClosedDays(db: Connection, scope: PersonScope, filter: ClosedDayQuery) {
  const { total, ids } = await findClosedDayIds(db, scope, filter)
  const places = await db
    .selectFrom('places')
    .select(['id', 'name', 'time_zone'])
    .where('active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return { data: await readClosedDays(db, scope, ids), meta: metaOf(total, filter), places }
}

/** All closed days of a filter in its order, in parts. Those added meanwhile are left out. */
export async function* streamClosedDays(db: Connection, scope: PersonScope, filter: Unpaged<ClosedDayQuery>): AsyncGenerator<ClosedDay[]> {
  const { ids } = await findClosedDayIds(db, scope, { ...filter, page: 1, per_page: maxExported })
  yield* streamInParts(ids, part => readClosedDays(db, scope, part))
}

async function findClosedDayIds(db: Connection, scope: PersonScope, filter: ClosedDayQuery): Promise<Found> {
  const { time_zone } = await readSettingsRow(db)
  const from = filter.from ?? localDateOf(Temporal.Instant.fromEpochMilliseconds(scope.now.getTime()), time_zone)
  const matching = sql`c.date >= ${from}::date AND (${filter.to ?? null}::date IS NULL OR c.date <= ${filter.to ?? null}::date)
    AND (${filter.place_id ?? null}::uuid IS NULL OR c.place_id = ${filter.place_id ?? null}::uuid)`
  const { rows } = await sql<Found>`SELECT (SELECT count(*)::int FROM closed_days c WHERE ${matching}) AS total,
    ARRAY(SELECT c.id FROM closed_days c JOIN places p ON p.id = c.place_id WHERE ${matching} ORDER BY ${closedDayOrders[filter.sort]}, c.id
      LIMIT ${filter.per_page} OFFSET ${(filter.page - 1) * filter.per_page}) AS ids`.execute(db)
  return rows[0] ?? { total: 0, ids: [] }
}

async function readClosedDays(db: Connection, scope: PersonScope, ids: readonly string[]): Promise<ClosedDay[]> {
  const these = sql`WHERE c.id = ANY (${ids}::uuid[]) ORDER BY array_position(${ids}::uuid[], c.id)`
  return (await selectClosedDays(scope, these).execute(db)).rows
}

/** One closed day; null when there is none. */
export async function findClosedDay(db: Connection, scope: PersonScope, id: string): Promise<ClosedDay | null> {
  const { rows } = await selectClosedDays(scope, sql`WHERE c.id = ${id}`).execute(db)
  return rows[0] ?? null
}

function selectClosedDays({ now }: PersonScope, rest: ReturnType<typeof sql>) {
  return sql<ClosedDay>`
    SELECT c.id, json_build_object('id', p.id, 'name', p.name, 'time_zone', p.time_zone) AS place, c.date, c.reason,
      -- Session by session: one index finds those near the day in any zone, another their appointments.
      (SELECT coalesce(sum(own.count), 0)::int FROM schedules s CROSS JOIN LATERAL (SELECT count(*) FROM appointments a
          WHERE a.schedule_id = s.id AND ${isUnfinished('a', { now })}
            AND ${timeTouchesDay('a', sql`c.date`)}) own
        WHERE s.place_id = c.place_id AND s.local_date BETWEEN c.date - 2 AND c.date + 1
          AND s.starts_at BETWEEN c.date - interval '4 days' AND c.date + interval '4 days'
      ) AS affected
    FROM closed_days c JOIN places p ON p.id = c.place_id ${rest}`
}

/** How many unfinished appointments of its mentor a time off or request overlaps. */
export const affectedBy = (off: 'o' | 'r', now: Date) => {
  const at = (column: string) => sql.ref(`${off}.${column}`)
  return sql<number>`(SELECT count(*)::int FROM appointments a WHERE a.mentor_id = ${at('mentor_id')}
    AND ${isUnfinished('a', { now })} AND a.starts_at < ${at('ends_at')} AND a.ends_at > ${at('starts_at')})`
}

interface TimeOffRow extends Omit<TimeOff, 'mentor' | 'reason'> {
  mentor: MentorRow
  reason: string
}

/**
 * Time off in the order asked for. `mentorId` null: of all mentors. Dates are in the organisation's
 * zone.
 */
export async function findTimeOff(db: Connection, scope: PersonScope, mentorId: string | null, filter: TimeOffQuery) {
  const { total, ids } = await findTimeOffIds(db, scope, mentorId, filter)
  return { data: await readTimeOff(db, scope, ids), meta: metaOf(total, filter) }
}

/** All time off of a filter in its order, in parts. What is added meanwhile is left out. */
export async function* streamTimeOff(
  db: Connection,
  scope: PersonScope,
  mentorId: string | null,
  filter: Unpaged<TimeOffQuery>,
): AsyncGenerator<TimeOff[]> {
  const { ids } = await findTimeOffIds(db, scope, mentorId, { ...filter, page: 1, per_page: maxExported })
  yield* streamInParts(ids, part => readTimeOff(db, scope, part))
}

async function findTimeOffIds(db: Connection, scope: PersonScope, mentorId: string | null, filter: TimeOffQuery): Promise<Found> {
  const { time_zone } = await readSettingsRow(db)
  const from = filter.from ? startOfLocalDay(filter.from, time_zone).toString() : scope.now.toISOString()
  const to = filter.to ? endOfLocalDay(filter.to, time_zone).toString() : null
  const matching = sql`o.ends_at > ${from}::timestamptz AND (${to}::timestamptz IS NULL OR o.starts_at < ${to}::timestamptz)
    AND (${mentorId}::uuid IS NULL OR o.mentor_id = ${mentorId}::uuid)`
  const { rows } = await sql<Found>`SELECT (SELECT count(*)::int FROM time_off o WHERE ${matching}) AS total,
    ARRAY(SELECT o.id FROM time_off o JOIN users u ON u.id = o.mentor_id WHERE ${matching} ORDER BY ${timeOffOrders[filter.sort]}, o.id
      LIMIT ${filter.per_page} OFFSET ${(filter.page - 1) * filter.per_page}) AS ids`.execute(db)
  return rows[0] ?? { total: 0, ids: [] }
}

async function readTimeOff(db: Connection, scope: PersonScope, ids: readonly string[]): Promise<TimeOff[]> {
  const these = sql`WHERE o.id = ANY (${ids}::uuid[]) ORDER BY array_position(${ids}::uuid[], o.id)`
  return (await selectTimeOff(scope, these).execute(db)).rows.map(row => presentTimeOff(scope, row))
}

/** One time off entry; null if it does not exist. */
export async function findTimeOffById(db: Connection, scope: PersonScope, id: string): Promise<TimeOff | null> {
  const { rows } = await selectTimeOff(scope, sql`WHERE o.id = ${id}`).execute(db)
  return rows[0] ? presentTimeOff(scope, rows[0]) : null
}

/** Which absences `removeTimeOffInBulk` would remove. */
export async function previewRemovals(
  db: Connection,
  scope: PersonScope,
  entries: Batch,
): Promise<{ id: string; problem: Obstacle | null }[]> {
  const ids = entries.map(({ id }) => id)
  const rows = await db.selectFrom('time_off').select(['id', 'revision']).where('id', 'in', ids).execute()
  const revisions = new Map(rows.map(row => [row.id, row.revision]))
  return entries.map(({ id, revision }) => {
    const known = revisions.get(id)
    const refusal = known === undefined ? refuse('not_found') : revision !== undefined && revision !== known ? refuse('stale') : null
    return { id, problem: refusal && presentObstacle(refusal, scope.language) }
  })
}

/** Whether the time off exists and the caller may delete it. */
export async function mayRemoveTimeOff(db: Connection, scope: PersonScope, id: string): Promise<boolean> {
  const row = await db.selectFrom('time_off').select('mentor_id').where('id', '=', id).executeTakeFirst()
  return row !== undefined && (isOwnMentorId(scope, row.mentor_id) || holds(scope, 'Schedule Edit'))
}

function selectTimeOff({ now }: PersonScope, rest: ReturnType<typeof sql>) {
  return sql<TimeOffRow>`
    SELECT o.id, json_build_object('id', u.id, 'name', u.name, 'photo_id', u.photo_id) AS mentor, o.starts_at, o.ends_at, settings.time_zone, o.reason,
      o.revision, ${affectedBy('o', now)} AS affected
    FROM time_off o JOIN users u ON u.id = o.mentor_id CROSS JOIN settings ${rest}`
}

const presentTimeOff = (scope: PersonScope, { mentor, reason, ...row }: TimeOffRow): TimeOff => ({
  ...row,
  mentor: presentMentorName(mentor),
  reason: canReadReason(scope, mentor.id) ? reason : null,
})
