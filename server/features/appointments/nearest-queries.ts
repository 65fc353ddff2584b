import { sql } from 'kysely'
import type { NearestTime } from '#contract/problem.ts'
import type { Connection } from '../../platform/database.ts'
import type { Scope } from '../../platform/scope.ts'

/** How far around a time that went others are looked for, in days: first close by, which is quick when many lose the same race at once. */
const nearby = { before: 1, after: 1 }
const around = { before: 14, after: 28 }
const mostNearest = 3

/** A time that went, and with whom it was wished for where that mattered. */
interface Wanted {
  schedule_id: string
  starts_at: string
  mentor_id?: string | null | undefined
}

/**
 * When hundreds lose the same race at once, they are all told what the first of them asked for. The time that they lost was gone before that, so it is never
 * among what they are offered.
 */
const underWay = new WeakMap<Connection, Map<string, Promise<NearestTime[]>>>()

/** Up to three free times nearest to one that went: the same support type, bookable now by clients, the same session's first where they are equally near. */
export function findNearestTimes(db: Connection, scope: Scope, wanted: Wanted): Promise<NearestTime[]> {
  const asked = underWay.get(db) ?? new Map<string, Promise<NearestTime[]>>()
  underWay.set(db, asked)
  const key = [wanted.schedule_id, Date.parse(wanted.starts_at), wanted.mentor_id].join(' ')
  const found = asked.get(key) ?? lookAround(db, scope, wanted).finally(() => asked.delete(key))
  asked.set(key, found)
  return found
}

async function lookAround(db: Connection, scope: Scope, wanted: Wanted): Promise<NearestTime[]> {
  const close = await findTimesAround(db, scope, wanted, nearby)
  return close.length === mostNearest ? close : findTimesAround(db, scope, wanted, around)
}

async function findTimesAround(
  db: Connection,
  { now }: Scope,
  wanted: Wanted,
  days: { before: number; after: number },
): Promise<NearestTime[]> {
  const { rows } = await sql<{
    schedule_id: string
    starts_at: string
    ends_at: string
    time_zone: string
    mentor_id: string
    mentor_name: string
    place_id: string
    place_name: string
    free: number
  }>`
    WITH bookable AS (
      SELECT x.schedule_id, x.starts_at, x.ends_at, x.mentor_id, x.roster, x.seats - x.taken - x.held AS free, s.place_id
      FROM schedules s JOIN slots x ON x.schedule_id = s.id, settings o
      WHERE s.support_type_id = (SELECT support_type_id FROM schedules WHERE id = ${wanted.schedule_id})
        AND s.status = 'published' AND coalesce(s.booking_opens_at, ${now}) <= ${now}
        AND s.local_date BETWEEN ${wanted.starts_at}::timestamptz::date - ${days.before}::int AND ${wanted.starts_at}::timestamptz::date + ${days.after}::int
        AND x.live AND x.blocked IS NULL AND x.taken + x.held < x.seats AND x.starts_at >= ${now}::timestamptz + make_interval(mins => o.notice_minutes) AND x.starts_at > ${now}
    ), first_of_each AS (
      SELECT DISTINCT ON (schedule_id, starts_at) * FROM bookable ORDER BY schedule_id, starts_at, roster
    )
    SELECT f.schedule_id, f.starts_at, f.ends_at, p.time_zone, m.id AS mentor_id, m.name AS mentor_name, p.id AS place_id, p.name AS place_name, f.free
    FROM first_of_each f JOIN users m ON m.id = f.mentor_id JOIN places p ON p.id = f.place_id
    ORDER BY abs(extract(epoch FROM f.starts_at - ${wanted.starts_at}::timestamptz)), f.schedule_id = ${wanted.schedule_id} DESC, f.starts_at
    LIMIT ${mostNearest}`.execute(db)
  return rows.map(({ mentor_id, mentor_name, place_id, place_name, ...time }) => ({
    ...time,
    mentor: { id: mentor_id, name: mentor_name },
    place: { id: place_id, name: place_name },
  }))
}
