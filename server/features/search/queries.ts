import { sql, type RawBuilder } from 'kysely'
import type { MentorName } from '#contract/people.ts'
import type { FreeDay, SearchedSchedule, SearchedSlot } from '#contract/search.ts'
import { hoursOf, type PartOfDay } from '#domain/time/local-time.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import type { PlaceRow } from '../places/present.ts'
import { presentPlace } from '../places/present.ts'
import { presentMentorName, presentSchedule, type MentorRow } from '../schedules/present.ts'
import { startsOnDay, touchesDays } from '../schedules/days/queries.ts'
import { isActiveMentor } from '../schedules/planning/queries.ts'
import { bookingObstacle, isAhead, isBookable, type BookingMoment } from '../schedules/bookable/queries.ts'
import { scheduleQuery } from '../schedules/queries.ts'

interface Filter {
  support_type_id: string
  place_id: string | undefined
  mentor_id: string | undefined
  /** Only times of mentors who speak it. */
  language: string | undefined
  /** Only times on this day of the week (1 is Monday) and in this part of the day, on the place's own clock. */
  weekday?: number | undefined
  part?: PartOfDay | undefined
  /** Minutes before the start until which clients can book. */
  notice_minutes: number
  /** Counts the seats that staff may book. */
  asStaff: boolean
  /** Also the sessions whose times are kept for appointments that need an interpreter. */
  interpreter: boolean
}

type Caller = Pick<Filter, 'notice_minutes' | 'asStaff' | 'interpreter'>
const momentOf = ({ now }: Scope, { notice_minutes, asStaff, interpreter }: Caller): BookingMoment => ({
  now,
  notice: notice_minutes,
  asStaff,
  interpreter,
})

/**
 * Local dates with at least one published session, each with the number of seats that can be booked
 * now, or one reason why there are none. Sums only the bookable slots; reads the others only for dates
 * without free seats.
 */
export async function findFreeDays(
  db: Connection,
  scope: Scope,
  { from, to, ...filter }: Filter & { from: string; to: string },
): Promise<FreeDay[]> {
  const { sessions, slots } = conditions(filter)
  const { rows } = await sql<Omit<FreeDay, 'why'>>`
    SELECT d.date::date AS date, coalesce(sum(f.free), 0)::int AS free, coalesce(array_agg(DISTINCT s.place_id) FILTER (WHERE f.free > 0), '{}') AS places
    FROM schedules s JOIN places p ON p.id = s.place_id
    CROSS JOIN LATERAL generate_series(s.local_date::timestamp, s.local_ends - interval '1 microsecond', interval '1 day') d(date)
    LEFT JOIN LATERAL (
      SELECT sum(x.seats - x.taken - x.held) AS free FROM slots x
      WHERE ${slots} AND ${startsOnDay(sql`d.date::date`)} AND ${isBookable('x', 's', momentOf(scope, filter))}
    ) f ON true
    WHERE ${sessions} AND ${touchesDays(sql`${from}::date`, sql`${to}::date`)} AND d.date BETWEEN ${from}::date AND ${to}::date
    GROUP BY d.date ORDER BY d.date`.execute(db)
  const nothing = rows.filter(({ free }) => free === 0).map(({ date }) => date)
  const why = await findDateObstacles(db, scope, filter, nothing)
  return rows.flatMap(row => {
    const reason = row.free > 0 ? null : why.get(row.date)
    return reason === undefined ? [] : [{ ...row, why: reason }]
  })
}

/**
 * The obstacles of a date without free seats, by priority: the first that one of its slots has is shown.
 */
const dayObstacles = ['full', 'not_open_yet', 'notice', 'closed_day', 'mentor_away', 'past'] as const satisfies readonly FreeDay['why'][]

/**
 * The reason for each date without free seats, except dates whose sessions have no slots. Stops at the
 * first slot with the obstacle.
 */
async function findDateObstacles(
  db: Connection,
  scope: Scope,
  filter: Filter,
  dates: string[],
): Promise<Map<string, NonNullable<FreeDay['why']>>> {
  if (dates.length === 0) return new Map()
  const { sessions, slots } = conditions(filter)
  const obstacle = bookingObstacle('x', 's', momentOf(scope, filter))
  // Not EXISTS: the planner could evaluate it for all slots of all dates at once.
  const has = (why: NonNullable<FreeDay['why']>) =>
    sql`(SELECT true FROM schedules s JOIN places p ON p.id = s.place_id JOIN slots x ON ${slots}
      WHERE ${sessions} AND ${touchesDays(sql`d.date`, sql`d.date`)} AND ${startsOnDay(sql`d.date`)} AND ${obstacle} = ${why} LIMIT 1) IS NOT NULL`
  const { rows } = await sql<{ date: string; why: NonNullable<FreeDay['why']> | null }>`
    SELECT d.date, CASE
      ${sql.join(
        dayObstacles.map(why => sql`WHEN ${has(why)} THEN ${why}`),
        sql` `,
      )}
    END AS why FROM unnest(${dates}::date[]) AS d(date)`.execute(db)
  return new Map(rows.flatMap(({ date, why }) => (why === null ? [] : [[date, why]])))
}

/** The published sessions `s` of the search, and their slots `x`. */
const conditions = ({ support_type_id, place_id, interpreter, ...ofSlot }: Filter) => ({
  sessions: sql`s.support_type_id = ${support_type_id} AND s.status = 'published' AND is_open_to(s, ${interpreter})
    AND (${place_id ?? null}::uuid IS NULL OR s.place_id = ${place_id ?? null}::uuid)`,
  slots: sql`x.schedule_id = s.id AND x.live AND ${isWanted(ofSlot)}`,
})

/** A slot `x` at the place `p` fits the filter by mentor, weekday and part of the day. */
function isWanted({
  mentor_id,
  language,
  weekday,
  part,
}: Pick<Filter, 'mentor_id' | 'language' | 'weekday' | 'part'>): RawBuilder<boolean> {
  const local = sql`(x.starts_at AT TIME ZONE p.time_zone)`
  const { from, before } = part ? hoursOf[part] : {}
  return sql<boolean>`(${mentor_id ?? null}::uuid IS NULL OR x.mentor_id = ${mentor_id ?? null}::uuid)
    ${language ? sql`AND x.mentor_id = ANY (ARRAY(SELECT id FROM users WHERE working_languages <> '{}' AND working_languages @> ARRAY[${language}::text]))` : sql``}
    ${weekday ? sql`AND extract(isodow FROM ${local}) = ${weekday}::int` : sql``}
    ${from ? sql`AND ${local}::time >= ${from}::time` : sql``} ${before ? sql`AND ${local}::time < ${before}::time` : sql``}`
}

/**
 * The places, active mentors and languages for the search filter: those with a published session of this support type
 * in the period. Selects the sessions first, because with EXISTS per place or mentor PostgreSQL would read
 * all their sessions.
 */
export async function listSearchFilters(
  db: Connection,
  _scope: Scope,
  { support_type_id, interpreter, from, to }: Pick<Filter, 'support_type_id' | 'interpreter'> & { from: string; to: string },
) {
  const inSpan = sql`s.support_type_id = ${support_type_id} AND s.status = 'published' AND is_open_to(s, ${interpreter}) AND ${touchesDays(sql`${from}::date`, sql`${to}::date`)}`
  const [places, mentors] = await Promise.all([
    sql<PlaceRow>`SELECT p.* FROM places p WHERE p.id = ANY (ARRAY(SELECT DISTINCT s.place_id FROM schedules s WHERE ${inSpan})) ORDER BY p.kind, p.name`.execute(
      db,
    ),
    sql<MentorRow & { working_languages: string[] }>`SELECT u.id, u.name, u.photo_id, u.working_languages FROM users u
      WHERE u.id = ANY (ARRAY(SELECT DISTINCT m.mentor_id FROM schedule_mentors m JOIN schedules s ON s.id = m.schedule_id WHERE ${inSpan}))
        AND ${isActiveMentor('u')} ORDER BY u.name`.execute(db),
  ])
  const languages = [...new Set(mentors.rows.flatMap(({ working_languages }) => working_languages))]
  return { places: places.rows.map(presentPlace), mentors: mentors.rows.map(presentMentorName) satisfies MentorName[], languages }
}

/**
 * The published sessions of a local date, with their slots that start on it, have not started (for staff: not
 * ended) and are not blocked; `free` counts the seats that can be booked now.
 */
export async function findSessionsOfDay(
  db: Connection,
  scope: Scope,
  { support_type_id, place_id, date, ...filter }: Filter & { date: string },
): Promise<SearchedSchedule[]> {
  const day = sql`${date}::date`
  const touching = db
    .selectFrom('schedules as s')
    .select('s.id')
    .where('s.support_type_id', '=', support_type_id)
    .where(touchesDays(day, day))
  const rows = await scheduleQuery(db, scope, filter.notice_minutes)
    .where('schedules.support_type_id', '=', support_type_id)
    .where('schedules.status', '=', 'published')
    .where('schedules.id', 'in', touching)
    .where(sql<boolean>`is_open_to(schedules, ${filter.interpreter})`)
    .where(({ eb, val }) => (place_id === undefined ? eb.lit(true) : eb('schedules.place_id', '=', val(place_id))))
    .orderBy('schedules.starts_at')
    .orderBy('schedules.id')
    .execute()
  const slots = await findSlots(
    db,
    scope,
    rows.map(({ id }) => id),
    { ...filter, date },
  )
  // On the second of its two dates, a session is shown only with times that start there.
  return rows.flatMap(row => {
    const own = slots.get(row.id) ?? []
    const isFirstDay = row.local_starts.startsWith(date)
    return own.length > 0 || (isFirstDay && filter.mentor_id === undefined && filter.language === undefined)
      ? [{ ...presentSchedule(row), slots: own }]
      : []
  })
}

interface SlotRow extends Omit<SearchedSlot, 'mentor'> {
  mentor_id: string
}

async function findSlots(
  db: Connection,
  scope: Scope,
  scheduleIds: string[],
  { date, ...filter }: Omit<Filter, 'support_type_id' | 'place_id'> & { date: string },
): Promise<Map<string, SearchedSlot[]>> {
  const moment = momentOf(scope, filter)
  const { rows } = await sql<SlotRow>`
    SELECT x.schedule_id, x.mentor_id, x.starts_at, x.ends_at, x.first_serial AS serial, x.seats,
      CASE WHEN ${isBookable('x', 's', moment)} THEN x.seats - x.taken - x.held ELSE 0 END AS free,
      ${isAhead('x', 's', moment)} AS bookable
    FROM slots x JOIN schedules s ON s.id = x.schedule_id JOIN places p ON p.id = s.place_id
    WHERE s.id = ANY (${scheduleIds}::uuid[]) AND ${startsOnDay(sql`${date}::date`)} AND x.live AND x.blocked IS NULL
      AND ${filter.asStaff ? sql`x.ends_at` : sql`x.starts_at`} > ${scope.now} AND ${isWanted(filter)}
    ORDER BY x.starts_at, x.roster`.execute(db)
  const mentors = await readMentors(db, [...new Set(rows.map(row => row.mentor_id))])
  const bySchedule = new Map<string, SearchedSlot[]>(scheduleIds.map(id => [id, []]))
  // Fields are listed one by one, because copying with a rest pattern is the slowest step for hundreds of
  // times.
  for (const { mentor_id: id, schedule_id, starts_at, ends_at, serial, seats, free, bookable } of rows) {
    const mentor = mentors.get(id)
    if (mentor) bySchedule.get(schedule_id)?.push({ schedule_id, mentor, starts_at, ends_at, serial, seats, free, bookable })
  }
  return bySchedule
}

/** Each mentor is read once, although many slots share them. */
async function readMentors(db: Connection, ids: string[]): Promise<Map<string, MentorName>> {
  const rows = ids.length === 0 ? [] : await db.selectFrom('users').select(['id', 'name', 'photo_id']).where('id', 'in', ids).execute()
  return new Map(rows.map(row => [row.id, presentMentorName(row)]))
}

/**
 * The support type of a published schedule, whose subscribers get its seat changes. Null for a draft,
 * which only staff see.
 */
export async function supportTypeOfSchedule(db: Connection, id: string): Promise<string | null> {
  const published = db.selectFrom('schedules').select('support_type_id').where('id', '=', id).where('status', '=', 'published')
  return (await published.executeTakeFirst())?.support_type_id ?? null
}
