import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

interface Free {
  slot_id: string
  user_id: string
}

export interface BookingDuringMigration {
  /**
   * How long each booking took that began since the last time this was asked, or in the milliseconds from now on,
   * and has ended.
   */
  during(ms: number): Promise<number[]>
  /** What the database complained about. */
  failures: readonly string[]
  stop(): Promise<void>
}

/**
 * What every version's booking comes down to: the row whose triggers take the seat and write history and message.
 */
const book = `INSERT INTO appointments (slot_id, user_id, status, booked_by, changed_by) VALUES ($1, $2, 'booked', $2, $2) RETURNING id`

/**
 * Books free times in the database itself, so many a second whatever happens to those before, as servers of the
 * old version do while the new one migrates.
 */
export async function bookDuringMigration(url: string, perSecond: number): Promise<BookingDuringMigration> {
  // As many connections as a server has; who finds none waits, and that counts.
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  const { rows: free } = await pool.query<Free>(
    `WITH s AS (SELECT DISTINCT ON (mentor_id, starts_at) id, row_number() OVER (ORDER BY id) AS n FROM slots
        WHERE live AND blocked IS NULL AND taken + held < seats AND starts_at > now() LIMIT ${perSecond * 120}),
      u AS (SELECT id, row_number() OVER (ORDER BY id DESC) AS n FROM users WHERE active)
     SELECT s.id AS slot_id, u.id AS user_id FROM s JOIN u ON u.n = 1 + s.n % (SELECT count(*) FROM u)`,
  )
  const underWay = new Set<Promise<void>>()
  const until = { stopped: false }
  let taken: number[] = []
  const failures: string[] = []
  const one = async ({ slot_id, user_id }: Free) => {
    const start = performance.now()
    try {
      await pool.query(book, [slot_id, user_id])
      taken.push(performance.now() - start)
    } catch (error) {
      // Two of a client's at the same time: it waited for nothing else.
      if ((error as { code?: string }).code === '23P01') taken.push(performance.now() - start)
      else failures.push((error as Error).message)
    }
  }
  const go = async () => {
    const start = performance.now()
    for (let n = 0; !until.stopped; n += 1) {
      await pause(Math.max(0, start + (n * 1000) / perSecond - performance.now()))
      const next = free[n % free.length]
      if (!next) throw new Error('nothing is free to be booked')
      const booking = one(next).finally(() => underWay.delete(booking))
      underWay.add(booking)
    }
  }
  const going = go()
  return {
    async during(ms) {
      await pause(ms)
      await Promise.all(underWay)
      const all = taken
      taken = []
      return all
    },
    failures,
    async stop() {
      until.stopped = true
      await going
      await Promise.all(underWay)
      await pool.end()
    },
  }
}
