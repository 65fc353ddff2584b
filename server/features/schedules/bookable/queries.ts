import { sql, type RawBuilder } from 'kysely'
import type { Param } from '../../../platform/database/compiled-query.ts'

/** When a client would book, and the settings' `notice_minutes`. */
export interface BookingMoment {
  now: Date | Param<Date>
  notice: number | Param<number>
}

const refer = (slot: string, session: string, { now, notice }: BookingMoment) =>
  sql`${sql.ref(slot)}, ${sql.ref(session)}, ${now}::timestamptz, make_interval(mins => ${notice}::int), false`

/**
 * Whether clients can book a slot now: `is_bookable` in database/schema/functions/booking.sql. Both
 * arguments are aliases of tables.
 */
export const isBookable = (slot: string, session: string, moment: BookingMoment): RawBuilder<boolean> =>
  sql`is_bookable(${refer(slot, session, moment)})`

/** Why clients cannot book a slot now, or null: `booking_obstacle`. */
export const bookingObstacle = (slot: string, session: string, moment: BookingMoment): RawBuilder<string | null> =>
  sql`booking_obstacle(${refer(slot, session, moment)})`

/** Whether clients can book a slot now, or could if it were not full. */
export const isAhead = (slot: string, session: string, moment: BookingMoment): RawBuilder<boolean> =>
  sql`coalesce(${bookingObstacle(slot, session, moment)}, 'full') = 'full'`

/**
 * The free seats of the slot `x` of the session `s` that staff can book at `now`: policies for clients do not apply.
 */
export const freeStaffSeats = (now: string | Date | Param<Date>): RawBuilder<number> =>
  sql<number>`CASE WHEN is_bookable(x, s, ${now}::timestamptz, interval '0', true) THEN x.seats - x.taken - x.held ELSE 0 END`
