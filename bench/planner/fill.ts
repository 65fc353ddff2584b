import pg from 'pg'

export const plannerMentors = 50
const sessionsEach = 8

/**
 * Plans a week of 50 mentors and 400 sessions, some of them drafts, from this Monday on: each mentor has two
 * sessions on three days and one on two, on the clock of their place. The demo's own sessions of that week stay.
 */
export async function fillWeek(url: string, monday: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const mentors = `SELECT n, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid AS id FROM generate_series(1, ${plannerMentors}) n`
    await client.query('BEGIN')
    await client.query(
      `INSERT INTO users (id, name, phone) SELECT id, 'Planner Mentor ' || n, '+4475' || lpad(n::text, 8, '0') FROM (${mentors}) m`,
    )
    await client.query(`INSERT INTO role_assignments (user_id, role_id)
      SELECT m.id, r.id FROM (${mentors}) m, (SELECT id FROM roles WHERE is_mentor ORDER BY id LIMIT 1) r`)
    await client.query(
      `CREATE TEMP TABLE week ON COMMIT DROP AS
        WITH types AS (SELECT id, row_number() OVER (ORDER BY position) - 1 AS n FROM support_types WHERE active),
          spots AS (SELECT id, time_zone, row_number() OVER (ORDER BY name) - 1 AS n FROM places WHERE active)
        SELECT new_id() AS id, m.id AS mentor_id, t.id AS support_type_id, p.id AS place_id, p.time_zone, (m.n + k) % 9 = 0 AS is_draft,
          $1::date + k % 5 + time '08:30' + make_interval(hours => (k / 5) * 4, mins => (m.n % 3)::int * 30) AS starts
        FROM (${mentors}) m CROSS JOIN generate_series(0, ${sessionsEach - 1}) k
        JOIN types t ON t.n = (m.n + k) % (SELECT count(*) FROM types) JOIN spots p ON p.n = m.n % (SELECT count(*) FROM spots)`,
      [monday],
    )
    await client.query(`INSERT INTO schedules (id, support_type_id, place_id, local_starts, local_ends, starts_at, ends_at, slot_minutes, status)
      SELECT id, support_type_id, place_id, starts, starts + interval '3 hours', starts AT TIME ZONE time_zone,
        (starts + interval '3 hours') AT TIME ZONE time_zone, 30, CASE WHEN is_draft THEN 'draft' ELSE 'published' END FROM week`)
    await client.query('INSERT INTO schedule_mentors (schedule_id, mentor_id, roster) SELECT id, mentor_id, 0 FROM week')
    await client.query(`INSERT INTO slots (schedule_id, mentor_id, roster, starts_at, ends_at, seats, first_serial)
      SELECT id, mentor_id, 0, starts AT TIME ZONE time_zone + k * interval '30 minutes', starts AT TIME ZONE time_zone + (k + 1) * interval '30 minutes', 1, k + 1
      FROM week CROSS JOIN generate_series(0, 5) k`)
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}
