import type { Database } from '#database/types.ts'
import { type Selectable, sql } from 'kysely'
import { defineQuery, type Param } from '../../../platform/database/compiled-query.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { asksFeedback } from '../../feedback/asking/queries.ts'
import type { PlaceRow } from '../../places/present.ts'
import type { SupportTypeRow } from '../../support-types/present.ts'

/** Appointments with everything that a page shows; `present.ts` converts the rows. */
export const selectAppointments = (db: Connection) =>
  db
    .selectFrom('appointments as a')
    .innerJoin('schedules as s', 's.id', 'a.schedule_id')
    .innerJoin('support_types as t', 't.id', 's.support_type_id')
    .innerJoin('places as p', 'p.id', 's.place_id')
    .innerJoin('users as m', 'm.id', 'a.mentor_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('users as payer', 'payer.id', 'a.payment_by')
    .select([
      'a.id',
      'a.reference',
      'a.schedule_id',
      'a.mentor_id',
      'a.user_id',
      'a.requested_mentor_id',
      'a.starts_at',
      'a.ends_at',
      'a.serial',
      'a.status',
      'a.status_before',
      'a.questions',
      'a.interpreter_language',
      'a.price_amount',
      'a.price_currency',
      'a.payment_status',
      'a.payment_at',
      'a.excused_at',
      'a.cancelled_by',
      'a.cancelled_at',
      'a.cancel_reason',
      'a.revision',
      'a.created_at',
      'a.room',
      's.meeting_url as session_link',
      'm.name as mentor_name',
      'm.photo_id as mentor_photo_id',
      'u.name as user_name',
      'u.phone as user_phone',
      'u.photo_id as user_photo_id',
      'payer.name as payment_by_name',
      sql<SupportTypeRow>`to_json(t)`.as('support_type'),
      sql<PlaceRow>`to_json(p)`.as('place'),
    ])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('feedback as f')
          .whereRef('f.appointment_id', '=', 'a.id')
          .where('f.type', '=', 'client')
          .select(sql`1`.as('one')),
      ).as('has_client_feedback'),
      exists(
        selectFrom('feedback as f')
          .whereRef('f.appointment_id', '=', 'a.id')
          .where('f.type', '=', 'mentor')
          .select(sql`1`.as('one')),
      ).as('has_mentor_feedback'),
      asksFeedback('client').as('asks_client'),
      asksFeedback('mentor').as('asks_mentor'),
    ])

/** The setting that decides which actions are possible. */
export type PolicyRow = Pick<Selectable<Database['settings']>, 'change_minutes'>

/** The same by ids, in any order, with the setting that decides which actions are possible. */
const selectByIds = (db: Connection, { ids }: { ids: Param<readonly string[]> }) =>
  selectAppointments(db)
    .select(sql<PolicyRow>`(SELECT json_build_object('change_minutes', change_minutes) FROM settings)`.as('policy_row'))
    .where(sql<boolean>`a.id = ANY (${ids}::uuid[])`)

/** Appointments by id, in any order; ids that do not exist are left out. */
export const appointmentsByIds = defineQuery('appointments by ids', selectByIds)
/** For the response to a booking. */
export const bookedAppointments = defineQuery('booked appointments', selectByIds, { priority: true })

/** An appointment with everything that a page shows of it. */
export type AppointmentRow = Awaited<ReturnType<ReturnType<typeof selectAppointments>['executeTakeFirstOrThrow']>>
/** The same with the settings that decide what its client may do. */
export type AppointmentWithPolicy = AppointmentRow & { policy_row: PolicyRow }
