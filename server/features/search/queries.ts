import { sql } from 'kysely'
import type { MentorName } from '#contract/people.ts'
import type { FreeDay, SearchedSchedule } from '#contract/search.ts'
import type { Slot } from '#contract/schedules.ts'
import type { Connection } from '../../platform/database.ts'
import type { Scope } from '../../platform/scope.ts'
import type { PlaceRow } from '../places/present.ts'
import { presentPlace } from '../places/present.ts'
import { presentMentorName, presentSchedule, type MentorRow } from '../schedules/present.ts'
import { scheduleQuery } from '../schedules/queries.ts'

interface Filter {
  support_type_id: string
  place_id: string | undefined
  mentor_id: string | undefined
  /** Clients can book until this long before the start, in minutes. */
  notice_minutes: number
}

/**
 * The first moment whose slots a client can still book: at the very edge of the notice period they can, at their own start never. Never
 * either where the place is closed or the mentor away.
 */
const isAhead = ({ now }: Scope, notice: number) => {
  const edge = new Date(now.getTime() + notice * 60_000)
  return sql<boolean>`(x.starts_at >= ${edge} AND x.starts_at > ${now} AND x.blocked IS NULL)`
}

interface DayRow {
  date: string
  free: number
  places: string[]
  live_ahead: number
  opened_ahead: number
  not_started: number
  /** Slots that have not started and are not blocked. */
  standing: number
  closed: number
}

/** Local dates with at least one published session, each with the seats that a client could book now, or the one reason why there are none. */
export async function findFreeDays(
  db: Connection,
  scope: Scope,
  { support_type_id, place_id, mentor_id, notice_minutes, from, to }: Filter & { from: string; to: string },
): Promise<FreeDay[]> {
  const ahead = isAhead(scope, notice_minutes)
  const opened = sql<boolean>`(s.booking_opens_at IS NULL OR s.booking_opens_at <= ${scope.now})`
  const free = sql<number>`x.seats - x.taken - x.held`
  const { rows } = await sql<DayRow>`
    SELECT s.local_date AS date,
      coalesce(sum(${free}) FILTER (WHERE ${ahead} AND ${opened}), 0)::int AS free,
      coalesce(array_agg(DISTINCT s.place_id) FILTER (WHERE ${ahead} AND ${opened} AND ${free} > 0), '{}') AS places,
      count(*) FILTER (WHERE ${ahead})::int AS live_ahead,
      count(*) FILTER (WHERE ${ahead} AND ${opened})::int AS opened_ahead,
      count(*) FILTER (WHERE x.starts_at > ${scope.now})::int AS not_started,
      count(*) FILTER (WHERE x.starts_at > ${scope.now} AND x.blocked IS NULL)::int AS standing,
      count(*) FILTER (WHERE x.starts_at > ${scope.now} AND x.blocked = 'closed_day')::int AS closed
    FROM schedules s JOIN slots x ON x.schedule_id = s.id AND x.live
    WHERE s.support_type_id = ${support_type_id} AND s.status = 'published' AND s.local_date BETWEEN ${from}::date AND ${to}::date
      AND (${place_id ?? null}::uuid IS NULL OR s.place_id = ${place_id ?? null}::uuid)
      AND (${mentor_id ?? null}::uuid IS NULL OR x.mentor_id = ${mentor_id ?? null}::uuid)
    GROUP BY s.local_date ORDER BY s.local_date`.execute(db)
  return rows.map(row => ({ date: row.date, free: row.free, places: row.places, why: whyNothing(row) }))
}

function whyNothing({ free, live_ahead, opened_ahead, not_started, standing, closed }: DayRow): FreeDay['why'] {
  if (free > 0) return null
  if (not_started === 0) return 'past'
  if (standing === 0) return closed > 0 ? 'closed_day' : 'mentor_away'
  if (live_ahead === 0) return 'notice'
  return opened_ahead === 0 ? 'not_open_yet' : 'full'
}

/** The places and mentors that a person can filter by: those with a published session of this support type in the span. */
export async function listSearchFilters(
  db: Connection,
  _scope: Scope,
  { support_type_id, from, to }: { support_type_id: string; from: string; to: string },
) {
  const inSpan = sql`s.support_type_id = ${support_type_id} AND s.status = 'published' AND s.local_date BETWEEN ${from}::date AND ${to}::date`
  const [places, mentors] = await Promise.all([
    sql<PlaceRow>`SELECT p.* FROM places p WHERE EXISTS (SELECT 1 FROM schedules s WHERE s.place_id = p.id AND ${inSpan}) ORDER BY p.kind, p.name`.execute(
      db,
    ),
    sql<MentorRow>`SELECT u.id, u.name, u.photo_id FROM users u
      WHERE EXISTS (SELECT 1 FROM schedule_mentors m JOIN schedules s ON s.id = m.schedule_id WHERE m.mentor_id = u.id AND ${inSpan}) ORDER BY u.name`.execute(
      db,
    ),
  ])
  return { places: places.rows.map(presentPlace), mentors: mentors.rows.map(presentMentorName) satisfies MentorName[] }
}

/** One local date's published sessions with their slots that have not started and are not blocked; `free` counts the seats that a client can book now. */
export async function findSessionsOfDay(
  db: Connection,
  scope: Scope,
  { support_type_id, place_id, mentor_id, notice_minutes, date }: Filter & { date: string },
): Promise<SearchedSchedule[]> {
  const rows = await scheduleQuery(db, scope, notice_minutes)
    .where('schedules.support_type_id', '=', support_type_id)
    .where('schedules.status', '=', 'published')
    .where('schedules.local_date', '=', date)
    .where(({ eb, val }) => (place_id === undefined ? eb.lit(true) : eb('schedules.place_id', '=', val(place_id))))
    .orderBy('schedules.starts_at')
    .orderBy('schedules.id')
    .execute()
  const slots = await findSlots(
    db,
    scope,
    rows.map(({ id }) => id),
    { mentor_id, notice_minutes },
  )
  return rows
    .map(row => ({ ...presentSchedule(row), slots: slots.get(row.id) ?? [] }))
    .filter(({ slots: own }) => mentor_id === undefined || own.length > 0)
}

interface SlotRow {
  schedule_id: string
  mentor: MentorRow
  starts_at: string
  ends_at: string
  serial: number
  seats: number
  free: number
}

async function findSlots(
  db: Connection,
  scope: Scope,
  scheduleIds: string[],
  { mentor_id, notice_minutes }: Pick<Filter, 'mentor_id' | 'notice_minutes'>,
): Promise<Map<string, Slot[]>> {
  const { rows } = await sql<SlotRow>`
    SELECT x.schedule_id, json_build_object('id', u.id, 'name', u.name, 'photo_id', u.photo_id) AS mentor, x.starts_at, x.ends_at, x.first_serial AS serial, x.seats,
      CASE WHEN ${isAhead(scope, notice_minutes)} AND coalesce(s.booking_opens_at <= ${scope.now}, true) THEN x.seats - x.taken - x.held ELSE 0 END AS free
    FROM slots x JOIN schedules s ON s.id = x.schedule_id JOIN users u ON u.id = x.mentor_id
    WHERE x.schedule_id = ANY (${scheduleIds}::uuid[]) AND x.live AND x.blocked IS NULL AND x.starts_at > ${scope.now}
      AND (${mentor_id ?? null}::uuid IS NULL OR x.mentor_id = ${mentor_id ?? null}::uuid)
    ORDER BY x.starts_at, x.roster`.execute(db)
  const bySchedule = new Map<string, Slot[]>()
  for (const { mentor, ...slot } of rows) {
    const presented = { ...slot, mentor: presentMentorName(mentor) }
    bySchedule.set(slot.schedule_id, [...(bySchedule.get(slot.schedule_id) ?? []), presented])
  }
  return bySchedule
}

/** What kind of help a published schedule is for: where a change of its seats belongs. Drafts are nobody's business but staff's. */
export async function supportTypeOfSchedule(db: Connection, id: string): Promise<string | null> {
  const published = db.selectFrom('schedules').select('support_type_id').where('id', '=', id).where('status', '=', 'published')
  return (await published.executeTakeFirst())?.support_type_id ?? null
}
