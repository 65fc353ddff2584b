import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import { defineDynamicQuery } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import type { FoundFeed } from './queries.ts'
import { feedPeriodOf, maxEvents } from './policy.ts'

/** An appointment for a calendar, without its client. */
export interface CalendarRow extends Pick<Appointment['place'], 'kind' | 'name' | 'address'> {
  id: string
  schedule_id: string
  place_id: string
  reference: string
  status: AppointmentStatus
  revision: number
  starts_at: string
  ends_at: string
  created_at: string
  mentor_name: string
}

const appointmentsOfFeed = defineDynamicQuery(
  'appointments of a feed',
  (db, { kind, user_id }: Pick<FoundFeed, 'kind' | 'user_id'>, { from, to }: ReturnType<typeof feedPeriodOf>) =>
    db
      .selectFrom('appointments as a')
      .innerJoin('schedules as s', 's.id', 'a.schedule_id')
      .innerJoin('places as p', 'p.id', 's.place_id')
      .innerJoin('users as m', 'm.id', 'a.mentor_id')
      .select(['a.id', 'a.reference', 'a.status', 'a.revision', 'a.starts_at', 'a.ends_at', 'a.created_at', 'm.name as mentor_name'])
      .select(['p.id as place_id', 'p.kind', 'p.name', 'p.address', 'a.schedule_id'])
      .where(kind === 'mentor' ? 'a.mentor_id' : 'a.user_id', '=', user_id)
      .where('a.starts_at', '>=', from)
      .where('a.starts_at', '<', to)
      .orderBy('a.starts_at')
      .orderBy('a.id')
      .limit(maxEvents),
)

/** The appointments of a client's or a mentor's feed, by start. */
export const listFeedAppointments = (db: Connection, { now }: Scope, { kind, user_id }: FoundFeed): Promise<CalendarRow[]> =>
  appointmentsOfFeed(db, { kind, user_id }, feedPeriodOf(now))
