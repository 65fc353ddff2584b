import { sql } from 'kysely'
import type * as z from 'zod'
import type { appointmentCalls } from '#contract/appointments.ts'
import type { Slot } from '#contract/schedules.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { freeStaffSeats } from '../schedules/bookable/queries.ts'
import { presentMentorName, type MentorRow } from '../schedules/present.ts'

type Session = z.infer<(typeof appointmentCalls)['GET /api/appointments/create']['answer']['body']>['sessions'][number]

/** Maximum number of sessions in a form. */
const maxSessions = 60

const staffSlots = defineQuery(
  'slots for staff',
  (_db, { scheduleId, now, interpreter }: { scheduleId: Param<string>; now: Param<Date>; interpreter: Param<boolean> }) => sql<
    Omit<Slot, 'mentor'> & { mentor: MentorRow }
  >`
    SELECT x.schedule_id, json_build_object('id', u.id, 'name', u.name, 'photo_id', u.photo_id) AS mentor, x.starts_at, x.ends_at,
      x.first_serial AS serial, x.seats,
      ${freeStaffSeats(now, interpreter)} AS free
    FROM slots x JOIN schedules s ON s.id = x.schedule_id JOIN users u ON u.id = x.mentor_id
    WHERE x.schedule_id = ${scheduleId} AND x.live
    ORDER BY x.starts_at, x.roster`,
)

/**
 * A schedule's slots with the seats that staff may book. The policies for clients do not apply, but
 * drafts, cancelled sessions, past times, closed days, absent mentors and seats offered to the waiting
 * list have no free seats. `interpreter`: whether the appointment may need one; default: it may.
 */
export const findStaffSlots = async (db: Connection, { now }: Scope, scheduleId: string, interpreter = true): Promise<Slot[]> =>
  (await staffSlots(db, { scheduleId, now, interpreter })).map(row => ({ ...row, mentor: presentMentorName(row.mentor) }))

interface SessionParams {
  supportTypeId: Param<string>
  from: Param<string> | undefined
  now: Param<Date>
  interpreter: Param<boolean>
}

const sessionsAhead = defineQuery(
  'sessions ahead',
  (_db, { supportTypeId, from, now, interpreter }: SessionParams) => sql<Session>`
    SELECT ahead.id, ahead.support_type_id, json_build_object('id', p.id, 'name', p.name) AS place, ahead.starts_at, ahead.ends_at, p.time_zone, seats.free
    -- In order, until there are enough sessions: not every slot ahead is read.
    FROM (SELECT *, schedules AS s FROM schedules WHERE support_type_id = ${supportTypeId} AND status = 'published' AND ends_at > ${now}
      ${from ? sql`AND local_ends > ${from}::timestamp` : sql``} ORDER BY starts_at, id) ahead
    CROSS JOIN LATERAL (SELECT sum(${freeStaffSeats(now, interpreter)})::int AS free FROM slots x WHERE x.schedule_id = ahead.id AND x.live) seats
    JOIN places p ON p.id = ahead.place_id
    WHERE seats.free > 0
    ORDER BY ahead.starts_at, ahead.id LIMIT ${maxSessions}`,
)

/**
 * The next sessions of a support type with free seats, soonest first; `from`: those that end on or after
 * this local date. `interpreter` as above.
 */
export const findSessionsAhead = (
  db: Connection,
  { now }: Scope,
  supportTypeId: string,
  { from, interpreter = true }: { from: string | undefined; interpreter?: boolean },
): Promise<Session[]> => sessionsAhead(db, { supportTypeId, from, now, interpreter })

const requestedMentors = defineQuery(
  'requested mentors',
  (_db, { scheduleId }: { scheduleId: Param<string> }) => sql<{ mentor: MentorRow; count: number }>`
    SELECT json_build_object('id', u.id, 'name', u.name, 'photo_id', u.photo_id) AS mentor, count(*)::int AS count
    FROM appointments a JOIN users u ON u.id = a.requested_mentor_id
    WHERE a.schedule_id = ${scheduleId} AND holds_seat(a.status)
    GROUP BY u.id ORDER BY count DESC, u.name, u.id`,
)

/** The mentors whom clients with a seat in a schedule requested, with the numbers, most requested first. */
export const countRequestedMentors = async (db: Connection, _scope: Scope, scheduleId: string) =>
  (await requestedMentors(db, { scheduleId })).map(({ mentor, count }) => ({ mentor: presentMentorName(mentor), count }))

/**
 * The client's recently missed appointments without excuse, and open appointments. These limits do not
 * bind staff.
 */
export async function readStanding(db: Connection, { now }: Scope, userId: string): Promise<{ missed_recently: number; open: number }> {
  const { rows } = await sql<{ missed_recently: number; open: number }>`
    SELECT standing.missed AS missed_recently, standing.open FROM settings o, client_standing(${userId}, ${now}, o.missed_days) standing`.execute(
    db,
  )
  return rows[0] ?? { missed_recently: 0, open: 0 }
}
