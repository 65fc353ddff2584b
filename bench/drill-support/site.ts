import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { startProduct, type RunningProduct } from '../../e2e/support/start-product.ts'
import { logIn } from '../../e2e/support/people.ts'
import { signManyIn, createFreeTimes, type BookingRequest } from '../booking/booking-requests.ts'
import { countBroken } from '../measuring/promises.ts'
import type { Target } from '../measuring/report.ts'
import { growOrganisation, type Size } from '../organisation/grow.ts'
import { manyPeople } from '../organisation/people.ts'

/** A signed-in client who may book: no appointments, none missed, all contracts accepted. */
export interface DrillClient {
  id: string
  token: string
}

/** A running product with people and free times enough for a drill. */
export interface Site {
  product: RunningProduct
  /** A connection of the drill's own, for looking and for breaking. */
  database: pg.Client
  clients: DrillClient[]
  /**
   * Free one-seat times, in the table `bench_times` by number; 400 are at the same time, each with a mentor of its
   * own.
   */
  times: BookingRequest['body'][]
  /** The demo's administrator. */
  administrator: string
  /** What must not be there, counted in the database: targets of zero. */
  countBroken(): Promise<Target[]>
  /** Reconnects after the database was stopped. */
  reconnect(): Promise<pg.Client>
  stop(): Promise<void>
}

interface Wanted {
  people: number
  times: number
  settings?: Record<string, string>
  /** The folder that its data lie in. */
  within?: string
  /** With years behind it, whose people are then among those who sign in. */
  grown?: Size | undefined
}

/** Starts it: the demo, with so many people and times besides. No policy of the organisation stops them. */
export async function openSite({ people, times, settings = {}, within, grown }: Wanted): Promise<Site> {
  const product = await startProduct({ settings, ...(within && { within }) })
  try {
    const began = new Date()
    const database = await connectTo(product)
    if (grown) await growOrganisation(await product.databaseUrl(), grown, console.log)
    else for (const statement of manyPeople(Math.ceil(people * 1.1))) await database.query(statement)
    const supply = await createFreeTimes(database, times)
    const tokens = await signManyIn(database, people)
    const { rows } = await database.query<{ id: string }>('SELECT id FROM supply_clients ORDER BY n')
    await database.query(
      `SELECT accept_contracts(c.id, c.id, v.ids, now(), '127.0.0.1', 'drill') FROM supply_clients c, (SELECT array_agg(version_id) AS ids FROM current_contracts) v`,
    )
    // What PostgreSQL knows of its tables is not left to when it next looks by itself.
    await database.query('ANALYZE')
    const { token } = await logIn(product.url, 'administrator')
    const site: Site = {
      product,
      database,
      clients: rows.map(({ id }, n) => ({ id, token: tokens[n] ?? '' })),
      times: supply,
      administrator: token,
      countBroken: () => countBroken(site.database, began),
      reconnect: async () => {
        await site.database.end().catch(() => undefined)
        return (site.database = await connectTo(site.product))
      },
      stop: async () => {
        await site.database.end().catch(() => undefined)
        await site.product.stop()
      },
    }
    return site
  } catch (error) {
    await product.stop()
    throw error
  }
}

async function connectTo(product: RunningProduct): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await product.databaseUrl() })
  // A drill that takes the database away ends this connection too.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Creates another session of a user; returns its token. */
export async function signInAgain(database: pg.Client, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await database.query('INSERT INTO sessions (user_id, token_hash, created_at, last_used_at) VALUES ($1, $2, now(), now())', [
    userId,
    createHash('sha256').update(token).digest(),
  ])
  return token
}
