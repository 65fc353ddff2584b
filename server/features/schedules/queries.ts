import { sql, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Availability, ScheduleQuery } from '#contract/schedules.ts'
import type { Connection } from '../../platform/database.ts'
import type { Scope } from '../../platform/scope.ts'
import type { PlaceRow } from '../places/present.ts'
import { readSettingsRow } from '../site/queries.ts'
import type { SupportTypeRow } from '../support-types/present.ts'
import type { MentorRow, ScheduleRow } from './present.ts'

/**
 * A schedule's availability in SQL, once: the lists filter by it and the answers carry it. Says the same as `availabilityOf` in
 * domain/availability (a test holds the two together). `live` is the sum over its live slots, `ahead` those that clients can still book.
 */
const availability = (scope: Scope) => sql<Availability>`
  CASE
    WHEN schedules.ends_at <= ${scope.now} THEN 'past'
    WHEN schedules.status <> 'published' OR schedules.booking_opens_at > ${scope.now} THEN 'closed'
    WHEN live.free_ahead > 0 THEN 'available'
    WHEN live.slots > 0 AND live.slots_ahead = 0 THEN 'closed'
    ELSE 'full'
  END`

/** Sums over a schedule's live slots. At the very edge of the notice period a slot can still be booked; at its own start never. */
function liveSlots(scope: Scope, notice: number) {
  const edge = new Date(scope.now.getTime() + notice * 60_000)
  const ahead = sql`starts_at >= ${edge} AND starts_at > ${scope.now}`
  return sql<{ slots: number; slots_ahead: number; seats_total: number; seats_taken: number; seats_free: number; free_ahead: number }>`
    (SELECT count(*)::int AS slots,
      count(*) FILTER (WHERE ${ahead})::int AS slots_ahead,
      coalesce(sum(seats), 0)::int AS seats_total,
      coalesce(sum(taken), 0)::int AS seats_taken,
      coalesce(sum(seats - taken - held), 0)::int AS seats_free,
      coalesce(sum(seats - taken - held) FILTER (WHERE ${ahead}), 0)::int AS free_ahead
    FROM slots WHERE slots.schedule_id = schedules.id AND slots.live)`.as<'live'>(sql`live`)
}

/** The tables of `scheduleQuery`, for conditions and counts that need nothing of its output. */
const scheduleTables = (db: Connection, scope: Scope, notice: number) =>
  db
    .selectFrom('schedules')
    .innerJoin('support_types', 'support_types.id', 'schedules.support_type_id')
    .innerJoin('places', 'places.id', 'schedules.place_id')
    .leftJoinLateral(liveSlots(scope, notice), join => join.onTrue())

/**
 * Schedules as they are shown: with support type, place, mentors in roster order, seats and availability. `notice` is the settings'
 * `notice_minutes`. Add conditions and order; the rows go to `presentSchedule`.
 */
export const scheduleQuery = (db: Connection, scope: Scope, notice: number) =>
  scheduleTables(db, scope, notice).select([
    'schedules.id',
    'schedules.support_type_id',
    'schedules.place_id',
    'schedules.local_starts',
    'schedules.local_ends',
    'schedules.starts_later',
    'schedules.ends_later',
    'schedules.starts_at',
    'schedules.ends_at',
    'schedules.slot_minutes',
    'schedules.break_minutes',
    'schedules.seats_per_slot',
    'schedules.status',
    'schedules.note',
    'schedules.booking_opens_at',
    'schedules.cancel_reason',
    'schedules.series_id',
    'schedules.revision',
    sql<SupportTypeRow>`to_json(support_types)`.as('support_type'),
    sql<PlaceRow>`to_json(places)`.as('place'),
    sql<MentorRow[]>`(
      SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'photo_id', u.photo_id) ORDER BY m.roster), '[]')
      FROM schedule_mentors m JOIN users u ON u.id = m.mentor_id WHERE m.schedule_id = schedules.id)`.as('mentors'),
    sql<number>`live.seats_total`.as('seats_total'),
    sql<number>`live.seats_taken`.as('seats_taken'),
    sql<number>`live.seats_free`.as('seats_free'),
    availability(scope).as('availability'),
  ])
