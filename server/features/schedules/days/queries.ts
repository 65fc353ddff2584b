import { type Expression, sql, type RawBuilder } from 'kysely'

// A session that crosses midnight is on two local dates, and each of its slots on one; no session
// is longer than a day. `s` is the session, `x` its slot, `p` its place.

/**
 * Whether a session touches the local dates from `from` to `to`, inclusive; null: no such bound. Uses the
 * index on `local_date`.
 */
export function touchesDays(
  from: RawBuilder<unknown> | null,
  to: RawBuilder<unknown> | null,
  session: 's' | 'schedules' = 's',
): RawBuilder<boolean> {
  const [date, ends] = [sql.ref(`${session}.local_date`), sql.ref(`${session}.local_ends`)]
  const since = from ? sql`${date} >= ${from} - 1 AND (${date} >= ${from} OR ${ends} > ${from}::timestamp)` : sql`true`
  return sql`(${since} AND ${to ? sql`${date} <= ${to}` : sql`true`})`
}

/**
 * The local date of a slot: the session's, or the slot's own where the session crosses midnight.
 */
export const slotDate: RawBuilder<string> = sql<string>`slot_date(s.local_date, s.local_ends, p.time_zone, x.starts_at)`

/**
 * Whether an appointment or a slot (`its`) at the place `p` touches a local date, as
 * `slot_block_reason` decides for closed days.
 */
export const timeTouchesDay = (its: 'a' | 'x', date: RawBuilder<unknown>): RawBuilder<boolean> => {
  const [starts, ends] = [sql.ref(`${its}.starts_at`), sql.ref(`${its}.ends_at`)]
  return sql`(${date} BETWEEN (${starts} AT TIME ZONE p.time_zone)::date AND ((${ends} - interval '1 microsecond') AT TIME ZONE p.time_zone)::date)`
}

/**
 * Whether a slot of a session on a local date starts on that date. Reads the zone only if the
 * session crosses midnight.
 */
export const startsOnDay = (date: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(s.local_ends <= s.local_date + 1 OR (x.starts_at AT TIME ZONE p.time_zone)::date = ${date})`

/**
 * Whether an appointment or a slot (`alias`) belongs to the day from `starts` to `ends`: it starts then, or started before and is still
 * running at `now`. The first condition limits the index scan, because no session is longer than a day.
 */
export function isOfDay(
  { starts, ends, now }: Record<'starts' | 'ends' | 'now', string | Expression<unknown>>,
  alias = 'a',
): RawBuilder<boolean> {
  const [from, to] = [sql.ref(`${alias}.starts_at`), sql.ref(`${alias}.ends_at`)]
  return sql<boolean>`(${from} >= ${starts}::timestamptz - interval '1 day' AND ${from} < ${ends}::timestamptz
    AND (${from} >= ${starts}::timestamptz OR ${to} > ${now}::timestamptz))`
}
