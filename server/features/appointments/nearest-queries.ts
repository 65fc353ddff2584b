import { sql } from 'kysely'
import type { NearestTime } from '#contract/problem.ts'
import { defineBatch } from '../../platform/database/batch.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { defineSharedQuery } from '../../platform/database/shared-query.ts'

/**
 * Search distances around a taken time in days. The next one is used only if the previous finds too few
 * times.
 */
const distances = [
  { before: 1, after: 1 },
  { before: 4, after: 4 },
  { before: 14, after: 28 },
]
type Distance = (typeof distances)[number]
const maxNearest = 3

/** A time that is taken, for a client or for staff, whose rights differ. */
interface Wanted {
  schedule_id: string
  starts_at: string
  asStaff: boolean
}

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
  const [clients, staff] = await Promise.all([false, true].map(asStaff => findAs(db, asStaff, asked)))
  return asked.map(({ wanted }, index) => (wanted.asStaff ? staff : clients)?.[index] ?? [])
}

/** The nearest times of the requests with these rights, at their places in the batch. */
async function findAs(db: Connection, asStaff: boolean, asked: readonly { wanted: Wanted; now: Date }[]): Promise<NearestTime[][]> {
  const now = asked[0]?.now ?? new Date()
  const found: NearestTime[][] = asked.map(() => [])
  for (const distance of distances) {
    const places = [...found.keys()].filter(place => asked[place]?.wanted.asStaff === asStaff && (found[place]?.length ?? 0) < maxNearest)
    if (places.length === 0) break
    const times = await findNearestInDays(
      db,
      now,
      places.flatMap(place => asked[place]?.wanted ?? []),
      { ...distance, asStaff },
    )
    for (const [index, place] of places.entries()) found[place] = times[index] ?? []
  }
  return found
}

/** Up to three other times for each of the given times, within `days` of it. */
async function findNearestInDays(
  db: Connection,
  now: Date,
  wanted: readonly Wanted[],
  distance: Distance & Pick<Wanted, 'asStaff'>,
): Promise<NearestTime[][]> {
  const free = await findFreeTimes(db, now, wanted, distance)
  return wanted.map(({ schedule_id, starts_at }) => {
    const [at, from, to] = [Date.parse(starts_at), dayOf(starts_at) - distance.before, dayOf(starts_at) + distance.after]
    const kind = free.kinds.get(schedule_id)
    return free.times
      .filter(
        time =>
          time.support_type_id === kind?.support_type_id && time.interpreted === kind.interpreted && time.day >= from && time.day <= to,
      )
      .map(time => ({ time, away: Math.abs(time.at - at), other: time.schedule_id !== schedule_id }))
      .toSorted((a, b) => a.away - b.away || Number(a.other) - Number(b.other) || a.time.at - b.time.at)
      .slice(0, maxNearest)
      .map(({ time: { schedule_id: id, starts_at: starts, ends_at, time_zone, mentor, place, free: seats } }) => ({
        schedule_id: id,
        starts_at: starts,
        ends_at,
        time_zone,
        mentor,
        place,
        free: seats,
      }))
  })
}

interface Kind {
  support_type_id: string
  interpreted: boolean
}

interface FreeTime extends NearestTime, Kind {
  /** The session's date in days since 1970, and the start in milliseconds. */
  day: number
  at: number
}

const dayOf = (instant: string) => Math.floor(Date.parse(instant) / 86_400_000)

/**
 * The times that can be booked around any of the given times, one row per time of a session with the
 * mentor who comes first; and the support types of the given sessions, and whether they are interpreted.
 */
async function findFreeTimes(
  db: Connection,
  now: Date,
  wanted: readonly Wanted[],
  { before, after, asStaff }: Distance & Pick<Wanted, 'asStaff'>,
): Promise<{ times: FreeTime[]; kinds: Map<string, Kind> }> {
  const sessions = [...new Set(wanted.map(({ schedule_id }) => schedule_id))]
  const days = new Set(
    wanted.flatMap(({ starts_at }) => Array.from({ length: before + after + 1 }, (_, index) => dayOf(starts_at) - before + index)),
  )
  const kinds = await db.selectFrom('schedules').select(['id', 'support_type_id', 'interpreted']).where('id', 'in', sessions).execute()
  const { rows } = await sql<Omit<FreeTime, 'at'>>`
    WITH bookable AS (
      SELECT DISTINCT ON (x.schedule_id, x.starts_at) x.schedule_id, s.support_type_id, s.interpreted, s.local_date - '1970-01-01'::date AS day, x.starts_at, x.ends_at, x.mentor_id,
        x.seats - x.taken - x.held AS free, s.place_id
      FROM schedules s JOIN slots x ON x.schedule_id = s.id, settings o
      WHERE s.support_type_id = ANY (${[...new Set(kinds.map(({ support_type_id }) => support_type_id))]}::uuid[])
        AND s.local_date = ANY (${[...days].map(day => new Date(day * 86_400_000).toISOString().slice(0, 10))}::date[])
        AND is_bookable(x, s, ${now}, make_interval(mins => o.notice_minutes), ${sql.lit(asStaff)}, true)
      ORDER BY x.schedule_id, x.starts_at, x.roster
    )
    SELECT f.schedule_id, f.support_type_id, f.interpreted, f.day, f.starts_at, f.ends_at, p.time_zone, f.free,
      json_build_object('id', m.id, 'name', m.name) AS mentor, json_build_object('id', p.id, 'name', p.name) AS place
    FROM bookable f JOIN users m ON m.id = f.mentor_id JOIN places p ON p.id = f.place_id`.execute(db)
  return {
    times: rows.map(row => ({ ...row, at: Date.parse(row.starts_at) })),
    kinds: new Map(kinds.map(({ id, ...kind }) => [id, kind])),
  }
}
