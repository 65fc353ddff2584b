import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { connect } from '../database/connection.ts'
import { measures, poolWaits } from './measures.ts'

let database: TestDatabase
let connected: ReturnType<typeof connect>
beforeAll(async () => {
  database = await createTestDatabase()
  connected = connect(database.url, { sizes: { builder: 1 } })
})
afterAll(async () => {
  await connected.close()
  await database.drop()
})

/** Seconds that statements have waited for a connection of a pool, and how many statements there were. */
async function readWaits(pool: string): Promise<{ seconds: number; statements: number }> {
  const { values } = await poolWaits.get()
  const valueOf = (name: string) => values.find(({ metricName, labels }) => metricName === name && labels.pool === pool)?.value ?? 0
  return { seconds: valueOf('openhour_pool_wait_seconds_sum'), statements: valueOf('openhour_pool_wait_seconds_count') }
}
const readWaiting = async (pool: string) =>
  (await measures.getMetricsAsJSON())
    .find(({ name }) => name === 'openhour_pool_waiting')
    ?.values.find(({ labels }) => labels.pool === pool)?.value

test.each<{ pool: string; connections: number; hold: () => Promise<unknown> }>([
  { pool: 'builder', connections: 1, hold: () => sql`SELECT pg_sleep(0.3)`.execute(connected.db) },
  {
    pool: 'lists',
    connections: 4,
    hold: () => connected.db.preparedPools!.lists('hold', { sql: 'SELECT pg_sleep($1)', parameters: [0.3] }),
  },
])('counts a statement that waits for a connection of the pool $pool with its wait', async ({ pool, connections, hold }) => {
  await Promise.all(Array.from({ length: connections }, hold))
  const before = await readWaits(pool)
  const running = Array.from({ length: connections + 1 }, hold)
  await expect.poll(() => readWaiting(pool)).toBe(1)
  await Promise.all(running)
  const after = await readWaits(pool)
  expect(after.statements - before.statements).toBe(connections + 1)
  expect(after.seconds - before.seconds).toBeGreaterThan(0.2)
})

test('a failed statement gives its connection back', async () => {
  const fail = () => connected.db.preparedPools!.lists('fail', { sql: 'SELECT 1 / $1::int', parameters: [0] })
  const failed = await Promise.allSettled(Array.from({ length: 8 }, fail))
  expect(failed.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'))
  expect(await readWaiting('lists')).toBe(0)
})
