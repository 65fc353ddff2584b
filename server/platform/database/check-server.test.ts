import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { checkServer } from './check-server.ts'
import { connect } from './connection.ts'

let database: TestDatabase
let connected: ReturnType<typeof connect>
let name: string
beforeEach(async () => {
  database = await createTestDatabase()
  name = new URL(database.url).pathname.slice(1)
  connected = connect(database.url)
})
afterEach(async () => {
  await connected.close()
  await database.drop()
})

const warnings = async () => {
  const { db, close } = connect(database.url)
  // The cluster of the tests does not wait for the disk.
  return (await checkServer(db).finally(close)).filter(line => !/fsync|full_page_writes/.test(line))
}
const alter = (setting: string) => sql`ALTER DATABASE ${sql.id(name)} ${sql.raw(setting)}`.execute(connected.db)

test('bookings reach the disk where the database is set not to wait for it, and the operator hears of it', async () => {
  await alter('SET synchronous_commit = on')
  expect(await warnings()).toEqual([])
  await alter('SET synchronous_commit = off')
  expect(await warnings()).toEqual([expect.stringMatching(/^PostgreSQL's synchronous_commit is off/)])
  const { db, close } = connect(database.url)
  const { rows } = await sql<object>`SELECT current_setting('synchronous_commit') AS commits`.execute(db).finally(close)
  expect(rows).toEqual([{ commits: 'local' }])
})

test('names the connections that are allowed where one server may need more', async () => {
  await alter('SET synchronous_commit = on')
  await alter('CONNECTION LIMIT 19')
  expect(await warnings()).toEqual([expect.stringMatching(/^PostgreSQL allows Openhour 19 connections, and one server opens up to 20/)])
  await alter('CONNECTION LIMIT 20')
  expect(await warnings()).toEqual([])
})
