import type { Appointment, AppointmentStatus, AppointmentStep } from '#contract/appointments.ts'
import type { Feedback } from '#contract/feedback.ts'
import type { Policies } from '#domain/booking/policies.ts'
import { tookPlace } from '#domain/booking/status.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { parseReference } from '#domain/booking/reference.ts'
import { phoneDigits } from '#domain/people/phone-digits.ts'
import { sql } from 'kysely'
import { defineBatch } from '../../platform/database/batch.ts'
import { defineDynamicQuery, defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { escapeLike } from '../../platform/database/escape-like.ts'
import { holds, isOwnMentorId, type PersonScope, type Scope } from '../../platform/scope.ts'
import { isUnfinished } from '../cancelling/queries.ts'
import { maySeeFeedbackOf } from '../feedback/queries.ts'
import { withoutUnexplainedTexts } from '../access-log/reasons/queries.ts'
import { findOwnClientsIn, findParticipation, participationIn } from '../mentor-access/queries.ts'
import { isOfDay } from '../schedules/days/queries.ts'
import { readSettingsRow } from '../site/queries.ts'
import { presentAppointment, policiesOf, presentStep, type StepRow } from './present.ts'
import { selectAppointments, type AppointmentRow } from './rows/queries.ts'

const maxHistoryLength = 100

const holdsSeat = sql<boolean>`holds_seat(a.status)`

/** The organisation's current rules for changes by clients. */
export const readPolicies = async (db: Connection): Promise<Policies> => policiesOf(await readSettingsRow(db))

const present = async (db: Connection, scope: PersonScope, rows: readonly AppointmentRow[]): Promise<Appointment[]> => {
  if (rows.length === 0) return []
  const [ownClients, policies] = await Promise.all([findOwnClientsIn(db, scope, rows), readPolicies(db)])
  const presented = rows.map(row => presentAppointment(row, scope, policies, ownClients))
  return withoutUnexplainedTexts(db, scope, presented)
}

/** Whether the caller may see all appointments. */
const seesAll = (scope: PersonScope) => holds(scope, 'Appointment List') || holds(scope, 'Appointment Edit')

const appointmentById = defineQuery('appointment by id', (db, { id }: { id: Param<string> }) =>
  selectAppointments(db).where('a.id', '=', id),
)

/** One appointment if the caller may see it as staff, its client or its mentor. */
export async function readAppointment(db: Connection, scope: PersonScope, id: string): Promise<Appointment | null> {
  const [row] = await appointmentById(db, { id })
  if (!row) return null
  const [ownClients, policies] = await Promise.all([findOwnClientsIn(db, scope, [row]), readPolicies(db)])
  return seesAll(scope) || participationIn(row, scope, ownClients) ? presentAppointment(row, scope, policies, ownClients) : null
}

/** Whether the appointment exists and the caller may see it. */
export async function isVisibleAppointment(db: Connection, scope: PersonScope, id: string): Promise<boolean> {
  const row = await db.selectFrom('appointments').select(['user_id', 'mentor_id', 'status']).where('id', '=', id).executeTakeFirst()
  return row !== undefined && (seesAll(scope) || (await findParticipation(db, scope, row)) !== null)
}

/** Whether the appointment exists. */
export const appointmentExists = async (db: Connection, _scope: Scope, id: string): Promise<boolean> =>
  (await db.selectFrom('appointments').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** An appointment that the caller has just written, without a check of what they may see. */
export async function readWrittenAppointment(db: Connection, scope: PersonScope, id: string): Promise<Appointment> {
  const [appointment] = await present(db, scope, [await selectAppointments(db).where('a.id', '=', id).executeTakeFirstOrThrow()])
  return appointment as Appointment
}

/** Whether the appointment is the caller's own. Cancelling and moving check this first. */
export const isOwnAppointment = async (db: Connection, { person }: Scope, id: string): Promise<boolean> =>
  (await db
    .selectFrom('appointments')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', person?.id ?? null)
    .executeTakeFirst()) !== undefined

/**
 * A schedule's appointments by time. `search` is part of a name, digits of a phone number, or a
 * reference. The route has checked that the caller may see them.
 */
export const listAppointmentsIn = async (db: Connection, scope: PersonScope, wanted: Wanted): Promise<Appointment[]> =>
  present(db, scope, await readOfSchedule(db, wanted))

/** The appointments of a schedule for which `participationIn` returns `mentor`, by time. */
export async function listOwnAppointmentsIn(db: Connection, scope: PersonScope, wanted: Wanted): Promise<Appointment[]> {
  return presentOwn(db, scope, await readOfSchedule(db, { mentor_id: scope.person.id, ...wanted }))
}

/**
 * Appointments of a day (`isOfDay`) for which `participationIn` returns `mentor`, by time, without those that do not
 * stand.
 */
export async function listOwnAppointmentsOfDay(
  db: Connection,
  scope: PersonScope,
  { starts, ends, now }: Record<'starts' | 'ends' | 'now', string>,
): Promise<Appointment[]> {
  const rows = await ownAppointmentsOfDay(db, { mentor_id: scope.person.id, starts, ends, now })
  return presentOwn(db, scope, rows)
}

async function presentOwn(db: Connection, scope: PersonScope, rows: readonly AppointmentRow[]): Promise<Appointment[]> {
  const [ownClients, policies] = await Promise.all([findOwnClientsIn(db, scope, rows), readPolicies(db)])
  return rows
    .filter(row => participationIn(row, scope, ownClients) === 'mentor')
    .map(row => presentAppointment(row, scope, policies, ownClients))
}

interface Wanted {
  schedule_id: string
  status?: AppointmentStatus | undefined
  search?: string | undefined
}

const readOfSchedule = (db: Connection, { search, ...wanted }: Wanted & { mentor_id?: string }): Promise<AppointmentRow[]> =>
  search ? searchOfSchedule(db, wanted, search) : appointmentsOfSchedule(db, wanted)

interface ScheduleFilter {
  schedule_id: string | Param<string>
  /** Default: every mentor. */
  mentor_id?: string | Param<string> | undefined
  /** Default: every status. */
  status?: AppointmentStatus | Param<AppointmentStatus> | undefined
}

function selectOfSchedule(db: Connection, { schedule_id, mentor_id, status }: ScheduleFilter) {
  let query = selectAppointments(db).where('a.schedule_id', '=', schedule_id)
  if (mentor_id) query = query.where('a.mentor_id', '=', mentor_id)
  if (status) query = query.where('a.status', '=', status)
  return query.orderBy('a.starts_at').orderBy('a.serial').orderBy('a.created_at')
}

interface ScheduleParams {
  schedule_id: Param<string>
  mentor_id?: Param<string> | undefined
  status?: Param<AppointmentStatus> | undefined
}
const appointmentsOfSchedule = defineQuery('appointments of a schedule', (db, filter: ScheduleParams) => selectOfSchedule(db, filter))
const ownAppointmentsOfDay = defineQuery(
  'appointments of a mentor on a day',
  (db, { mentor_id, ...day }: Record<'mentor_id' | 'starts' | 'ends' | 'now', Param<string>>) =>
    selectAppointments(db)
      .where('a.mentor_id', '=', mentor_id)
      .where(isOfDay(day))
      .where(holdsSeat)
      .orderBy('a.starts_at')
      .orderBy('a.serial')
      .orderBy('a.created_at'),
)
const searchOfSchedule = defineDynamicQuery(
  'appointments of a schedule, searched',
  (db, filter: Omit<Wanted, 'search'> & { mentor_id?: string }, search: string) => selectOfSchedule(db, filter).where(isAbout(search)),
)

/** Whether an appointment matches a search text. */
function isAbout(search: string) {
  const pattern = (text: string) => `%${escapeLike(text)}%`
  const numbers = phoneDigits(search).map(digits => sql<boolean>`u.phone LIKE ${pattern(digits)}`)
  const reference = parseReference(search)
  const any = [sql<boolean>`u.name ILIKE ${pattern(search)}`, ...numbers, ...(reference ? [sql<boolean>`a.reference = ${reference}`] : [])]
  return sql<boolean>`(${sql.join(any, sql` OR `)})`
}

const appointmentsOfClient = defineQuery(
  'appointments of a client',
  (db, { userId, limit, offset }: { userId: Param<string>; limit: Param<number>; offset: Param<number> }) =>
    selectAppointments(db)
      .where('a.user_id', '=', userId)
      .orderBy('a.starts_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(limit)
      .offset(offset),
)

/** A person's appointments, newest first. The route has checked that the caller may see them. */
export async function listAppointmentsOf(
  db: Connection,
  scope: PersonScope,
  { userId, page, per_page }: { userId: string; page: number; per_page: number },
): Promise<{ data: Appointment[]; total: number }> {
  const offset = (page - 1) * per_page
  const rows = await appointmentsOfClient(db, { userId, limit: per_page, offset })
  // The last page tells how many there are.
  const isLast = rows.length < per_page && (rows.length > 0 || page === 1)
  const total = isLast ? offset + rows.length : Number((await countOfClient(db, { userId }))[0]?.total)
  return { data: await present(db, scope, rows), total }
}

/** Maximum number of upcoming appointments that a profile leads with. */
const maxUpcoming = 50

const upcomingOfClient = defineQuery(
  'upcoming appointments of a client',
  (db, { userId, now }: { userId: Param<string>; now: Param<Date> }) =>
    selectAppointments(db)
      .where('a.user_id', '=', userId)
      .where(isUnfinished('a', { now }))
      .orderBy('a.starts_at')
      .orderBy('a.id')
      .limit(sql.lit(maxUpcoming)),
)

/** A person's appointments that have not ended and await an outcome, soonest first. The route has checked access. */
export const listUpcomingOf = async (db: Connection, scope: PersonScope, userId: string): Promise<Appointment[]> =>
  present(db, scope, await upcomingOfClient(db, { userId, now: scope.now }))

const countOfClient = defineQuery('number of appointments of a client', (db, { userId }: { userId: Param<string> }) =>
  db
    .selectFrom('appointments')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId),
)

const latestAppointments = defineQuery('latest appointments', (db, { userIds }: { userIds: Param<readonly string[]> }) =>
  selectAppointments(db)
    .where(
      sql<boolean>`a.id = ANY (ARRAY (SELECT latest.id FROM unnest(${userIds}::uuid[]) AS who(id), LATERAL (
        SELECT o.id FROM appointments o WHERE o.user_id = who.id ORDER BY o.starts_at DESC, o.id DESC LIMIT ${sql.lit(maxHistoryLength)}) latest))`,
    )
    .orderBy('a.starts_at', 'desc')
    .orderBy('a.id', 'desc'),
)

const readLatest = defineBatch(
  'histories',
  async (db, userIds: readonly string[]) => {
    const rows = await latestAppointments(db, { userIds: [...new Set(userIds)] })
    const byUser = new Map(userIds.map(id => [id, [] as typeof rows]))
    for (const row of rows) byUser.get(row.user_id)?.push(row)
    return userIds.map(id => byUser.get(id) ?? [])
  },
  { maxSize: 50, maxConcurrent: 2 },
)

/**
 * A person's latest appointments, newest first, without a total. The route has checked that the caller
 * may see them.
 */
export async function latestAppointmentsOf(db: Connection, scope: PersonScope, userId: string): Promise<Appointment[]> {
  return present(db, scope, await readLatest(db, userId))
}

const appointmentsWithMentor = defineQuery(
  'appointments of a client with a mentor',
  (db, { userId, mentorId }: { userId: Param<string>; mentorId: Param<string> }) =>
    selectAppointments(db)
      .where('a.user_id', '=', userId)
      .where('a.mentor_id', '=', mentorId)
      .where('a.status', '<>', 'entered-in-error')
      .orderBy('a.starts_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(maxHistoryLength),
)

/**
 * The latest appointments of one of the caller's clients with the caller as mentor, newest first, without
 * those entered in error.
 */
export async function latestOwnAppointmentsOf(db: Connection, scope: PersonScope, userId: string): Promise<Appointment[]> {
  return present(db, scope, await appointmentsWithMentor(db, { userId, mentorId: scope.person.id }))
}

const sessionsWithOthers = defineQuery(
  'sessions of a client with other mentors',
  (db, { userId, mentorId, now }: { userId: Param<string>; mentorId: Param<string>; now: Param<string> }) =>
    db
      .selectFrom('appointments as a')
      .innerJoin('schedules as s', 's.id', 'a.schedule_id')
      .innerJoin('places as p', 'p.id', 's.place_id')
      .select(['a.starts_at', 'a.status', 'p.time_zone'])
      .where('a.user_id', '=', userId)
      .where('a.mentor_id', '<>', mentorId)
      .where('a.starts_at', '<=', now)
      .where(holdsSeat)
      .where('a.status', '<>', 'noshow')
      .orderBy('a.starts_at', 'desc')
      .limit(maxHistoryLength),
)

/**
 * The times at which a client met other mentors, newest first: only sessions that took place, without
 * their subject.
 */
export async function listSessionsWithOthers(db: Connection, { person, now }: PersonScope, userId: string) {
  const rows = await sessionsWithOthers(db, { userId, mentorId: person.id, now: now.toISOString() })
  const at = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  return rows
    .filter(({ status, starts_at }) => tookPlace(status, Temporal.Instant.from(starts_at), at))
    .map(({ starts_at, time_zone }) => ({ starts_at, time_zone }))
}

/** An audit row's state with the zone of that time's place and the name of its mentor, who may have left the roster. */
const stateWithNames = (column: 'before' | 'after') =>
  sql<AppointmentStep['from']>`e.${sql.ref(column)} || (
    SELECT jsonb_build_object('mentor_name', m.name, 'time_zone', p.time_zone)
    FROM users m CROSS JOIN schedules s JOIN places p ON p.id = s.place_id
    WHERE m.id = (e.${sql.ref(column)} ->> 'mentor_id')::uuid AND s.id = (e.${sql.ref(column)} ->> 'schedule_id')::uuid)`.as(column)

/**
 * An appointment's history, oldest first. Mentors do not see the steps while it was with another mentor,
 * because they read only what concerns their own sessions.
 */
export async function readHistory(db: Connection, scope: PersonScope, { id, user }: Pick<Appointment, 'id' | 'user'>) {
  const { person } = scope
  const rows = await db
    .selectFrom('audit as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.at', 'e.actor_id', 'u.name as actor_name', 'e.action', 'e.reason'])
    .select([stateWithNames('before'), stateWithNames('after')])
    .where('e.subject_id', '=', id)
    .where('e.subject', '=', 'appointment')
    .orderBy('e.at')
    .orderBy('e.id')
    .execute()
  const steps = rows.flatMap(row => presentStep(row satisfies StepRow, seesAll(scope), person.id))
  return seesAll(scope) || user.id === person.id ? steps : steps.filter(({ to }) => isOwnMentorId(scope, to.mentor_id))
}

const feedbackByAppointment = defineQuery('feedback by appointment', (db, { ids }: { ids: Param<readonly string[]> }) =>
  db
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
    .where(sql<boolean>`f.appointment_id = ANY (${ids}::uuid[])`)
    .orderBy('f.created_at')
    .orderBy('f.id'),
)

const readFeedbackOf = defineBatch(
  'feedback',
  async (db, asked: readonly (readonly string[])[]) => {
    const rows = await feedbackByAppointment(db, { ids: [...new Set(asked.flat())] })
    const byAppointment = new Map<string, Feedback[]>()
    for (const { author_id, author_name, answers, ...row } of rows) {
      byAppointment.set(row.appointment_id, [
        ...(byAppointment.get(row.appointment_id) ?? []),
        { ...row, author: { id: author_id, name: author_name }, answers: answers ?? [] },
      ])
    }
    // Each caller receives only the requested appointments.
    return asked.map(ids => new Map(ids.map(id => [id, byAppointment.get(id) ?? []])))
  },
  { maxSize: 50, maxConcurrent: 2 },
)

/**
 * The feedback about each of these appointments that the caller may read. Concurrent calls share one
 * query.
 */
export async function readFeedbackOn(
  db: Connection,
  scope: PersonScope,
  appointments: readonly Appointment[],
): Promise<ReadonlyMap<string, Feedback[]>> {
  const answered = appointments.filter(({ feedback: { client, mentor } }) => client || mentor).map(({ id }) => id)
  if (answered.length === 0) return new Map()
  const found = await readFeedbackOf(db, answered)
  return new Map([...found].map(([id, all]) => [id, all.filter(({ author }) => maySeeFeedbackOf(scope, author.id))]))
}
