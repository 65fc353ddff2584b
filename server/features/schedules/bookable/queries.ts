import { sql, type RawBuilder } from 'kysely'
import type { Param } from '../../../platform/database/compiled-query.ts'

/** When a client or staff would book, and the settings' `notice_minutes`, which do not bind staff. */
export interface BookingMoment {
  now: Date | Param<Date>
  notice: number | Param<number>
  asStaff?: boolean
  /** Whether the appointment needs an interpreter. By default it may: the times kept for such appointments count. */
  interpreter?: boolean
}

const refer = (slot: string, session: string, { now, notice, asStaff = false, interpreter = true }: BookingMoment) =>
  sql`${sql.ref(slot)}, ${sql.ref(session)}, ${now}::timestamptz, make_interval(mins => ${notice}::int), ${sql.lit(asStaff)}, ${sql.lit(interpreter)}`

/**
 * Whether a slot can be booked now: `is_bookable` in database/schema/functions/booking.sql. Both
 * arguments are aliases of tables.
 */
export const isBookable = (slot: string, session: string, moment: BookingMoment): RawBuilder<boolean> =>
  sql`is_bookable(${refer(slot, session, moment)})`

/** Why a slot cannot be booked now, or null: `booking_obstacle`. */
export const bookingObstacle = (slot: string, session: string, moment: BookingMoment): RawBuilder<string | null> =>
  sql`booking_obstacle(${refer(slot, session, moment)})`

/** Whether a slot can be booked now, or could be if it were not full. */
export const isAhead = (slot: string, session: string, moment: BookingMoment): RawBuilder<boolean> =>
  sql`coalesce(${bookingObstacle(slot, session, moment)}, 'full') = 'full'`

/**
 * The free seats of the slot `x` of the session `s` that staff can book at `now`: policies for clients do not
 * apply. `interpreter`: whether the times kept for appointments that need an interpreter count.
 */
export const freeStaffSeats = (now: string | Date | Param<Date>, interpreter: boolean | Param<boolean> = true): RawBuilder<number> =>
  sql<number>`CASE WHEN is_bookable(x, s, ${now}::timestamptz, interval '0', true, ${interpreter}) THEN x.seats - x.taken - x.held ELSE 0 END`
