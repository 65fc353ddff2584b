import type pg from 'pg'
import type { Arrival } from '../../../e2e/support/sms-gateway.ts'

/**
 * Gives so many people an appointment each, far ahead, half of them to be told by text message and half by e-mail,
 * as if they had been told of it long ago.
 */
export async function bookForReminders(database: pg.Client, count: number): Promise<void> {
  await database.query(
    `UPDATE users u SET email = 'p' || c.n || '@drill.example', channel = CASE c.n % 2 WHEN 0 THEN 'sms' ELSE 'email' END FROM supply_clients c WHERE c.id = u.id`,
  )
  await database.query(
    `INSERT INTO appointments (slot_id, user_id, status, booked_by, changed_by)
      SELECT t.slot_id, c.id, 'booked', c.id, c.id FROM bench_times t JOIN supply_clients c ON c.n = t.n WHERE t.n < $1 ORDER BY t.n`,
    [count],
  )
  await database.query(
    `CREATE TEMP TABLE reminded AS SELECT t.n, a.id AS appointment_id, c.id AS user_id, u.phone, u.email, u.channel FROM bench_times t
      JOIN supply_clients c ON c.n = t.n JOIN appointments a ON a.slot_id = t.slot_id JOIN users u ON u.id = c.id WHERE t.n < $1`,
    [count],
  )
  // Other messages, of the demo and of these bookings, are left out.
  await database.query(
    `UPDATE outbox SET state = 'delivered', settled_at = now(), created_at = now() - interval '500 days' WHERE state = 'waiting'`,
  )
  await database.query(
    `UPDATE settings SET quiet_from = '00:00', quiet_until = '00:00', reminder_minutes = '{}', text_segments_day = 1000000, codes_phone = 100`,
  )
}

/** From now on all of them are due: people are reminded 416 days ahead, which only a drill may set. */
export async function makeDue(database: pg.Client): Promise<void> {
  await database.query('ALTER TABLE settings DROP CONSTRAINT settings_reminders')
  await database.query(`UPDATE settings SET reminder_minutes = '{600000}'`)
}

/**
 * Cancels one in so many of those that have not been reminded yet, at once; answers when, as `Date.now()` tells.
 */
export async function cancelSome(database: pg.Client, oneIn: number): Promise<number> {
  await database.query(
    `SELECT cancel_appointments(ARRAY(SELECT r.appointment_id FROM reminded r WHERE r.n % $1 = 0 AND NOT EXISTS (
      SELECT FROM outbox o WHERE o.appointment_id = r.appointment_id AND o.kind = 'reminder' AND o.state <> 'waiting')), 'organisation', NULL, '', now())`,
    [oneIn],
  )
  return Date.now()
}

/** How many messages are not at their end, and reminders that are not written yet. */
export async function countOpen(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ open: string }>(
    `SELECT (SELECT count(*) FROM outbox WHERE state IN ('waiting', 'sending')) + (
      SELECT count(*) FROM reminded r JOIN appointments a ON a.id = r.appointment_id
      WHERE a.status = 'booked' AND NOT EXISTS (SELECT FROM outbox o WHERE o.appointment_id = r.appointment_id AND o.kind = 'reminder')) AS open`,
  )
  return Number(rows[0]?.open)
}

/**
 * What became of them, held against what arrived. `cancelledAt`: from when on a reminder of a cancelled one was
 * stale.
 */
export async function compare(database: pg.Client, arrivals: readonly Arrival[], cancelledAt: number) {
  const { rows } = await database.query<{ appointment_id: string; to: string; status: string }>(
    `SELECT r.appointment_id, CASE r.channel WHEN 'sms' THEN r.phone ELSE r.email END AS to, a.status FROM reminded r JOIN appointments a ON a.id = r.appointment_id`,
  )
  // The demo's own people may be reminded of two appointments of one day.
  const { rows: written } = await database.query<{ id: string }>(
    `SELECT id FROM outbox WHERE kind = 'reminder' AND appointment_id IN (SELECT appointment_id FROM reminded)`,
  )
  const ids = new Set(written.map(({ id }) => id))
  const reminders = arrivals.filter(({ id }) => ids.has(id.replace(/@.*/, '')))
  const byPerson = new Map<string, number>()
  for (const { to } of reminders) byPerson.set(to, (byPerson.get(to) ?? 0) + 1)
  const twice = [...byPerson].filter(([, times]) => times > 1).map(([to]) => to)
  if (twice.length > 0) console.log(await rowsOf(database, twice))
  const booked = rows.filter(({ status }) => status === 'booked')
  const cancelled = new Set(rows.filter(({ status }) => status === 'cancelled').map(({ to }) => to))
  const { rows: unclear } = await database.query<{ count: string }>(
    `SELECT count(*) AS count FROM outbox o JOIN reminded r ON r.appointment_id = o.appointment_id
      WHERE o.kind = 'reminder' AND (o.state IN ('waiting', 'sending') OR o.state IN ('dropped', 'failed', 'unsendable') AND o.why IS NULL OR o.state IN ('sent', 'delivered') AND o.body IS NULL)`,
  )
  return {
    reminders: rows.length,
    cancelled: cancelled.size,
    lost: booked.filter(({ to }) => !byPerson.has(to)).length,
    doubled: twice.length,
    // Messages that were being delivered at the moment of cancelling are no fault.
    stale: reminders.filter(({ to, at }) => cancelled.has(to) && at > cancelledAt + 3000).length,
    unclear: Number(unclear[0]?.count),
  }
}

/** The reminders of these people, so that a failed drill tells where the second one came from. */
async function rowsOf(database: pg.Client, addresses: readonly string[]): Promise<object[]> {
  const { rows } = await database.query<object>(
    `SELECT o.recipient, o.id, o.once, o.resent_from, o.via, o.channel, o.state, o.attempts, o.why, o.created_at, o.settled_at,
        a.created_at AS booked_at, a.starts_at
      FROM outbox o JOIN appointments a ON a.id = o.appointment_id WHERE o.kind = 'reminder' AND o.recipient = ANY ($1) ORDER BY o.recipient, o.created_at`,
    [addresses],
  )
  return rows
}
