/** Slots of a mentor's day: 09:00 to 17:00 in half hours. */
const slotsADay = 16
const mentors = 200
/**
 * Of a hundred slots so many have an appointment; of these in the past so many were cancelled and hold no seat.
 */
const booked = 78

/**
 * Weekdays of sessions, one in fourteen ahead or as many as said besides, until there are slots enough for the
 * appointments. `many_slots` numbers every half hour of every mentor.
 */
export function sessionsAndSlots(appointments: number, ahead?: number): string[] {
  const days = Math.ceil(appointments / (slotsADay * mentors * (booked / 100)))
  const behind = ahead === undefined ? Math.ceil((days * 13) / 14) : days
  return [
    `CREATE TEMP TABLE many_days AS
      SELECT date, (row_number() OVER (ORDER BY date) - 1)::int AS n FROM (
        (SELECT d::date AS date FROM generate_series(current_date - ${behind} * 2, current_date - 1, interval '1 day') d
          WHERE extract(isodow FROM d) < 6 ORDER BY d DESC LIMIT ${behind})
        UNION ALL (SELECT d::date FROM generate_series(current_date, current_date + ${ahead ?? days} * 2, interval '1 day') d
          WHERE extract(isodow FROM d) < 6 ORDER BY d LIMIT ${ahead ?? days - behind})) spread`,
    `CREATE TEMP TABLE many_schedules AS SELECT new_id() AS id, t.*, d.date, d.n AS day, (d.date + time '09:00') AT TIME ZONE t.time_zone AS starts_at
      FROM many_days d CROSS JOIN many_teams t`,
    `INSERT INTO schedules (id, support_type_id, place_id, local_starts, local_ends, starts_at, ends_at, slot_minutes, status)
      SELECT id, support_type_id, place_id, date + time '09:00', date + time '17:00', starts_at, starts_at + interval '8 hours', 30, 'published' FROM many_schedules`,
    `INSERT INTO schedule_mentors (schedule_id, mentor_id, roster) SELECT s.id, m.id, m.roster FROM many_schedules s JOIN many_mentors m ON m.team = s.team`,
    `CREATE TEMP TABLE many_slots AS
      SELECT new_id() AS id, s.id AS schedule_id, m.id AS mentor_id, m.roster, s.starts_at + k * interval '30 minutes' AS starts_at,
        k * 4 + m.roster + 1 AS serial, ((s.day * ${slotsADay} + k)::bigint * ${mentors} + m.n) AS number,
        abs(hashint8((s.day * ${slotsADay} + k)::bigint * ${mentors} + m.n)) % 100 < ${booked} AS booked,
        abs(hashint8((s.day * ${slotsADay} + k)::bigint * ${mentors} + m.n + 7)) % 100 AS fate
      FROM many_schedules s JOIN many_mentors m ON m.team = s.team CROSS JOIN generate_series(0, ${slotsADay - 1}) k`,
    `ALTER TABLE many_slots ADD COLUMN status text`,
    `UPDATE many_slots SET status = CASE
      WHEN starts_at > now() THEN CASE WHEN fate < 5 THEN 'pending' ELSE 'booked' END
      WHEN fate < 7 THEN 'cancelled' WHEN fate < 14 THEN 'noshow' ELSE 'fulfilled' END WHERE booked`,
    // As planning writes them: the slots of a session follow each other.
    `INSERT INTO slots (id, schedule_id, mentor_id, roster, starts_at, ends_at, seats, taken, first_serial)
      SELECT id, schedule_id, mentor_id, roster, starts_at, starts_at + interval '30 minutes', 1, (booked AND status <> 'cancelled')::int, serial
      FROM many_slots ORDER BY schedule_id, starts_at, roster`,
    `INSERT INTO mentor_times SELECT id, mentor_id, starts_at, starts_at + interval '30 minutes' FROM many_slots`,
  ]
}

/** 8 characters of Crockford base32 from a number: times an odd number modulo 2^40 no two are alike. */
const reference = `(SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (((x.number * 361086925695) & 1099511627775) >> (i * 5) & 31)::int + 1, 1), '' ORDER BY i DESC)
  FROM generate_series(0, 7) i)`

/**
 * Each half hour has different people: the numbers of one half hour are 200 that follow each other, and come round
 * again a month later.
 */
export const manyAppointments = (people: number): string[] => [
  `INSERT INTO appointments (id, reference, user_id, slot_id, schedule_id, mentor_id, starts_at, ends_at, seat, serial, status, questions, booked_by, changed_by,
      cancelled_by, cancelled_at, created_at)
    SELECT new_id(), ${reference}, p.id, x.id, x.schedule_id, x.mentor_id, x.starts_at, x.starts_at + interval '30 minutes', 1, x.serial, x.status,
      CASE WHEN x.fate % 4 = 0 THEN ARRAY['What could come next?'] ELSE '{}' END, p.id, p.id,
      CASE x.status WHEN 'cancelled' THEN 'client' END, CASE x.status WHEN 'cancelled' THEN x.starts_at - interval '1 day' END, x.starts_at - interval '7 days'
    FROM many_slots x JOIN many_people p ON p.n = 1 + x.number % ${people} WHERE x.booked ORDER BY x.starts_at`,
]
