import { type RawBuilder, sql } from 'kysely'
import type { AppointmentStatus } from '#domain/booking/status.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { isOwnMentorId, type PersonScope, type Scope } from '../../platform/scope.ts'

// The only decision about a mentor's access to a client (decision record 048). No other code
// compares an appointment's mentor with the caller.

/**
 * Condition: the client holds or held a seat with the mentor within `mentor_access_days` of now. It
 * checks only seats; `findOwnClients` and `isMentorInAppointment` check the mentor's role.
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
 * Which of these people are the caller's clients: the caller has a mentor's role, and the person holds or
 * held a seat with them (not cancelled or entered in error) that ends in the future or ended less than
 * `mentor_access_days` ago. Callers who are no mentors get an empty set without a query.
 */
export async function findOwnClients(db: Connection, { person, now }: Scope, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (!person?.isMentor || userIds.length === 0) return new Set()
  const rows = await clientsOf(db, { userIds: [...new Set(userIds)], mentorId: person.id, now })
  return new Set(rows.map(({ id }) => id))
}

/**
 * Whether a person is the caller's client (`findOwnClients`), so that the caller may read that person's
 * record.
 */
export const isOwnClient = async (db: Connection, scope: Scope, userId: string): Promise<boolean> =>
  (await findOwnClients(db, scope, [userId])).has(userId)

interface Meeting {
  user_id: string
  mentor_id: string
  status: AppointmentStatus
}

/**
 * The caller's part in an appointment: its client, its mentor, or null. `ownClients`: the result of
 * `findOwnClients` for its client. An appointment entered in error has no mentor, because it should never
 * have existed.
 */
export function participationIn(
  { user_id, mentor_id, status }: Meeting,
  scope: Scope,
  ownClients: ReadonlySet<string>,
): 'client' | 'mentor' | null {
  if (scope.person?.id === user_id) return 'client'
  return isOwnMentorId(scope, mentor_id) && ownClients.has(user_id) && status !== 'entered-in-error' ? 'mentor' : null
}

/** Condition: the caller is the mentor of the appointment `a`, as `participationIn` decides. */
export const isMentorInAppointment = ({ person, now }: PersonScope): RawBuilder<boolean> =>
  person.isMentor
    ? sql<boolean>`(a.mentor_id = ${person.id}::uuid AND a.status <> 'entered-in-error' AND ${hasRecentSeat(sql`a.user_id`, person.id, now)})`
    : sql<boolean>`false`

/**
 * The clients of the appointments whose mentor is the caller, as `participationIn` needs them for a list
 * of rows.
 */
export const findOwnClientsIn = (db: Connection, scope: Scope, meetings: readonly Meeting[]): Promise<ReadonlySet<string>> =>
  findOwnClients(
    db,
    scope,
    meetings.filter(({ mentor_id }) => isOwnMentorId(scope, mentor_id)).map(({ user_id }) => user_id),
  )

/** The caller's part in one appointment. */
export const findParticipation = async (db: Connection, scope: Scope, meeting: Meeting): Promise<'client' | 'mentor' | null> =>
  participationIn(meeting, scope, await findOwnClientsIn(db, scope, [meeting]))
