import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { makeMentor } from '#database/factories.ts'
import { claimMode } from '#database/mode.ts'
import { readSettings } from '../../platform/config.ts'
import { connect } from '../../platform/database/connection.ts'
import { keyOf, newKey, readKeyFile } from '../../platform/secrets/key-file.ts'
import { openSecretBox } from '../../platform/secrets/secret-box.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { addressPlace } from '../busy-calendars/queries.ts'
import { addWebhook } from '../webhooks/commands.ts'
import { leaseDue } from '../webhooks/delivery-commands.ts'
import { mintScope } from '../../platform/scope.ts'
import { countWithOlderKey, resealAll } from './commands.ts'
import { secretsJob } from './job.ts'
import { openSecrets } from './open-secrets.ts'
import { sealedColumns } from './sealed-columns.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let folder: string
let database: TestDatabase
let connection: ReturnType<typeof connect>
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-secrets-'))
  database = await createTestDatabase()
  connection = connect(database.url)
  await claimMode(database.url, 'production')
})
afterEach(async () => {
  await connection.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

const settings = (env: Record<string, string> = {}) => {
  const read = readSettings({ OPENHOUR_MODE: 'production', OPENHOUR_DATA: folder, ...env })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  return read.settings
}
const keyFile = () => path.join(folder, 'secrets.key')
const scope = mintScope({ person: null, now: new Date('2026-11-20T09:00:00Z'), ip: null, userAgent: '', browser: false })

/** Writes plaintext as earlier versions did. */
async function plantPlaintext(): Promise<{ mentorId: string }> {
  const { db } = connection
  const mentor = await makeMentor(db)
  await sql`ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_sealed`.execute(db)
  await sql`ALTER TABLE busy_calendars DROP CONSTRAINT busy_calendars_sealed`.execute(db)
  await sql`INSERT INTO webhook_endpoints (address, events, secret, old_secret, old_secret_until, created_at)
    VALUES ('https://example.org/', '{client.created}', 'planted-webhook-secret-of-32-byte', 'planted-former-secret-of-32-bytes', now(), now())`.execute(
    db,
  )
  await sql`ALTER TABLE authenticators DROP CONSTRAINT authenticators_sealed`.execute(db)
  await sql`ALTER TABLE login_tickets DROP CONSTRAINT login_tickets_sealed`.execute(db)
  await sql`INSERT INTO authenticators (user_id, secret, last_step, created_at) VALUES (${mentor.id}, 'planted-app-secret-1', 0, now())`.execute(
    db,
  )
  await sql`INSERT INTO login_tickets (token_hash, user_id, secret, awaits, created_at, expires_at)
    VALUES (sha256('a ticket'), ${mentor.id}, 'planted-app-secret-2', 'app', now(), now() + interval '10 min')`.execute(db)
  await sql`INSERT INTO busy_calendars (mentor_id, address, added_at, due_at)
    VALUES (${mentor.id}, 'https://calendar.example/planted-calendar-address.ics', now(), now())`.execute(db)
  return { mentorId: mentor.id }
}

/** Every column with a text, as PostgreSQL prints it or as bytes. */
async function findEverywhere(text: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string; bytes: boolean }>`
    SELECT c.relname AS table, a.attname AS column, a.atttypid = 'bytea'::regtype AS bytes FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND a.attnum > 0 AND NOT a.attisdropped`.execute(
    connection.db,
  )
  const found: string[] = []
  for (const { table, column, bytes } of columns) {
    const holds = bytes
      ? sql`position(convert_to(${text}, 'UTF8') IN ${sql.ref(column)}) > 0`
      : sql`position(${text} IN ${sql.ref(column)}::text) > 0`
    const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE ${holds} LIMIT 1`.execute(connection.db)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found.toSorted()
}

test('no secret stays in plaintext anywhere in the database after a start', async () => {
  const { mentorId } = await plantPlaintext()
  expect(await findEverywhere('planted-')).toEqual([
    'authenticators.secret',
    'busy_calendars.address',
    'login_tickets.secret',
    'webhook_endpoints.old_secret',
    'webhook_endpoints.secret',
  ])
  const said: string[] = []
  const secrets = await openSecrets(database.url, settings(), line => said.push(line))
  expect(await findEverywhere('planted-')).toEqual([])
  expect(said).toEqual([
    expect.stringMatching(/^Made the key file .*secrets\.key\. Keep a copy/),
    'Encrypted 5 secrets in the database. Backups from before still hold them in plaintext.',
  ])
  const { address } = await connection.db.selectFrom('busy_calendars').select('address').executeTakeFirstOrThrow()
  expect(secrets.open(addressPlace(mentorId), address).toString()).toBe('https://calendar.example/planted-calendar-address.ics')
  expect((await openSecrets(database.url, settings())).currentKey()).toBe(secrets.currentKey())
})

test('the database itself refuses a secret in plaintext', async () => {
  const { id } = await makeMentor(connection.db)
  const plain = connection.db
    .insertInto('busy_calendars')
    .values({ mentor_id: id, address: Buffer.from('https://calendar.example/x.ics'), added_at: scope.now, due_at: scope.now })
    .execute()
  await expect(plain).rejects.toMatchObject({ constraint: 'busy_calendars_sealed' })
})

test('a secret that is copied to another row does not work there', async () => {
  const secrets = await openSecrets(database.url, settings())
  const ground = { db: connection.db, secrets }
  const input = { description: '', events: ['client.created' as const] }
  const made = await Promise.all(
    [1, 2].map(number => addWebhook(ground, scope as never, { ...input, address: `https://example.org/${number}` })),
  )
  const [one, two] = made.map(each => ('id' in each ? each.id : ''))
  await sql`UPDATE webhook_endpoints SET secret = (SELECT secret FROM webhook_endpoints WHERE id = ${one}) WHERE id = ${two}`.execute(
    connection.db,
  )
  for (const id of [one, two])
    await sql`INSERT INTO webhook_deliveries (endpoint_id, event_id, kind, data, created_at, due_at) SELECT ${id}, new_id(), 'webhook.test', '{}', ${scope.now}, ${scope.now}`.execute(
      connection.db,
    )
  expect(await leaseDue(ground, scope, one ?? '', 4)).toHaveLength(1)
  await expect(leaseDue(ground, scope, two ?? '', 4)).rejects.toThrow('unable to authenticate data')
})

describe('a server does not start', () => {
  it('without the key file that the database was encrypted with', async () => {
    await openSecrets(database.url, settings())
    await rm(keyFile())
    await expect(openSecrets(database.url, settings())).rejects.toThrow(/^The key file .* is missing, and this database holds secrets/)
    expect(await readKeyFile(keyFile())).toBeNull()
  })

  it('with another key', async () => {
    await openSecrets(database.url, settings())
    await writeFile(keyFile(), newKey())
    await expect(openSecrets(database.url, settings())).rejects.toThrow(/is not the one that this database was encrypted with/)
  })

  it('with its own key, when a second server with another one started first', async () => {
    const other = path.join(folder, 'other.key')
    const starts = await Promise.allSettled([
      openSecrets(database.url, settings()),
      openSecrets(database.url, settings({ OPENHOUR_KEY_FILE: other })),
    ])
    expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('in production on an external PostgreSQL without its key file, and creates none', async () => {
    const own = settings({ DATABASE_URL: database.url, OPENHOUR_KEY_FILE: keyFile() })
    await expect(openSecrets(database.url, own)).rejects.toThrow(
      /does not exist\. Make it with .*give every server of this database the same one/,
    )
    expect(await readKeyFile(keyFile())).toBeNull()
    expect(readSettings({ OPENHOUR_MODE: 'production', DATABASE_URL: database.url })).toEqual({
      errors: [expect.stringMatching(/^OPENHOUR_KEY_FILE is needed with DATABASE_URL in production/)],
    })
  })

  it('while a value still needs a key that was removed too early', async () => {
    await plantPlaintext()
    await openSecrets(database.url, settings())
    const next = newKey()
    // Recorded as done by a server that missed a last row.
    const file = await readKeyFile(keyFile())
    const both = openSecretBox([keyOf(next), ...(file ?? [])])
    const late = await sql<{ secret: Buffer }>`SELECT secret FROM webhook_endpoints`.execute(connection.db)
    await resealAll(connection.db, both)
    await sql`UPDATE webhook_endpoints SET secret = ${late.rows[0]?.secret}`.execute(connection.db)
    await writeFile(keyFile(), next)
    await expect(openSecrets(database.url, settings())).rejects.toThrow(/Add the older key on a line below the first one/)
  })
})

describe('a key', () => {
  let app: TestApp
  afterEach(() => app.close())

  it('is changed without a restart, on two servers that read their file at different moments', async () => {
    const { mentorId } = await plantPlaintext()
    const secrets = await openSecrets(database.url, settings())
    const [old = ''] = [(await readFile(keyFile(), 'utf8')).trim().split('\n').at(-1)]
    app = await startTestApp({ databaseOf: database, env: { OPENHOUR_DATA: folder } })
    const second = openSecretBox([keyOf(old)])
    const run = () => secretsJob().run({ ...app.platform, secrets }, new AbortController().signal)
    const next = newKey()
    const readable = async (box = secrets) => {
      const { address } = await connection.db.selectFrom('busy_calendars').select('address').executeTakeFirstOrThrow()
      return box.open(addressPlace(mentorId), address).toString()
    }
    await writeFile(keyFile(), `${old}\n${next}\n`)
    await run()
    second.use([keyOf(old), keyOf(next)])
    await writeFile(keyFile(), `${next}\n${old}\n`)
    await run()
    expect([await countWithOlderKey(connection.db, secrets), await countWithOlderKey(connection.db, second)]).toEqual([0, 5])
    expect([await readable(), await readable(second)]).toEqual(Array(2).fill('https://calendar.example/planted-calendar-address.ics'))
    await writeFile(keyFile(), next)
    expect((await openSecrets(database.url, settings())).currentKey()).toBe(keyOf(next).id)
    await writeFile(keyFile(), old)
    await expect(openSecrets(database.url, settings())).rejects.toThrow('is not the one')
  })
})

test('every column that the database keeps sealed is one that a change of key encrypts again', async () => {
  const { rows } = await sql<{ definition: string; table: string }>`
    SELECT pg_get_constraintdef(oid) AS definition, conrelid::regclass::text AS table FROM pg_constraint WHERE pg_get_constraintdef(oid) LIKE '%is_sealed(%'`.execute(
    connection.db,
  )
  const kept = rows.flatMap(({ definition, table }) =>
    [...definition.matchAll(/is_sealed\((\w+)\)/g)].map(([, column]) => `${table}.${column}`),
  )
  expect(kept.toSorted()).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted())
})
