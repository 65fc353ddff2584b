import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../testing/database.ts'
import { connect } from './database/connection.ts'

let database: TestDatabase
let connected: ReturnType<typeof connect>
/** In milliseconds; a busy machine is late by some. */
const silence = 800

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await connected.close()
  await database.drop()
})

/** The processes of so many connections that are asked at once, each for so many seconds. */
const backends = async (count: number, seconds = 0.05) => {
  const ask = () => sql<{ pid: number }>`SELECT pg_backend_pid() AS pid, pg_sleep(${seconds})`.execute(connected.db)
  return (await Promise.all(Array.from({ length: count }, ask))).map(({ rows }) => rows[0]!.pid)
}
const staySilent = sql`SELECT pg_sleep(60)`

test('a connection that stays silent is given up, and the next question goes to another', async () => {
  connected = connect(database.url, { size: 1, silence })
  const [first] = await backends(1)
  await expect(staySilent.execute(connected.db)).rejects.toThrow('Query read timeout')
  expect(await backends(1)).not.toContain(first)
})

test('in the middle of a transaction too, without waiting for it to be rolled back', async () => {
  connected = connect(database.url, { size: 1, silence })
  const began = performance.now()
  await expect(connected.db.transaction().execute(async trx => staySilent.execute(trx))).rejects.toThrow('not queryable')
  expect(await backends(1)).toHaveLength(1)
  // Rolling back would have waited as long again.
  expect(performance.now() - began).toBeLessThan(2 * silence)
})

test('so are those that have rested as long, of every pool; whoever was heard of since then is kept', async () => {
  connected = connect(database.url, { size: 3, silence })
  const rested = await backends(3)
  await connected.db.preparedPools!.priority('connect', { sql: 'SELECT $1', parameters: [1] })
  const silent = connected.db.preparedPools!.priority('stay_silent', { sql: 'SELECT pg_sleep($1)', parameters: [60] })
  const [heard] = await backends(1, 0.4)
  await expect(silent).rejects.toThrow('Query read timeout')
  const later = await backends(3)
  expect(later.filter(pid => rested.includes(pid))).toEqual([heard])
})
