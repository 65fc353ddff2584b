import type { Appointment } from '#contract/appointments.ts'
import type { Feedback } from '#contract/feedback.ts'
import type { NearestTime } from '#contract/problem.ts'
import type { Policies } from '#domain/booking/policies.ts'
import { sql } from 'kysely'
import type { Connection } from '../../platform/database.ts'
import { holds, type PersonScope, type Scope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { presentAppointment, presentStep, type StepRow } from './present.ts'
import { selectAppointments } from './rows.ts'

/** The organisation's rules of today. */
export async function readPolicies(db: Connection): Promise<Policies> {
  const row = await readSettingsRow(db)
  return {
    noticeMinutes: row.notice_minutes,
    changeMinutes: row.change_minutes,
    maxOpen: row.max_open,
    missedLimit: row.missed_limit,
    missedDays: row.missed_days,
  }
}

/** One appointment if the person asking may see it: their own, one they mentor, or anyone's with Appointment List. */
export async function readAppointment(db: Connection, scope: PersonScope, id: string): Promise<Appointment | null> {
  const { person } = scope
  const [row, policies] = await Promise.all([
    selectAppointments(db)
      .where('a.id', '=', id)
      .$if(!holds(scope, 'Appointment List'), query =>
        query.where(({ eb, or }) => or([eb('a.user_id', '=', person.id), eb('a.mentor_id', '=', person.id)])),
      )
      .executeTakeFirst(),
    readPolicies(db),
  ])
  return row ? presentAppointment(row, scope, policies) : null
}

/** An appointment just written by whoever asks, whatever else they may see. */
export async function readWritten(db: Connection, scope: PersonScope, id: string): Promise<Appointment> {
  const [row, policies] = await Promise.all([selectAppointments(db).where('a.id', '=', id).executeTakeFirstOrThrow(), readPolicies(db)])
  return presentAppointment(row, scope, policies)
}

/** Whether an appointment is the person's own: what cancelling and moving ask before they look at anything else. */
export const isOwnAppointment = async (db: Connection, { person }: Scope, id: string): Promise<boolean> =>
  (await db
    .selectFrom('appointments')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', person?.id ?? null)
    .executeTakeFirst()) !== undefined

/** A person's appointments, newest first. Whoever calls has decided that the person asking may see them. */
export async function listAppointmentsOf(
  db: Connection,
  scope: PersonScope,
  { userId, page, per_page }: { userId: string; page: number; per_page: number },
): Promise<{ data: Appointment[]; total: number }> {
  const [rows, { total }, policies] = await Promise.all([
    selectAppointments(db)
      .where('a.user_id', '=', userId)
      .orderBy('a.starts_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute(),
    db
      .selectFrom('appointments')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
    readPolicies(db),
  ])
  return { data: rows.map(row => presentAppointment(row, scope, policies)), total: Number(total) }
}

/** An appointment's steps, first to last. */
export async function readHistory(db: Connection, scope: PersonScope, id: string) {
  const rows = await db
    .selectFrom('audit as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.at', 'e.actor_id', 'u.name as actor_name', 'e.action', 'e.reason', 'e.before', 'e.after'])
    .where('e.subject_id', '=', id)
    .where('e.subject', '=', 'appointment')
    .orderBy('e.at')
    .orderBy('e.id')
    .execute()
  return rows.flatMap(row => presentStep(row as StepRow, holds(scope, 'Appointment List'), scope.person.id))
}

/** Whether somebody mentors, or has mentored, a person: they may then see that person's history. */
export const mentors = async (db: Connection, { person }: PersonScope, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('appointments')
    .select('id')
    .where('user_id', '=', userId)
    .where('mentor_id', '=', person.id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** What a person said of each of their past appointments. */
export async function readClientFeedback(db: Connection, _scope: PersonScope, appointmentIds: string[]): Promise<Map<string, Feedback[]>> {
  const byAppointment = new Map<string, Feedback[]>()
  if (appointmentIds.length === 0) return byAppointment
  const rows = await db
    .selectFrom('feedback as f')
    .innerJoin('users as u', 'u.id', 'f.author_id')
    .select(({ selectFrom }) => [
      'f.id',
      'f.type',
      'f.appointment_id',
      'f.created_at',
      'u.id as author_id',
      'u.name as author_name',
      selectFrom('feedback_answers as x')
        .whereRef('x.feedback_id', '=', 'f.id')
        .select(
          sql<
            Feedback['answers']
          >`coalesce(json_agg(json_build_object('question_id', x.question_id, 'prompt', x.prompt, 'widget', x.widget, 'value', x.value) ORDER BY x.position), '[]')`.as(
            'answers',
          ),
        )
        .as('answers'),
    ])
    .where('f.type', '=', 'client')
    .where('f.appointment_id', 'in', appointmentIds)
    .execute()
  for (const { author_id, author_name, answers, ...row } of rows) {
    byAppointment.set(row.appointment_id, [
      ...(byAppointment.get(row.appointment_id) ?? []),
      { ...row, author: { id: author_id, name: author_name }, answers: answers ?? [] },
    ])
  }
  return byAppointment
}

/** How far around a time that went others are looked for, in days: first close by, which is quick when many lose the same race at once. */
const nearby = { before: 1, after: 1 }
const around = { before: 14, after: 28 }
const mostNearest = 3

/** Up to three free times nearest to one that went: the same support type, bookable now by clients, the same session's first where they are equally near. */
export async function findNearestTimes(
  db: Connection,
  scope: Scope,
  wanted: { schedule_id: string; starts_at: string },
): Promise<NearestTime[]> {
  const close = await findTimesAround(db, scope, wanted, nearby)
  return close.length === mostNearest ? close : findTimesAround(db, scope, wanted, around)
}

async function findTimesAround(
  db: Connection,
  { now }: Scope,
  wanted: { schedule_id: string; starts_at: string },
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
        AND x.live AND x.taken + x.held < x.seats AND x.starts_at >= ${now}::timestamptz + make_interval(mins => o.notice_minutes) AND x.starts_at > ${now}
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
