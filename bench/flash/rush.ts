import type pg from 'pg'

/** One time with one mentor. */
interface Time {
  schedule_id: string
  starts_at: string
  mentor_id: string
}

/**
 * Creates one session in some days, with this many mentors, half hours and seats per slot. Returns every time with
 * every mentor.
 */
export async function planRush(
  client: pg.Client,
  { mentors, times, each }: { mentors: number; times: number; each: number },
): Promise<Time[]> {
  // Clients of the grown organisation who missed sessions may book here too.
  await client.query('UPDATE settings SET missed_limit = 100')
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO schedules (support_type_id, place_id, local_starts, local_ends, starts_at, ends_at, slot_minutes, seats_per_slot, status)
      SELECT t.id, p.id, d.starts, d.starts + $1 * interval '30 minutes', d.starts AT TIME ZONE p.time_zone, (d.starts + $1 * interval '30 minutes') AT TIME ZONE p.time_zone, 30, $2, 'published'
      FROM (SELECT id FROM support_types WHERE active AND NOT needs_approval ORDER BY position LIMIT 1) t,
        (SELECT id, time_zone FROM places WHERE active ORDER BY name LIMIT 1) p, (SELECT current_date + 9 + time '08:00' AS starts) d
      RETURNING id`,
    [times, each],
  )
  const schedule = rows[0]?.id
  await client.query(
    `WITH rushed AS (INSERT INTO users (name, phone) SELECT 'Rushed ' || n, '+4477' || lpad(n::text, 8, '0') FROM generate_series(1, $1::int) n RETURNING id, name),
      roled AS (INSERT INTO role_assignments (user_id, role_id) SELECT m.id, r.id FROM rushed m, (SELECT id FROM roles WHERE is_mentor ORDER BY id LIMIT 1) r)
      INSERT INTO schedule_mentors (schedule_id, mentor_id, roster) SELECT $2, id, row_number() OVER (ORDER BY name) - 1 FROM rushed`,
    [mentors, schedule],
  )
  await client.query(
    `INSERT INTO slots (schedule_id, mentor_id, roster, starts_at, ends_at, seats, first_serial)
      SELECT s.id, m.mentor_id, m.roster, s.starts_at + k * interval '30 minutes', s.starts_at + (k + 1) * interval '30 minutes', s.seats_per_slot, 1 + (k * $2::int + m.roster) * s.seats_per_slot
      FROM schedules s JOIN schedule_mentors m ON m.schedule_id = s.id CROSS JOIN generate_series(0, $3::int - 1) k WHERE s.id = $1`,
    [schedule, mentors, times],
  )
  const slots = await client.query<{ schedule_id: string; starts_at: Date; mentor_id: string }>(
    'SELECT schedule_id, starts_at, mentor_id FROM slots WHERE schedule_id = $1 ORDER BY starts_at, roster',
    [schedule],
  )
  return slots.rows.map(({ starts_at, ...slot }) => ({ ...slot, starts_at: starts_at.toISOString() }))
}
