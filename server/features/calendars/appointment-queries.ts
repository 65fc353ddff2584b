import { sql } from 'kysely'
import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import { type Connection, planned } from '../../platform/database.ts'
import type { Scope } from '../../platform/scope.ts'
import type { FoundFeed } from './queries.ts'

/** An appointment as calendars are told of it; of its client nothing. */
export interface CalendarRow {
  id: string
  reference: string
  status: AppointmentStatus
  revision: number
  starts_at: string
  ends_at: string
  created_at: string
  mentor_name: string
  place: Pick<Appointment['place'], 'kind' | 'name' | 'address' | 'meeting_url'>
}

const day = 24 * 60 * 60 * 1000
/** What people look up again, and what can be booked. */
const [daysBack, daysAhead] = [92, 366]
/** A bound for what no calendar shows any more: the soonest are kept. */
const mostAppointments = 10_000

/** The appointments of a feed, by when they begin. */
export function listFeedAppointments(db: Connection, { now }: Scope, { kind, user_id, place_id }: FoundFeed): Promise<CalendarRow[]> {
  const at = (days: number) => new Date(now.getTime() + days * day).toISOString()
  // A place's are found by its sessions, which hold their appointments' times between them.
  const ofPlace = (placeId: string | null) =>
    sql<boolean>`s.place_id = ${placeId} AND s.starts_at < ${at(daysAhead)} AND s.starts_at >= ${at(-daysBack - 1)}`
  return planned(
    db,
    db
      .selectFrom('schedules as s')
      .innerJoin('appointments as a', 'a.schedule_id', 's.id')
      .innerJoin('places as p', 'p.id', 's.place_id')
      .innerJoin('users as m', 'm.id', 'a.mentor_id')
      .select(['a.id', 'a.reference', 'a.status', 'a.revision', 'a.starts_at', 'a.ends_at', 'a.created_at', 'm.name as mentor_name'])
      .select(['p.kind', 'p.name', 'p.address', 'p.meeting_url'])
      .where('a.starts_at', '>=', at(-daysBack))
      .where('a.starts_at', '<', at(daysAhead))
      .$if(kind === 'client', query => query.where('a.user_id', '=', user_id))
      .$if(kind === 'mentor', query => query.where('a.mentor_id', '=', user_id))
      .$if(kind === 'place', query => query.where(ofPlace(place_id)))
      .orderBy('a.starts_at')
      .orderBy('a.id')
      .limit(mostAppointments)
      .compile(),
  ).then(rows => rows.map(({ kind, name, address, meeting_url, ...row }) => ({ ...row, place: { kind, name, address, meeting_url } })))
}
