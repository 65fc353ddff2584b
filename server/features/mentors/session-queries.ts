import { sql, type RawBuilder } from 'kysely'
import type { MentorSession } from '#contract/mentors.ts'
import type { MentorName } from '#contract/people.ts'
import { addDays, localDateOf, type LocalDate } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { type Connection, planned } from '../../platform/database.ts'
import type { Scope } from '../../platform/scope.ts'
import { presentMentorName, presentSchedule } from '../schedules/present.ts'
import { readScheduleRows } from '../schedules/queries.ts'

/** How far ahead sessions are shown unless asked, in days. */
const daysAhead = 60
/** No mentor has more sessions in a year and a day. */
const mostSessions = 1000

/** Today on the organisation's clock, and the last day that is shown with it unless asked. */
export function defaultDays({ now }: Scope, { time_zone }: { time_zone: string }): { from: LocalDate; to: LocalDate } {
  const from = localDateOf(Temporal.Instant.fromEpochMilliseconds(now.getTime()), time_zone)
  return { from, to: addDays(from, daysAhead) }
}

/** Whoever is meant, as a name beside a time; null for nobody. */
export async function findMentorName(db: Connection, _scope: Scope, id: string): Promise<MentorName | null> {
  const [row] = await planned(db, db.selectFrom('users').select(['id', 'name', 'photo_id']).where('id', '=', id).compile())
  return row ? presentMentorName(row) : null
}

/**
 * A mentor's sessions on their places' own dates, soonest first, with their own slots and counts. Drafts are still being planned and are left out.
 * Whoever calls has decided that the person asking may see them.
 */
export async function listMentorSessions(
  db: Connection,
  scope: Scope,
  mentor: MentorName,
  { notice_minutes }: { notice_minutes: number },
  which: { from: LocalDate; to: LocalDate } | { id: string },
): Promise<MentorSession[]> {
  const ids = await findSessionIds(db, mentor.id, which)
  if (ids.length === 0) return []
  const [rows, slots, counts] = await Promise.all([
    readScheduleRows(db, scope, notice_minutes, ids),
    readSlots(db, mentor, ids),
    countAppointments(db, mentor.id, ids),
  ])
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    if (!row) return []
    const schedule = presentSchedule(row)
    const own = slots.get(schedule.id) ?? []
    const sum = (of: (slot: (typeof own)[number]) => number) => own.reduce((total, slot) => total + of(slot), 0)
    return {
      ...schedule,
      slots: own,
      counts: { seats: sum(({ seats }) => seats), free: sum(({ free }) => free), ...(counts.get(schedule.id) ?? noAppointments) },
    }
  })
}

/**
 * The ids first, from what is the mentor's own and near the days asked for; only those are read in full. No zone puts a session's times further than two days
 * from its local date.
 */
async function findSessionIds(
  db: Connection,
  mentorId: string,
  which: { from: LocalDate; to: LocalDate } | { id: string },
): Promise<string[]> {
  const isNear = (startsAt: RawBuilder<unknown>, { from, to }: { from: LocalDate; to: LocalDate }) =>
    sql`${startsAt} BETWEEN ${from}::date - interval '2 days' AND ${to}::date + interval '3 days'`
  const wanted =
    'id' in which
      ? sql`s.id = ${which.id}::uuid`
      : sql`s.local_date BETWEEN ${which.from}::date AND ${which.to}::date AND ${isNear(sql`s.starts_at`, which)}`
  const near = 'id' in which ? sql`a.schedule_id = ${which.id}::uuid` : isNear(sql`a.starts_at`, which)
  const ids = sql<{ id: string }>`
    SELECT s.id FROM schedules s
    -- IS TRUE: asked of each session near these days, however few the planner expects; the mentor's own are read once.
    WHERE s.status <> 'draft' AND ${wanted} AND (s.id IN (
      SELECT schedule_id FROM schedule_mentors WHERE mentor_id = ${mentorId}
      -- Somebody else may stand in for what is ahead; whom one has seen stays one's own.
      UNION SELECT a.schedule_id FROM appointments a WHERE a.mentor_id = ${mentorId} AND ${near})) IS TRUE
    ORDER BY s.starts_at, s.id LIMIT ${mostSessions}`
  return (await planned(db, ids.compile(db))).map(({ id }) => id)
}

type Slots = MentorSession['slots']

async function readSlots(db: Connection, mentor: MentorName, scheduleIds: string[]): Promise<Map<string, Slots>> {
  const bySchedule = new Map<string, Slots>(scheduleIds.map(id => [id, []]))
  const rows = await planned(
    db,
    db
      .selectFrom('slots as x')
      .select(['x.schedule_id', 'x.starts_at', 'x.ends_at', 'x.first_serial as serial', 'x.seats'])
      .select(sql<number>`CASE WHEN x.blocked IS NULL THEN x.seats - x.taken - x.held ELSE 0 END`.as('free'))
      .where(sql<boolean>`x.schedule_id = ANY (${scheduleIds}::uuid[])`)
      .where('x.mentor_id', '=', mentor.id)
      .where(sql<boolean>`x.live`)
      .orderBy('x.starts_at')
      .compile(),
  )
  // Named one by one: hundreds of times, copying what is left over takes longest of all.
  for (const { schedule_id, starts_at, ends_at, serial, seats, free } of rows)
    bySchedule.get(schedule_id)?.push({ schedule_id, mentor, starts_at, ends_at, serial, seats, free })
  return bySchedule
}

type Counts = Omit<MentorSession['counts'], 'seats' | 'free'>
const noAppointments: Counts = { pending: 0, booked: 0, arrived: 0, fulfilled: 0, noshow: 0, cancelled: 0, to_review: 0 }

/** Counted from an index, where the status stands too; only those that are done are looked at. */
async function countAppointments(db: Connection, mentorId: string, scheduleIds: string[]): Promise<Map<string, Counts>> {
  const own = sql`a.mentor_id = ${mentorId} AND a.schedule_id = ANY (${scheduleIds}::uuid[])`
  const counts = sql<Counts & { schedule_id: string }>`
    WITH reviews AS (
      SELECT a.schedule_id, count(*)::int AS to_review FROM appointments a WHERE ${own} AND a.status = 'fulfilled'
        AND NOT EXISTS (SELECT 1 FROM feedback f WHERE f.appointment_id = a.id AND f.type = 'mentor')
      GROUP BY a.schedule_id)
    SELECT c.*, coalesce(r.to_review, 0) AS to_review FROM (
      SELECT a.schedule_id,
        count(*) FILTER (WHERE a.status = 'pending')::int AS pending,
        count(*) FILTER (WHERE a.status = 'booked')::int AS booked,
        count(*) FILTER (WHERE a.status = 'arrived')::int AS arrived,
        count(*) FILTER (WHERE a.status = 'fulfilled')::int AS fulfilled,
        count(*) FILTER (WHERE a.status = 'noshow')::int AS noshow,
        count(*) FILTER (WHERE a.status = 'cancelled')::int AS cancelled
      FROM appointments a WHERE ${own} GROUP BY a.schedule_id) c
    LEFT JOIN reviews r ON r.schedule_id = c.schedule_id`
  const rows = await planned(db, counts.compile(db))
  return new Map(rows.map(({ schedule_id, ...each }) => [schedule_id, each]))
}
