import { type RawBuilder, sql } from 'kysely'
import type { ReassigningQuery } from '#contract/reassigning.ts'
import { findAbsenceSpans, type MentorTime } from '#domain/booking/absence-spans.ts'
import { isLocalDate, type LocalDate } from '#domain/time/local-date.ts'
import { endOfLocalDay, startOfLocalDay } from '#domain/time/local-day.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { defineDynamicQuery, defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, refuseField, type Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { findMentor } from '../mentors/queries.ts'
import type { MentorRow } from '../schedules/present.ts'

interface Span {
  starts_at: string
  ends_at: string
}

/** A disruption: which appointments cannot take place, and the absence that could be recorded. */
export interface Disruption {
  subject: { kind: 'schedule' | 'mentor' | 'time_off' | 'closed_day'; id: string }
  mentor: MentorRow | null
  mentors: MentorRow[]
  schedule_id: string | null
  place: { id: string; name: string } | null
  span: Span | null
  /** The local date of each session's place. */
  date: LocalDate | null
  time_zone: string
  /**
   * The mentor's absence, if it can be recorded. `findUnrecordedAbsences` returns the part that is not
   * recorded yet.
   */
  absence: Span[]
}

type Named = Pick<ReassigningQuery, 'schedule_id' | 'mentor_id' | 'date' | 'time_off_id' | 'closed_day_id'>

/** The organisation's zone, from its settings. */
interface Clock {
  time_zone: string
}

/**
 * Reads the disruption of a query. Refusals: 422 unless it names exactly one thing, 404 if that does not
 * exist.
 */
export async function findDisruption(db: Connection, scope: Scope, of: Named, clock: Clock): Promise<Disruption | Refusal> {
  const kinds = [of.schedule_id, of.date, of.time_off_id, of.closed_day_id].filter(each => each !== undefined)
  if (kinds.length !== 1) return refuseField('schedule_id', 'field.exactlyOneOfScheduleIdDate')
  if (of.time_off_id) return findTimeOffDisruption(db, scope, of.time_off_id, clock)
  if (of.closed_day_id) return findClosedDayDisruption(db, of.closed_day_id)
  return of.schedule_id ? findSession(db, of.schedule_id, of.mentor_id) : findMentorsDay(db, scope, of, clock)
}

/** The mentor's absence as far as no time off covers it. */
export async function findUnrecordedAbsences(db: Connection, scope: Scope, { mentor, absence }: Disruption): Promise<Span[]> {
  if (!mentor) return []
  const isKnown = await Promise.all(absence.map(span => isAway(db, scope, mentor.id, span)))
  return absence.filter((_, index) => !isKnown[index])
}

type Belonging = Pick<Disruption, 'schedule_id' | 'place' | 'span' | 'date'> & { mentor: Pick<MentorRow, 'id'> | null }

/**
 * Condition: an appointment or a slot (`alias`) belongs to the disruption, given its schedule `s` and
 * place `p`.
 */
export function belongsToDisruption({ mentor, schedule_id, place, span, date }: Belonging, alias: 'a' | 'x'): RawBuilder<boolean> {
  const its = sql.raw(alias)
  const conditions = [
    sql`true`,
    ...(mentor ? [sql`${its}.mentor_id = ${mentor.id}`] : []),
    ...(schedule_id ? [sql`${its}.schedule_id = ${schedule_id}`] : []),
    ...(place && !schedule_id ? [sql`s.place_id = ${place.id}`] : []),
    ...(span ? [sql`${its}.ends_at > ${span.starts_at}::timestamptz AND ${its}.starts_at < ${span.ends_at}::timestamptz`] : []),
    ...(date
      ? [
          sql`${its}.starts_at > ${date}::date - interval '2 days' AND ${its}.starts_at < ${date}::date + interval '3 days'
            AND (${its}.starts_at AT TIME ZONE p.time_zone)::date = ${date}::date`,
        ]
      : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`
}

async function findSession(db: Connection, id: string, mentorId: string | undefined): Promise<Disruption | Refusal> {
  const { rows } = await sql<Span & { time_zone: string; place: { id: string; name: string }; mentors: MentorRow[] }>`
    SELECT s.starts_at, s.ends_at, p.time_zone, json_build_object('id', p.id, 'name', p.name) AS place,
      (SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'photo_id', u.photo_id) ORDER BY m.roster), '[]')
        FROM schedule_mentors m JOIN users u ON u.id = m.mentor_id WHERE m.schedule_id = s.id) AS mentors
    FROM schedules s JOIN places p ON p.id = s.place_id WHERE s.id = ${id}`.execute(db)
  const [session] = rows
  const mentor = mentorId === undefined ? null : session?.mentors.find(each => each.id === mentorId)
  if (!session || mentor === undefined) return refuse('not_found')
  const { starts_at, ends_at, ...rest } = session
  const span = { starts_at, ends_at }
  return { subject: { kind: 'schedule', id }, schedule_id: id, mentor, span, date: null, absence: mentor ? [span] : [], ...rest }
}

/** A mentor's times near a date, and whether each belongs to that date. */
const timesNear = defineDynamicQuery(
  "mentor's times near a date",
  (_db, day: Omit<Belonging, 'mentor'>, mentorId: string, date: LocalDate) => sql<MentorTime>`
    SELECT date_part('epoch', x.starts_at) * 1000 AS start, date_part('epoch', x.ends_at) * 1000 AS end, p.time_zone AS zone,
      ${belongsToDisruption({ ...day, mentor: { id: mentorId } }, 'x')} AS "isOfDay"
    FROM mentor_times t JOIN slots x ON x.id = t.slot_id JOIN schedules s ON s.id = x.schedule_id JOIN places p ON p.id = s.place_id
    WHERE t.mentor_id = ${mentorId} AND tstzrange(t.starts_at, t.ends_at) && tstzrange(${date}::date - interval '2 days', ${date}::date + interval '3 days')`,
)

/**
 * A mentor's day: the local date in the zone of each place where they have times that day
 * (`findAbsenceSpans`).
 */
async function findMentorsDay(
  db: Connection,
  scope: Scope,
  { mentor_id, date }: Named,
  { time_zone }: Clock,
): Promise<Disruption | Refusal> {
  if (!mentor_id || !date || !isLocalDate(date)) return refuseField(mentor_id ? 'date' : 'mentor_id', 'field.isNeededWithADate')
  const day: Omit<Disruption, 'mentor' | 'absence'> = {
    subject: { kind: 'mentor', id: mentor_id },
    schedule_id: null,
    mentors: [],
    place: null,
    span: null,
    date,
    time_zone,
  }
  const [mentor, times] = await Promise.all([findMentor(db, scope, mentor_id), timesNear(db, day, mentor_id, date)])
  if (!mentor) return refuse('not_found')
  const absence = findAbsenceSpans(date, times, time_zone).map(({ start, end }) => ({
    starts_at: instantOf(start),
    ends_at: instantOf(end),
  }))
  return { ...day, mentor, absence }
}

const instantOf = (milliseconds: number) => Temporal.Instant.fromEpochMilliseconds(milliseconds).toString()

async function findTimeOffDisruption(db: Connection, scope: Scope, id: string, { time_zone }: Clock): Promise<Disruption | Refusal> {
  const off = await db.selectFrom('time_off').selectAll().where('id', '=', id).executeTakeFirst()
  const mentor = off && (await findMentor(db, scope, off.mentor_id))
  if (!off || !mentor) return refuse('not_found')
  const span = { starts_at: off.starts_at, ends_at: off.ends_at }
  return {
    subject: { kind: 'time_off', id },
    schedule_id: null,
    mentor,
    mentors: [],
    place: null,
    span,
    date: null,
    time_zone,
    absence: [],
  }
}

async function findClosedDayDisruption(db: Connection, id: string): Promise<Disruption | Refusal> {
  const day = await db
    .selectFrom('closed_days as c')
    .innerJoin('places as p', 'p.id', 'c.place_id')
    .select(['c.date', 'p.id', 'p.name', 'p.time_zone'])
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!day) return refuse('not_found')
  const { date, time_zone, ...place } = day
  const span = { starts_at: startOfLocalDay(date, time_zone).toString(), ends_at: endOfLocalDay(date, time_zone).toString() }
  return {
    subject: { kind: 'closed_day', id },
    schedule_id: null,
    mentor: null,
    mentors: [],
    place,
    span,
    date: null,
    time_zone,
    absence: [],
  }
}

const timeOffCovering = defineQuery(
  'time off covering a span',
  (_db, { mentorId, from, to }: { mentorId: Param<string>; from: Param<string>; to: Param<string> }) => sql<object>`
    SELECT 1 FROM time_off WHERE mentor_id = ${mentorId} AND starts_at <= ${from}::timestamptz AND ends_at >= ${to}::timestamptz`,
)

/** Whether recorded absences of the mentor already cover a span. */
const isAway = async (db: Connection, _scope: Scope, mentorId: string, { starts_at, ends_at }: Span): Promise<boolean> =>
  (await timeOffCovering(db, { mentorId, from: starts_at, to: ends_at })).length > 0
