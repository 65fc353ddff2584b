import { setTimeout as pause } from 'node:timers/promises'
import type { Attempt, Race } from '../../drill-support/race-for-seats.ts'
import type { DrillClient, Site } from '../../drill-support/site.ts'

interface Wanted {
  site: Site
  seats: number
  contenders: number
  /** The number of the first of its times. */
  firstTime: number
}

type Path = (wanted: Wanted) => Promise<Race>

/** Every client wants one seat: those who want the same one are neighbours. */
const forEach = (
  { site, seats, contenders, firstTime }: Wanted,
  attempt: (time: Site['times'][number], client: DrillClient, contender: number) => Attempt,
) =>
  Array.from({ length: seats }, (_, seat) =>
    Array.from({ length: contenders }, (_, contender) =>
      attempt(site.times[firstTime + seat]!, site.clients[seat * contenders + contender]!, contender),
    ),
  )

const bookFor = (body: unknown, token: string): Attempt => ({ method: 'POST', path: '/api/appointments', token, body })

/** Clients book for themselves. */
const book: Path = async wanted => ({
  attempts: forEach(wanted, (time, { token }) => bookFor(time, token)),
  won: 201,
  refusals: ['slot_taken'],
})

/** Staff book for them. */
const staffBook: Path = async wanted => ({
  attempts: forEach(wanted, (time, { id }) => bookFor({ ...time, user_id: id }, wanted.site.administrator)),
  won: 201,
  refusals: ['slot_taken'],
})

/** Every client has an appointment of their own, and wants to move it; half of them ask staff to. */
const move: Path = async wanted => {
  const { site, seats, contenders } = wanted
  const own = await bookBehind(site, site.times.length - seats * contenders, seats * contenders)
  return {
    attempts: forEach(wanted, (time, { id, token }, contender) => {
      const path = `/api/appointments/${own.get(id)}`
      return contender % 2 === 0
        ? { method: 'POST', path: `${path}/move`, token, body: time }
        : { method: 'PUT', path, token: site.administrator, body: time }
    }),
    won: 200,
    refusals: ['slot_taken'],
  }
}

/** The kind of support needs approval now: clients ask for the seat, which is kept for whom is asked about. */
const ask: Path = async wanted => {
  await wanted.site.database.query(
    'UPDATE support_types SET needs_approval = true WHERE id = (SELECT support_type_id FROM schedules WHERE id = $1)',
    [wanted.site.times[0]!.schedule_id],
  )
  return book(wanted)
}

/** Staff approve what was asked for, all at once: it is approved once. */
const approve: Path = async ({ site, seats, contenders, firstTime }) => {
  const { rows } = await site.database.query<{ id: string }>(
    `SELECT min(a.id::text) AS id FROM bench_times t JOIN appointments a ON a.slot_id = t.slot_id AND a.status = 'pending' WHERE t.n BETWEEN $1 AND $2 GROUP BY t.n ORDER BY t.n`,
    [firstTime - 400, firstTime - 400 + seats - 1],
  )
  await site.database.query(
    'UPDATE support_types SET needs_approval = false WHERE id = (SELECT support_type_id FROM schedules WHERE id = $1)',
    [site.times[0]!.schedule_id],
  )
  return {
    attempts: rows.map(({ id }) =>
      Array.from({ length: contenders }, () => ({
        method: 'POST' as const,
        path: `/api/appointments/${id}/status`,
        token: site.administrator,
        body: { status: 'booked' },
      })),
    ),
    won: 200,
    countsAnswers: true,
    refusals: ['bad_transition', 'stale'],
  }
}

/**
 * Each seat was freed and is on offer to a waiting client, who accepts twice at once while all others try to book
 * it.
 */
const accept: Path = async wanted => {
  const { site, seats, contenders } = wanted
  const waiting = site.clients.slice(seats * contenders, seats * (contenders + 1))
  const entries = await offerTo(waiting.length, wanted)
  return {
    attempts: forEach(wanted, (time, { token }) => bookFor(time, token)).map((attempts, seat) => {
      const path = `/api/waiting-list/${entries[seat]}/accept`
      const accepting: Attempt = { method: 'POST', path, token: waiting[seat]!.token, body: {} }
      return attempts.map((attempt, contender) => (contender === 0 || contender === Math.floor(contenders / 2) ? accepting : attempt))
    }),
    won: 201,
    refusals: ['slot_taken'],
  }
}

/** All that lead to a seat, in an order in which each finds what it needs. */
export const paths: Record<string, Path> = { book, 'staff book': staffBook, move, ask, approve, 'accept offer': accept }

/**
 * Books one of the times for each of so many clients behind the product's back, but past the triggers of every
 * booking. Answers the appointments by client.
 */
async function bookBehind({ database }: Site, firstTime: number, count: number): Promise<Map<string, string>> {
  const { rows } = await database.query<{ id: string; user_id: string }>(
    `INSERT INTO appointments (user_id, slot_id, requested_mentor_id, status, booked_by, changed_by)
      SELECT c.id, t.slot_id, t.mentor_id, 'booked', c.id, c.id FROM supply_clients c JOIN bench_times t ON t.n = $1 + c.n WHERE c.n < $2 RETURNING id, user_id`,
    [firstTime, count],
  )
  return new Map(rows.map(({ id, user_id }) => [user_id, id]))
}

/**
 * Books the seats out for people who do nothing else, lets one wait for each, frees them, and waits until the
 * product has offered all of them. Those who wait come after the contenders, those who had the seats after these.
 * Answers the entries, seat by seat.
 */
async function offerTo(count: number, { site: { database }, seats, contenders, firstTime }: Wanted): Promise<string[]> {
  await database.query("UPDATE settings SET quiet_from = '00:00', quiet_until = '00:00'")
  const booked = await database.query<{ id: string }>(
    `INSERT INTO appointments (user_id, slot_id, requested_mentor_id, status, booked_by, changed_by)
      SELECT c.id, t.slot_id, t.mentor_id, 'booked', c.id, c.id FROM bench_times t JOIN supply_clients c ON c.n = t.n - $1 + $3
      WHERE t.n BETWEEN $1 AND $2 RETURNING id`,
    [firstTime, firstTime + count - 1, seats * (contenders + 1)],
  )
  await database.query(
    `INSERT INTO waiting_list (user_id, support_type_id, mentor_id, from_date, to_date)
      SELECT c.id, s.support_type_id, t.mentor_id, s.local_date, s.local_date
      FROM bench_times t JOIN schedules s ON s.id = t.schedule_id JOIN supply_clients c ON c.n = t.n - $1 + $3 WHERE t.n BETWEEN $1 AND $2`,
    [firstTime, firstTime + count - 1, seats * contenders],
  )
  await database.query("SELECT cancel_appointments($1, 'organisation', NULL, 'drill', now())", [booked.rows.map(({ id }) => id)])
  for (const end = performance.now() + 60_000; performance.now() < end; await pause(100)) {
    const { rows } = await database.query<{ id: string }>(
      `SELECT w.id FROM bench_times t JOIN waiting_list w ON w.offered_slot_id = t.slot_id AND w.state = 'offered' WHERE t.n BETWEEN $1 AND $2 ORDER BY t.n`,
      [firstTime, firstTime + count - 1],
    )
    if (rows.length === count) return rows.map(({ id }) => id)
  }
  throw new Error('the freed seats were not all offered within a minute')
}
