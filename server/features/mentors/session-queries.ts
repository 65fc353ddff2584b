import { sql, type RawBuilder } from 'kysely'
import type { MentorSession } from '#contract/mentors.ts'
import type { MentorName } from '#contract/people.ts'
import { addDays, localDateOf, type LocalDate } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { defineDynamicQuery, defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { asksFeedback } from '../feedback/asking/queries.ts'
import { hasRecentSeat } from '../mentor-access/queries.ts'
import { touchesDays } from '../schedules/days/queries.ts'
import { presentMentorName, presentSchedule } from '../schedules/present.ts'
import { readScheduleRows } from '../schedules/queries.ts'
import { findMentor } from './queries.ts'

/** Default number of days ahead. */
const daysAhead = 60
/** More than any mentor has within the maximum number of days. */
const maxSessions = 1000

/** Today in the organisation's zone, and the last day of the default period. */
export function defaultDays({ now }: Scope, { time_zone }: { time_zone: string }): { from: LocalDate; to: LocalDate } {
  const from = localDateOf(Temporal.Instant.fromEpochMilliseconds(now.getTime()), time_zone)
  return { from, to: addDays(from, daysAhead) }
}

/** The name and photo of a mentor, also a former one, or the name of the caller; null for any other person. */
export async function findMentorName(db: Connection, scope: Scope, id: string): Promise<MentorName | null> {
  const row = (await findMentor(db, scope, id)) ?? (id === scope.person?.id ? { id, name: scope.person.name, photo_id: null } : undefined)
  return row ? presentMentorName(row) : null
}

/**
 * A mentor's sessions by their local dates, soonest first, with the mentor's slots and counts, without
 * drafts. The route has checked that the caller may see them.
 */
export async function listMentorSessions(
  db: Connection,
  scope: Scope,
  mentor: MentorName,
  { notice_minutes }: { notice_minutes: number },
  which: Which,
): Promise<MentorSession[]> {
  const ids = (await findSessionIds(db, mentor.id, which)).map(({ id }) => id)
  if (ids.length === 0) return []
  const [rows, owned] = await Promise.all([readScheduleRows(db, scope, notice_minutes, ids), readOwn(db, scope, mentor, ids)])
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const [row, own] = [byId.get(id), owned.get(id)]
    if (!row || !own) return []
    const [seats, free] = [own.slots.reduce((sum, slot) => sum + slot.seats, 0), own.slots.reduce((sum, slot) => sum + slot.free, 0)]
    return [{ ...presentSchedule(row), slots: own.slots, counts: { seats, free, ...own.counts } }]
  })
}

type Which = { from: LocalDate; to: LocalDate } | { id: string }

/**
 * Selects ids from the mentor's rows near the days, so that only those are read in full. A session's
 * times are at most two days from its local date in any zone.
 */
const findSessionIds = defineDynamicQuery("mentor's sessions", (_db, mentorId: string, which: Which) => {
  const isNear = (startsAt: RawBuilder<unknown>, { from, to }: { from: LocalDate; to: LocalDate }) =>
    sql`${startsAt} BETWEEN ${from}::date - interval '2 days' AND ${to}::date + interval '3 days'`
  const wanted =
    'id' in which
      ? sql`s.id = ${which.id}::uuid`
      : sql`${touchesDays(sql`${which.from}::date`, sql`${which.to}::date`)} AND ${isNear(sql`s.starts_at`, which)}`
  const near = 'id' in which ? sql`a.schedule_id = ${which.id}::uuid` : isNear(sql`a.starts_at`, which)
  return sql<{ id: string }>`
    SELECT s.id FROM schedules s
    -- IS TRUE: evaluated for each session near these days; the mentor's own are read once.
    WHERE s.status <> 'draft' AND ${wanted} AND (s.id IN (
      SELECT schedule_id FROM schedule_mentors WHERE mentor_id = ${mentorId}
      -- Another mentor may take over what is ahead; appointments of the past stay with the mentor who held them.
      UNION SELECT a.schedule_id FROM appointments a WHERE a.mentor_id = ${mentorId} AND ${near})) IS TRUE
    ORDER BY s.starts_at, s.id LIMIT ${maxSessions}`
})

type Slots = MentorSession['slots']
type Counts = Omit<MentorSession['counts'], 'seats' | 'free'>

interface OwnRow extends Counts {
  id: string
  /**
   * One array per column, by time; null if there are none. Hundreds of slots with names and ids would be
   * most of the data, and an array for each slot takes longer to build.
   */
  starts: string[] | null
  ends: string[]
  serials: number[]
  seats: number[]
  free: number[]
}

/**
 * The mentor's slots and appointments by session, both read from an index alone; only fulfilled
 * appointments are read in full.
 */
const ownBySession = defineQuery(
  "mentor's slots and counts",
  (_db, { scheduleIds, mentorId, now }: { scheduleIds: Param<readonly string[]>; mentorId: Param<string>; now: Param<Date> }) => {
    const ids = sql`ANY (${scheduleIds}::uuid[])`
    // Separate queries: joined per session, the planner reads all rows of the mentor.
    return sql<OwnRow>`
    WITH own_slots AS MATERIALIZED (
      SELECT schedule_id, json_agg(starts_at ORDER BY starts_at) AS starts, json_agg(ends_at ORDER BY starts_at) AS ends,
        json_agg(first_serial ORDER BY starts_at) AS serials, json_agg(seats ORDER BY starts_at) AS seats,
        json_agg(CASE WHEN blocked IS NULL THEN seats - taken - held ELSE 0 END ORDER BY starts_at) AS free
      FROM slots WHERE schedule_id = ${ids} AND mentor_id = ${mentorId} AND live GROUP BY schedule_id
    ), own_counts AS MATERIALIZED (
      SELECT schedule_id,
        count(*) FILTER (WHERE status = 'pending')::int AS pending,
        count(*) FILTER (WHERE status = 'booked')::int AS booked,
        count(*) FILTER (WHERE status = 'arrived')::int AS arrived,
        count(*) FILTER (WHERE status = 'fulfilled')::int AS fulfilled,
        count(*) FILTER (WHERE status = 'noshow')::int AS noshow,
        count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled
      FROM appointments WHERE schedule_id = ${ids} AND mentor_id = ${mentorId} GROUP BY schedule_id
    ), reviews AS MATERIALIZED (
      SELECT a.schedule_id, count(*)::int AS to_review FROM appointments a
      WHERE ${asksFeedback('mentor')}
        AND a.schedule_id = ${ids} AND a.mentor_id = ${mentorId} AND a.status = 'fulfilled' AND ${hasRecentSeat(sql`a.user_id`, mentorId, now)}
        AND NOT EXISTS (SELECT 1 FROM feedback f WHERE f.appointment_id = a.id AND f.type = 'mentor')
      GROUP BY a.schedule_id
    )
    SELECT s.id, x.starts, x.ends, x.serials, x.seats, x.free, coalesce(c.pending, 0) AS pending, coalesce(c.booked, 0) AS booked, coalesce(c.arrived, 0) AS arrived,
      coalesce(c.fulfilled, 0) AS fulfilled, coalesce(c.noshow, 0) AS noshow, coalesce(c.cancelled, 0) AS cancelled,
      coalesce(r.to_review, 0) AS to_review
    FROM unnest(${scheduleIds}::uuid[]) AS s(id)
    LEFT JOIN own_slots x ON x.schedule_id = s.id LEFT JOIN own_counts c ON c.schedule_id = s.id LEFT JOIN reviews r ON r.schedule_id = s.id`
  },
)

/** The mentor's part of each session: their slots, and their appointments by status. */
async function readOwn(
  db: Connection,
  { now }: Scope,
  mentor: MentorName,
  scheduleIds: string[],
): Promise<Map<string, { slots: Slots; counts: Counts }>> {
  const rows = await ownBySession(db, { scheduleIds, mentorId: mentor.id, now })
  return new Map(rows.map(row => [row.id, { slots: presentSlots(row, mentor), counts: countsOf(row) }]))
}

const presentSlots = ({ id, starts, ends, serials, seats, free }: OwnRow, mentor: MentorName): Slots =>
  (starts ?? []).map((starts_at, place) => ({
    schedule_id: id,
    mentor,
    starts_at: inUtc(starts_at),
    ends_at: inUtc(ends[place] ?? ''),
    serial: serials[place] ?? 0,
    seats: seats[place] ?? 0,
    free: free[place] ?? 0,
  }))

const countsOf = ({ pending, booked, arrived, fulfilled, noshow, cancelled, to_review }: OwnRow): Counts => ({
  pending,
  booked,
  arrived,
  fulfilled,
  noshow,
  cancelled,
  to_review,
})

/** PostgreSQL writes instants in JSON with the connection's offset, which is UTC. */
const inUtc = (instant: string) => instant.replace('+00:00', 'Z')
