import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from './connection.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'

let database: TestDatabase
let connected: ReturnType<typeof connect>
const readTimeoutMs = 800

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await connected.close()
  await database.drop()
})

/** The backend processes of `count` connections in use at the same time for `seconds`. */
const backends = async (count: number, seconds = 0.05) => {
  const query = () => sql<{ pid: number }>`SELECT pg_backend_pid() AS pid, pg_sleep(${seconds})`.execute(connected.db)
  return (await Promise.all(Array.from({ length: count }, query))).map(({ rows }) => rows[0]!.pid)
}
const neverAnswer = sql`SELECT pg_sleep(60)`

test('destroys a connection after a read timeout and opens another one', async () => {
  connected = connect(database.url, { sizes: { builder: 1 }, readTimeoutMs })
  const [first] = await backends(1)
  await expect(neverAnswer.execute(connected.db)).rejects.toThrow('Query read timeout')
  expect(await backends(1)).not.toContain(first)
})

test('destroys it in a transaction too, without waiting for a rollback', async () => {
  connected = connect(database.url, { sizes: { builder: 1 }, readTimeoutMs })
  const began = performance.now()
  await expect(connected.db.transaction().execute(async trx => neverAnswer.execute(trx))).rejects.toThrow('Query read timeout')
  expect(await backends(1)).toHaveLength(1)
  // A rollback would have waited as long again.
  expect(performance.now() - began).toBeLessThan(2 * readTimeoutMs)
})

test('replaces idle connections of every pool after a read timeout, but keeps those used recently', async () => {
  connected = connect(database.url, { sizes: { builder: 3 }, readTimeoutMs })
  const idle = await backends(3)
  await connected.db.preparedPools!.priority('connect', { sql: 'SELECT $1', parameters: [1] })
  const unanswered = connected.db.preparedPools!.priority('never_answer', { sql: 'SELECT pg_sleep($1)', parameters: [60] })
  const [recent] = await backends(1, 0.4)
  await expect(unanswered).rejects.toThrow('Query read timeout')
  const later = await backends(3)
  expect(later.filter(pid => idle.includes(pid))).toEqual([recent])
})
