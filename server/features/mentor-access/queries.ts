import { type RawBuilder, sql } from 'kysely'
import type { AppointmentStatus } from '#domain/booking/status.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { isOwnMentorId, type PersonScope, type Scope } from '../../platform/scope.ts'

// The one decision about what a mentor reaches of a client (product rules §4, decision 048). No other code
// compares an appointment's mentor with the caller.

/**
 * Whether the client holds or held a seat with the mentor within `mentor_access_days` of now, as a
 * condition. It is about the seats alone: whether the mentor holds a mentor's role is decided by
 * `findOwnClients` and `isMentorInAppointment`.
 */
export const hasRecentSeat = (
  client: RawBuilder<unknown>,
  mentorId: string | Param<string>,
  now: Date | Param<Date>,
) => sql<boolean>`EXISTS (SELECT FROM appointments seat CROSS JOIN settings days
  WHERE seat.user_id = ${client} AND seat.mentor_id = ${mentorId}::uuid AND holds_seat(seat.status)
    AND seat.ends_at > ${now}::timestamptz - make_interval(days => days.mentor_access_days))`

const clientsOf = defineQuery(
  'own clients',
  (_db, { userIds, mentorId, now }: { userIds: Param<readonly string[]>; mentorId: Param<string>; now: Param<Date> }) => sql<{
    id: string
  }>`
    SELECT client.id FROM unnest(${userIds}::uuid[]) AS client(id) WHERE ${hasRecentSeat(sql`client.id`, mentorId, now)}`,
)

/**
 * Which of these people are the caller's clients: the caller holds a mentor's role now, and the person
 * holds or held a seat with them (not cancelled, not entered in error) that ended less than
 * `mentor_access_days` ago or has yet to end. Empty for everyone who is no mentor, without a query.
 */
export async function findOwnClients(db: Connection, { person, now }: Scope, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (!person?.isMentor || userIds.length === 0) return new Set()
  const rows = await clientsOf(db, { userIds: [...new Set(userIds)], mentorId: person.id, now })
  return new Set(rows.map(({ id }) => id))
}

/**
 * Whether a person is the caller's client, as `findOwnClients` decides: the caller may then read that
 * person's record.
 */
export const isOwnClient = async (db: Connection, scope: Scope, userId: string): Promise<boolean> =>
  (await findOwnClients(db, scope, [userId])).has(userId)

interface Meeting {
  user_id: string
  mentor_id: string
  status: AppointmentStatus
}

/**
 * The caller's own part in an appointment: its client, its mentor, or null. `ownClients` is what
 * `findOwnClients` answered for its client. An appointment entered in error has no mentor: it should never
 * have existed.
 */
export function partIn({ user_id, mentor_id, status }: Meeting, scope: Scope, ownClients: ReadonlySet<string>): 'client' | 'mentor' | null {
  if (scope.person?.id === user_id) return 'client'
  return isOwnMentorId(scope, mentor_id) && ownClients.has(user_id) && status !== 'entered-in-error' ? 'mentor' : null
}

/** Whether the caller's part in the appointment `a` is the mentor's (`partIn`), as a condition. */
export const isMentorInAppointment = ({ person, now }: PersonScope): RawBuilder<boolean> =>
  person.isMentor
    ? sql<boolean>`(a.mentor_id = ${person.id}::uuid AND a.status <> 'entered-in-error' AND ${hasRecentSeat(sql`a.user_id`, person.id, now)})`
    : sql<boolean>`false`

/** The clients of the appointments that the caller mentors: what `partIn` needs for a list of rows. */
export const findOwnClientsIn = (db: Connection, scope: Scope, meetings: readonly Meeting[]): Promise<ReadonlySet<string>> =>
  findOwnClients(
    db,
    scope,
    meetings.filter(({ mentor_id }) => isOwnMentorId(scope, mentor_id)).map(({ user_id }) => user_id),
  )

/** The caller's own part in one appointment. */
export const findPartIn = async (db: Connection, scope: Scope, meeting: Meeting): Promise<'client' | 'mentor' | null> =>
  partIn(meeting, scope, await findOwnClientsIn(db, scope, [meeting]))
