import { sql, type Expression, type RawBuilder } from 'kysely'

/** When a client or staff would book, and the settings' `notice_minutes`, which do not bind staff. */
export interface BookingMoment {
  now: string | Date | Expression<Date>
  notice: number | Expression<number>
  asStaff?: boolean | Expression<boolean>
  /** Whether the appointment needs an interpreter. By default it may: the times kept for such appointments count. */
  interpreter?: boolean | Expression<boolean>
}

/** In the text where it is known, so that PostgreSQL plans without the other case. */
const flag = (value: boolean | Expression<boolean>) => (typeof value === 'boolean' ? sql.lit(value) : value)

const refer = (slot: string, session: string, { now, notice, asStaff = false, interpreter = true }: BookingMoment) =>
  sql`${sql.ref(slot)}, ${sql.ref(session)}, ${now}::timestamptz, make_interval(mins => ${notice}::int), ${flag(asStaff)}, ${flag(interpreter)}`

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
export const freeStaffSeats = (now: BookingMoment['now'], interpreter?: BookingMoment['interpreter']): RawBuilder<number> =>
  sql<number>`CASE WHEN ${isBookable('x', 's', { now, notice: 0, asStaff: true, interpreter })} THEN x.seats - x.taken - x.held ELSE 0 END`
