import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeSession, makeUser } from '#database/factories.ts'
import { claimMode } from '#database/mode.ts'
import { createEmptyDatabase } from '#database/testing/empty-database.ts'
import { readSettings } from '../platform/config.ts'
import { connect } from '../platform/database/connection.ts'
import { newKey } from '../platform/secrets/key-file.ts'
import { openSecrets } from '../features/secrets/open-secrets.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { runCommandLine } from './command-line.ts'

let folder: string
let database: TestDatabase
let connection: ReturnType<typeof connect>
let environment: Record<string, string>
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-finish-restore-'))
  database = await createTestDatabase()
  connection = connect(database.url)
  const keyFile = path.join(folder, 'secrets.key')
  await writeFile(keyFile, newKey(), { mode: 0o600 })
  environment = { OPENHOUR_MODE: 'production', OPENHOUR_DATA: folder, OPENHOUR_KEY_FILE: keyFile, DATABASE_URL: database.url }
  const read = readSettings(environment)
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  await claimMode(database.url, 'production')
  await openSecrets(database.url, read.settings)
  await makeSession(connection.db, (await makeUser(connection.db)).id, new Date())
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await connection.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

/** Exit code or error, and output of a command. */
async function run(variables: Record<string, string>, command: string, ...args: string[]) {
  for (const [name, value] of Object.entries({ ...environment, ...variables })) vi.stubEnv(name, value)
  const lines: string[] = []
  const installation = { root: folder, entryPoint: (name: string) => new URL(`../${name}.ts`, import.meta.url) }
  return runCommandLine([command, ...args], installation, line => lines.push(line)).then(
    code => ({ code, output: lines.join('\n') }),
    (error: Error) => ({ code: 1, output: error.message }),
  )
}
const countSessions = async () =>
  (await sql<{ count: number }>`SELECT count(*)::int AS count FROM sessions WHERE ended_at IS NULL`.execute(connection.db)).rows[0]?.count

test('ends all sessions of a restored database', async () => {
  expect(await countSessions()).toBe(1)
  expect(await run({}, 'finish-restore')).toMatchObject({ code: 0, output: expect.stringContaining('Start Openhour') as string })
  expect(await countSessions()).toBe(0)
})

test('accepts an address of several servers', async () => {
  const { host } = new URL(database.url)
  expect(await run({ DATABASE_URL: database.url.replace(host, `${host},${host}`) }, 'finish-restore')).toMatchObject({ code: 0 })
  expect(await countSessions()).toBe(0)
})

test('refuses another key, and goes on without the lost one', async () => {
  await writeFile(path.join(folder, 'other.key'), newKey(), { mode: 0o600 })
  const other = { OPENHOUR_KEY_FILE: path.join(folder, 'other.key') }
  expect(await run(other, 'finish-restore')).toMatchObject({ code: 1, output: expect.stringContaining('add --without-key') as string })
  const provider = {
    issuer: 'https://login.example.org',
    client_id: 'openhour',
    client_secret: Buffer.concat([Buffer.from('osk1'), Buffer.alloc(60)]),
    created_at: new Date(),
  }
  await connection.db
    .insertInto('identity_providers')
    .values([
      { ...provider, name: 'University', enabled: true },
      { ...provider, name: 'Never on' },
    ])
    .execute()
  const { code, output } = await run(other, 'finish-restore', '--without-key')
  expect(code).toBe(0)
  expect(output).toContain('Single sign-on with University is off until its client secret is entered again. openhour emergency-link lets')
  expect(output).not.toContain('Never on')
})

test('refuses a database whose restore was cut short, and verify names what is missing', async () => {
  await sql`DROP TRIGGER appointments_take_or_free_seat ON appointments`.execute(connection.db)
  await sql`DROP INDEX appointments_one_per_seat`.execute(connection.db)
  await sql`ALTER TABLE feedback_answers DROP CONSTRAINT feedback_answers_pkey`.execute(connection.db)
  const missing = '3 missing parts of the schema, such as: constraint feedback_answers_pkey ON feedback_answers, '
  expect(await run({}, 'finish-restore')).toMatchObject({ code: 1, output: expect.stringContaining('The backup is incomplete') as string })
  expect(await run({}, 'verify')).toMatchObject({ code: 1, output: expect.stringContaining(missing) as string })
  expect(await countSessions()).toBe(1)
})

test('refuses a database into which nothing was restored, and leaves it empty', async () => {
  const empty = await createEmptyDatabase()
  for (const command of ['finish-restore', 'verify', 'invite-admin'])
    expect(await run({ DATABASE_URL: empty.url }, command)).toMatchObject({
      code: 1,
      output: expect.stringContaining('The database is empty') as string,
    })
  await empty.drop()
})

test('refuses a database of the other mode, and the embedded one', async () => {
  expect(await run({ OPENHOUR_MODE: 'demo' }, 'finish-restore')).toMatchObject({
    code: 1,
    output: expect.stringContaining('of a production database') as string,
  })
  expect(await run({ DATABASE_URL: '' }, 'finish-restore')).toMatchObject({
    code: 1,
    output: expect.stringContaining('DATABASE_URL is not set') as string,
  })
  expect(await countSessions()).toBe(1)
})
