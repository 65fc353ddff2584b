import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

/** A booking request for its own time: the client's token, and the body. */
export interface BookingRequest {
  token: string
  body: { schedule_id: string; starts_at: string; mentor_id: string }
}

const mentorsOfASession = 4
const slotsADay = 16

/**
 * Statements that plan at least `count` one-seat times a year ahead, in sessions of four mentors.
 */
const manyTimes = (count: number): string[] => [
  'SET session_replication_role = replica',
  `CREATE TEMP TABLE supply_mentors AS SELECT n, new_id() AS id FROM generate_series(0, 399) n`,
  `INSERT INTO users (id, name, phone) SELECT id, 'Supply ' || n, '+4476' || lpad(n::text, 8, '0') FROM supply_mentors`,
  `INSERT INTO role_assignments (user_id, role_id) SELECT m.id, r.id FROM supply_mentors m, (SELECT id FROM roles WHERE is_mentor ORDER BY id LIMIT 1) r`,
  `CREATE TEMP TABLE supply_sessions AS
    SELECT new_id() AS id, team, current_date + 400 + day AS date, t.id AS support_type_id, p.id AS place_id, (current_date + 400 + day + time '09:00') AT TIME ZONE p.time_zone AS starts_at
    FROM generate_series(0, ${Math.ceil(count / (400 * slotsADay)) - 1}) day CROSS JOIN generate_series(0, 99) team,
      (SELECT id FROM support_types WHERE active AND NOT needs_approval ORDER BY position LIMIT 1) t, (SELECT id, time_zone FROM places WHERE active ORDER BY name LIMIT 1) p`,
  `INSERT INTO schedules (id, support_type_id, place_id, local_starts, local_ends, starts_at, ends_at, slot_minutes, status)
    SELECT id, support_type_id, place_id, date + time '09:00', date + time '17:00', starts_at, starts_at + interval '8 hours', 30, 'published' FROM supply_sessions`,
  `INSERT INTO schedule_mentors (schedule_id, mentor_id, roster) SELECT s.id, m.id, m.n % ${mentorsOfASession} FROM supply_sessions s JOIN supply_mentors m ON m.n / ${mentorsOfASession} = s.team`,
  `INSERT INTO slots (id, schedule_id, mentor_id, roster, starts_at, ends_at, seats, first_serial)
    SELECT new_id(), s.id, m.id, m.n % ${mentorsOfASession}, s.starts_at + k * interval '30 minutes', s.starts_at + (k + 1) * interval '30 minutes', 1, 1 + k * ${mentorsOfASession} + m.n % ${mentorsOfASession}
    FROM supply_sessions s JOIN supply_mentors m ON m.n / ${mentorsOfASession} = s.team CROSS JOIN generate_series(0, ${slotsADay - 1}) k`,
  'INSERT INTO mentor_times SELECT x.id, x.mentor_id, x.starts_at, x.ends_at FROM slots x JOIN supply_mentors m ON m.id = x.mentor_id',
  'SET session_replication_role = origin',
  'UPDATE settings SET max_open = 100, missed_limit = 100',
]

/**
 * People with a phone and a session each; answers their tokens, and leaves them as `supply_clients`, numbered
 * alike.
 */
export async function signManyIn(client: pg.Client, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map(token => createHash('sha256').update(token).digest())
  await client.query('DROP TABLE IF EXISTS supply_clients')
  await client.query(
    `CREATE TEMP TABLE supply_clients AS SELECT row_number() OVER (ORDER BY id) - 1 AS n, id FROM users WHERE phone LIKE '+4474%' AND active ORDER BY id LIMIT ${count}`,
  )
  const { rowCount } = await client.query(
    `INSERT INTO sessions (user_id, token_hash, created_at, last_used_at) SELECT c.id, t.hash, now(), now()
      FROM unnest($1::bytea[]) WITH ORDINALITY t (hash, n) JOIN supply_clients c ON c.n = t.n - 1`,
    [hashes],
  )
  if (rowCount !== count) throw new Error(`only ${rowCount} people could be signed in`)
  return tokens
}

/**
 * Creates this many free times, in order; also in the table `bench_times`, by number. 400 are at the same time,
 * each with a mentor of its own.
 */
export async function createFreeTimes(client: pg.Client, count: number): Promise<BookingRequest['body'][]> {
  for (const statement of manyTimes(count)) await client.query(statement)
  await client.query(
    `CREATE TABLE bench_times AS
      SELECT * FROM (SELECT row_number() OVER (ORDER BY x.starts_at, m.n) - 1 AS n, x.id AS slot_id, x.schedule_id, x.starts_at, x.mentor_id FROM slots x JOIN supply_mentors m ON m.id = x.mentor_id) w
      WHERE w.n < ${count}`,
  )
  await client.query('ALTER TABLE bench_times ADD PRIMARY KEY (n)')
  await client.query('VACUUM (ANALYZE)')
  const { rows } = await client.query<{ schedule_id: string; starts_at: Date; mentor_id: string }>(
    'SELECT schedule_id, starts_at, mentor_id FROM bench_times ORDER BY n',
  )
  return rows.map(({ starts_at, ...time }) => ({ ...time, starts_at: starts_at.toISOString() }))
}

/**
 * As many, each wished for by one of the people, who never request for two at once; also in the table
 * `bench_requests`, by number.
 */
export async function createBookingRequests(client: pg.Client, count: number, people: number): Promise<BookingRequest[]> {
  const times = await createFreeTimes(client, count)
  const tokens = await signManyIn(client, people)
  await client.query(
    `CREATE UNLOGGED TABLE bench_requests AS SELECT t.n, c.id AS client, t.schedule_id, t.starts_at, t.mentor_id FROM bench_times t JOIN supply_clients c ON c.n = t.n % ${people}`,
  )
  await client.query('ALTER TABLE bench_requests ADD PRIMARY KEY (n)')
  await client.query('ANALYZE bench_requests')
  return times.map((body, n) => ({ token: tokens[n % people] ?? '', body }))
}
