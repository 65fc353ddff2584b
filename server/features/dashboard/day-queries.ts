import { sql } from 'kysely'
import type { Appointment } from '#contract/appointments.ts'
import type { Day, DayAppointment, FreeTime } from '#contract/day.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { defineSharedQuery } from '../../platform/database/shared-query.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { listOwnAppointmentsOfDay } from '../appointments/queries.ts'
import { freeStaffSeats } from '../schedules/bookable/queries.ts'
import { isOfDay } from '../schedules/days/queries.ts'
import { presentMentorName, type MentorRow } from '../schedules/present.ts'
import { readSettingsRow } from '../site/queries.ts'
import { dayOf } from './compute-periods.ts'
import { isHere, listAppointments } from './list-queries.ts'

const maxAppointments = 1000

/** Today's appointments of all sessions and the times that staff can still book. */
export async function readDay(db: Connection, scope: PersonScope): Promise<Day> {
  const { time_zone } = await readSettingsRow(db)
  const [{ data, meta }, free] = await Promise.all([
    listAppointments(db, scope, { list: 'today', page: 1, per_page: maxAppointments }),
    findFreeTimes(db, scope, time_zone),
  ])
  return { date: dayOf(scope.now, time_zone).date, time_zone, appointments: await shorten(db, scope, data), total: meta.total, free }
}

/** Today's appointments and free times of the caller as a mentor. */
export async function readMentorDay(db: Connection, scope: PersonScope): Promise<Day> {
  const { time_zone } = await readSettingsRow(db)
  const day = dayOf(scope.now, time_zone)
  const [own, free] = await Promise.all([listOwnAppointmentsOfDay(db, scope, day), findFreeTimes(db, scope, time_zone)])
  const appointments = (await shorten(db, scope, own)).map((each, index) => ({
    ...each,
    meeting_url: own[index]?.place.meeting_url ?? null,
  }))
  const ownFree = free.filter(({ mentor }) => mentor.id === scope.person.id)
  return { date: day.date, time_zone, appointments, total: own.length, free: ownFree }
}

/** The part of appointments that the day shows, with the times of check-in. */
async function shorten(db: Connection, { now }: PersonScope, appointments: readonly Appointment[]): Promise<DayAppointment[]> {
  const here = await findArrivals(
    db,
    now,
    appointments.flatMap(({ id, status }) => (status === 'arrived' ? id : [])),
  )
  return appointments.map((row): DayAppointment => ({
    id: row.id,
    reference: row.reference,
    schedule_id: row.schedule_id,
    mentor: row.mentor,
    user: row.user,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    time_zone: row.time_zone,
    serial: row.serial,
    interpreter_language: row.interpreter_language,
    status: row.status,
    price: row.price,
    payment_status: row.payment.status,
    can: row.can,
    revision: row.revision,
    place: { id: row.place.id, name: row.place.name },
    support_type: { id: row.support_type.id, name: row.support_type.name, colour: row.support_type.colour },
    arrived_at: here.get(row.id) ?? null,
  }))
}

/** When the clients of these appointments who are here were checked in; after Undo, the last time counts. */
async function findArrivals(db: Connection, now: PersonScope['now'], ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; at: string }>`SELECT subject_id AS id, max(at) AS at FROM audit
    WHERE subject_id IN (SELECT a.id FROM appointments a WHERE a.id = ANY (${ids}::uuid[]) AND ${isHere(now)})
      AND subject = 'appointment' AND action = 'arrived' GROUP BY subject_id`.execute(db)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Today's times with free seats that are not over, by time and roster. All callers share them. */
const findFreeTimes = defineSharedQuery('free times of the day', async (db, { now }, time_zone: string): Promise<FreeTime[]> => {
  const day = dayOf(now, time_zone)
  const { rows } = await sql<Omit<FreeTime, 'mentor'> & { mentor: MentorRow }>`
    SELECT x.schedule_id, json_build_object('id', u.id, 'name', u.name, 'photo_id', u.photo_id) AS mentor,
      json_build_object('id', p.id, 'name', p.name) AS place,
      json_build_object('id', t.id, 'name', t.name, 'colour', t.colour) AS support_type,
      json_build_object('amount', t.price_amount, 'currency', t.price_currency) AS price,
      x.starts_at, x.ends_at, p.time_zone, s.interpreted, ${freeStaffSeats(day.now)} AS free
    FROM schedules s JOIN slots x ON x.schedule_id = s.id AND x.live AND ${isOfDay(day, 'x')} AND x.ends_at > ${day.now}
    JOIN places p ON p.id = s.place_id JOIN support_types t ON t.id = s.support_type_id JOIN users u ON u.id = x.mentor_id
    WHERE s.status = 'published' AND s.starts_at >= ${day.starts}::timestamptz - interval '1 day' AND s.starts_at < ${day.ends}
      AND ${freeStaffSeats(day.now)} > 0
    ORDER BY x.starts_at, p.name, x.roster, x.id`.execute(db)
  return rows.map(row => ({ ...row, mentor: presentMentorName(row.mentor) }))
})
