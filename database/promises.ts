import type pg from 'pg'

/** Counts rows that begin before an earlier row of the same owner has ended. */
const overlapping = (owner: string, rows: string) =>
  `SELECT count(*) FROM (
   SELECT starts_at < max(ends_at) OVER (PARTITION BY ${owner} ORDER BY starts_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS clashes FROM ${rows}
  ) found WHERE clashes`

/**
 * Queries that count violations of each promise, without relying on the constraints and triggers that
 * prevent them.
 */
const broken = {
  'slots with more appointments than seats': `SELECT count(*) FROM slots s JOIN (SELECT slot_id, count(*) AS n FROM appointments WHERE holds_seat(status) GROUP BY slot_id) a
    ON a.slot_id = s.id WHERE a.n + s.held > s.seats`,
  'slots whose seats are counted wrongly': `SELECT count(*) FROM slots s LEFT JOIN (SELECT slot_id, count(*) AS n FROM appointments WHERE holds_seat(status) GROUP BY slot_id) a
    ON a.slot_id = s.id WHERE s.taken <> coalesce(a.n, 0)`,
  'overlapping slots of a mentor': overlapping('mentor_id', 'slots WHERE live'),
  'overlapping appointments of a client': overlapping('user_id', 'appointments WHERE holds_seat(status)'),
  'appointments that differ from their slot': `SELECT count(*) FROM appointments a JOIN slots s ON s.id = a.slot_id
    WHERE (a.starts_at, a.ends_at, a.mentor_id, a.schedule_id) <> (s.starts_at, s.ends_at, s.mentor_id, s.schedule_id)`,
  'appointments without a client': 'SELECT count(*) FROM appointments a LEFT JOIN users u ON u.id = a.user_id WHERE u.id IS NULL',
  'mentors whose stars are added up wrongly': `SELECT count(*) FROM mentor_ratings r FULL JOIN (
      SELECT a.mentor_id, count(*) AS stars, sum(x.value::int) AS star_sum, count(DISTINCT f.id) AS feedbacks FROM feedback_answers x JOIN feedback f ON f.id = x.feedback_id AND f.type = 'client'
      JOIN appointments a ON a.id = f.appointment_id WHERE is_star(x.widget, x.value) GROUP BY a.mentor_id) g
    ON g.mentor_id = r.mentor_id WHERE (coalesce(r.stars, 0), coalesce(r.star_sum, 0), coalesce(r.feedbacks, 0)) <> (coalesce(g.stars, 0), coalesce(g.star_sum, 0), coalesce(g.feedbacks, 0))`,
  'sessions whose taken seats are added up wrongly': `SELECT count(*) FROM schedule_seats k
    FULL JOIN (SELECT schedule_id, sum(taken) AS taken FROM slots GROUP BY schedule_id) x ON x.schedule_id = k.schedule_id
    WHERE coalesce(k.taken, 0) <> coalesce(x.taken, 0)`,
  'appointments whose outcomes are added up wrongly': `SELECT abs(coalesce((SELECT sum(count) FROM appointment_outcomes), 0)
    - (SELECT count(*) FROM appointments WHERE status IN ('arrived', 'fulfilled', 'noshow'))) AS count`,
  'mentor times that differ from their slots': `SELECT count(*) FROM mentor_times t FULL JOIN (SELECT * FROM slots WHERE live) x ON x.id = t.slot_id
    WHERE (t.mentor_id, t.starts_at, t.ends_at) IS DISTINCT FROM (x.mentor_id, x.starts_at, x.ends_at)`,
  'sessions without their slots': 'SELECT count(*) FROM schedules s WHERE NOT EXISTS (SELECT 1 FROM slots x WHERE x.schedule_id = s.id)',
}

/** Counts the violations of each promise; 0 if it holds. Several clients share the work. */
export async function countBrokenPromises(...clients: readonly pg.Client[]): Promise<{ what: string; count: number }[]> {
  const found: { what: string; count: number }[] = []
  const queries = Object.entries(broken).entries()
  const work = async (client: pg.Client) => {
    for (const [index, [what, query]] of queries) {
      const { rows } = await client.query<{ count: string }>(query)
      found[index] = { what, count: Number(rows[0]?.count) }
    }
  }
  await Promise.all(clients.map(work))
  return found
}
