import { fillDemo } from './demo/fill.ts'
import { makeUser } from './factories.ts'
import { claimMode } from './mode.ts'
import { connect } from '#server/platform/database/connection.ts'
import { type TestDatabase, createTestDatabase } from '#server/testing/database.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let database: TestDatabase
let connection: ReturnType<typeof connect>
beforeEach(async () => {
  database = await createTestDatabase()
  connection = connect(database.url, { onError: () => undefined })
})
afterEach(async () => {
  await connection.close()
  await database.drop()
})

const fill = () => fillDemo(connection.db, { today: new Date('2026-11-20T09:00:00Z'), hashPassword: async () => '$argon2id$none' })

test('an empty database takes the mode of its first start, and keeps it', async () => {
  expect(await claimMode(database.url, 'production')).toBe('production')
  expect(await claimMode(database.url, 'demo')).toBe('production')
})

test('refuses the second of two servers that start together in different modes', async () => {
  const [one, other] = await Promise.all([claimMode(database.url, 'demo'), claimMode(database.url, 'production')])
  expect(one).toBe(other)
})

test('a database that a demo filled before modes were recorded cannot be opened in production, whatever became of its logins', async () => {
  await fill()
  await connection.db.updateTable('users').set({ name: 'Erased', phone: null, email: null }).execute()
  await makeUser(connection.db)
  expect(await claimMode(database.url, 'production')).toBe('demo')
})

test('a database with people from before modes were recorded cannot be opened as a demo', async () => {
  await makeUser(connection.db)
  expect(await claimMode(database.url, 'demo')).toBe('production')
})
