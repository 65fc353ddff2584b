import { sql } from 'kysely'
import type { NearestTime } from '#contract/problem.ts'
import { defineBatch } from '../../platform/database/batch.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { defineSharedQuery } from '../../platform/database/shared-query.ts'
import { isBookable } from '../schedules/bookable/queries.ts'

/**
 * Search distances around a taken time in days. The next one is used only if the previous finds too few
 * times.
 */
const distances = [
  { before: 1, after: 1 },
  { before: 4, after: 4 },
  { before: 14, after: 28 },
]
const maxNearest = 3

/** A time that is taken, for a client or for staff, whose rights differ. */
interface Wanted {
  schedule_id: string
  starts_at: string
  asStaff: boolean
  /** Only times of mentors who speak it; null: of all. */
  language: string | null
}

type Filter = Pick<Wanted, 'asStaff' | 'language'>

/** Callers who lose the same race share one query. */
const findNearest = defineBatch('nearest', findNearestForAll, { maxSize: 200, maxConcurrent: 1 })

/**
 * Up to three free times nearest to a taken one, bookable by the caller now, of the same support type, and like it
 * kept for appointments with an interpreter or not. Of equally near times, the same session's come first.
 */
export const findNearestTimes = defineSharedQuery('nearest times', (db, { now }, wanted: Wanted): Promise<NearestTime[]> =>
  findNearest(db, { wanted, now }),
)

async function findNearestForAll(db: Connection, asked: readonly { wanted: Wanted; now: Date }[]): Promise<NearestTime[][]> {
  const filters = [...new Map(asked.map(({ wanted }) => [filterKey(wanted), wanted])).entries()]
  const found = new Map(await Promise.all(filters.map(async ([key, filter]) => [key, await findWith(db, filter, asked)] as const)))
  return asked.map(({ wanted }, index) => found.get(filterKey(wanted))?.[index] ?? [])
}

const filterKey = ({ asStaff, language }: Filter) => `${asStaff} ${language ?? ''}`

/** The nearest times of the requests with this filter, at their places in the batch. */
async function findWith(db: Connection, filter: Filter, asked: readonly { wanted: Wanted; now: Date }[]): Promise<NearestTime[][]> {
  const now = asked[0]?.now ?? new Date()
  const found: NearestTime[][] = asked.map(() => [])
  const isAlike = (place: number) => asked[place] !== undefined && filterKey(asked[place].wanted) === filterKey(filter)
  for (const distance of distances) {
    const places = [...found.keys()].filter(place => isAlike(place) && (found[place]?.length ?? 0) < maxNearest)
    if (places.length === 0) break
    const wanted = places.flatMap(place => asked[place]?.wanted ?? [])
    const rows = await nearestTimes(db, {
      schedules: wanted.map(({ schedule_id }) => schedule_id),
      starts: wanted.map(({ starts_at }) => starts_at),
      asStaff: filter.asStaff,
      language: filter.language,
      now,
      ...distance,
    })
    for (const place of places) found[place] = []
    for (const { ordinal, ...time } of rows) found[places[ordinal - 1] ?? -1]?.push(time)
  }
  return found
}

/**
 * The nearest free times of each of the given times, on the days around it: one row per time of a session, with the
 * mentor who comes first. Reads the slots session by session, also while the tables are too small for statistics.
 */
const nearestTimes = defineQuery(
  'nearest times',
  (
    _db,
    {
      schedules,
      starts,
      asStaff,
      language,
      now,
      before,
      after,
    }: {
      schedules: Param<readonly string[]>
      starts: Param<readonly string[]>
      asStaff: Param<boolean>
      language: Param<string> | undefined
      now: Param<Date>
      before: Param<number>
      after: Param<number>
    },
  ) => sql<NearestTime & { ordinal: number }>`
    WITH wanted AS MATERIALIZED (
      SELECT w.ordinal::int, w.starts_at, s.id, s.support_type_id, s.interpreted,
        (w.starts_at AT TIME ZONE 'UTC')::date - ${before}::int AS since, (w.starts_at AT TIME ZONE 'UTC')::date + ${after}::int AS until
      FROM unnest(${schedules}::uuid[], ${starts}::timestamptz[]) WITH ORDINALITY w(schedule_id, starts_at, ordinal)
        JOIN schedules s ON s.id = w.schedule_id JOIN support_types t ON t.id = s.support_type_id
      -- A retired support type is offered to staff only, as in choose_slot.
      WHERE t.active OR ${asStaff}::boolean
    ), free AS MATERIALIZED (
      SELECT s.id, s.support_type_id, s.interpreted, s.local_date, s.place_id, x.*
      FROM settings o CROSS JOIN schedules s CROSS JOIN LATERAL (
        SELECT DISTINCT ON (x.starts_at) x.starts_at, x.ends_at, x.mentor_id, x.seats - x.taken - x.held AS seats
        FROM slots x
        WHERE x.schedule_id = s.id AND ${isBookable('x', 's', { now, notice: sql.ref('o.notice_minutes'), asStaff })}
          ${language ? sql`AND x.mentor_id = ANY (ARRAY(SELECT id FROM users WHERE working_languages @> ARRAY[${language}::text]))` : sql``}
        ORDER BY x.starts_at, x.roster) x
      -- is_bookable asks for it too, but only here does the index schedules_searched apply.
      WHERE s.status = 'published' AND s.support_type_id = ANY (ARRAY(SELECT support_type_id FROM wanted))
        AND s.local_date = ANY (ARRAY(SELECT w.since + day FROM wanted w, generate_series(0, ${before}::int + ${after}::int) day))
    )
    SELECT w.ordinal, f.id AS schedule_id, f.starts_at, f.ends_at, p.time_zone, f.seats AS free,
      json_build_object('id', m.id, 'name', m.name) AS mentor, json_build_object('id', p.id, 'name', p.name) AS place
    FROM wanted w CROSS JOIN LATERAL (
      SELECT f.*, row_number() OVER (ORDER BY greatest(f.starts_at - w.starts_at, w.starts_at - f.starts_at), f.id <> w.id, f.starts_at, f.id) AS rank
      FROM free f
      WHERE f.support_type_id = w.support_type_id AND f.interpreted = w.interpreted AND f.local_date BETWEEN w.since AND w.until
      ORDER BY rank LIMIT ${sql.lit(maxNearest)}) f
      JOIN users m ON m.id = f.mentor_id JOIN places p ON p.id = f.place_id
    ORDER BY w.ordinal, f.rank`,
)
