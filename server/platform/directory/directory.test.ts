import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#database/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { keyOf, newKey } from '../secrets/key-file.ts'
import { openSecretBox } from '../secrets/secret-box.ts'
import { createEmptyDatabase } from '../../testing/directory.ts'
import { createDirectory } from './directory-schema.ts'
import { openDirectory, type Directory } from './directory.ts'
import { readHostName } from './host-name.ts'

const key = keyOf(newKey())
let database: TestDatabase
let directory: Directory
beforeAll(async () => {
  database = await createEmptyDatabase()
  await createDirectory(database.url, openSecretBox([key]))
  directory = openDirectory(database.url, openSecretBox([key]))
  await directory.saveCluster({ name: 'east', adminUrl: 'postgres://admin:very-secret@127.0.0.1/postgres' })
})
afterAll(async () => {
  await directory.close()
  await database.drop()
})

const add = (name: string, ...hosts: string[]) =>
  directory.add({
    name,
    cluster: 'east',
    hosts,
    databaseUrl: `postgres://${name}:hidden@h/${name}`,
    settings: { OPENHOUR_MAIL_FROM: `${name}@example.org` },
    keys: [newKey()],
  })

test('creating the directory again changes nothing', async () => {
  await add('kept', 'kept.example.org')
  await Promise.all([1, 2].map(() => createDirectory(database.url, openSecretBox([key]))))
  expect(await directory.find('kept')).toMatchObject({ state: 'active', hosts: ['kept.example.org'], cluster: 'east', revision: 1 })
})

test('refuses another key, and the database of an organisation', async () => {
  await expect(createDirectory(database.url, openSecretBox([keyOf(newKey())]))).rejects.toThrow(
    'is not the one that the directory was encrypted with',
  )
  const migrated = await createTestDatabase()
  await expect(createDirectory(migrated.url, openSecretBox([key]))).rejects.toThrow('leads to the database of an organisation')
  await migrated.drop()
})

test('no organisation gets its tables in the directory', async () => {
  await expect(migrate(database.url)).rejects.toThrow('leads to the directory of an installation for many organisations')
  await createDirectory(database.url, openSecretBox([key]))
})

test('an organisation comes back as it was added, and changes raise its revision', async () => {
  await add('school', 'school.example.org', 'old.example.org')
  const { id } = await directory.find('school')
  expect(await directory.readSecrets(id)).toMatchObject({
    databaseUrl: 'postgres://school:hidden@h/school',
    settings: { OPENHOUR_MAIL_FROM: 'school@example.org' },
  })
  await directory.change(id, { hosts: ['new.example.org', 'school.example.org'], settings: {} })
  expect(await directory.find('school')).toMatchObject({ hosts: ['new.example.org', 'school.example.org'], revision: 2 })
  expect(await directory.readSecrets(id)).toMatchObject({ databaseUrl: 'postgres://school:hidden@h/school', settings: {} })
  await directory.setState(id, 'suspended')
  expect((await directory.list()).find(({ name }) => name === 'school')?.state).toBe('suspended')
  await directory.remove(id)
  await expect(directory.find('school')).rejects.toThrow('There is no organisation school.')
  await add('heir', 'school.example.org')
})

test.each([
  ['a taken name', () => add('kept', 'other.example.org'), 'There is already an organisation kept.'],
  ['a taken host name', () => add('thief', 'fresh.example.org', 'kept.example.org'), 'The host name kept.example.org is taken.'],
  ['a wrong name', () => add('No Name', 'no.example.org'), 'A name has 1 to 39 lower-case letters'],
  ['a wrong host name', () => add('wrong', 'Wrong.example.org'), 'A host name has letters'],
])('refuses %s, and adds nothing', async (_, attempt, message) => {
  const before = await directory.list()
  await expect(attempt()).rejects.toThrow(message)
  expect(await directory.list()).toEqual(before)
})

test('nothing secret is readable in the database, nor opens in another row', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await add('one', 'one.example.org')
  const [kept, one] = [await directory.find('kept'), await directory.find('one')]
  const { rows } = await client.query<{ text: string }>(
    "SELECT encode(database_url || settings || keys, 'escape') AS text FROM organisations UNION ALL SELECT encode(admin_url, 'escape') FROM clusters",
  )
  for (const { text } of rows) expect(text).not.toMatch(/hidden|very-secret|MAIL_FROM/)
  await client.query('UPDATE organisations SET keys = (SELECT keys FROM organisations WHERE id = $1) WHERE id = $2', [kept.id, one.id])
  await expect(directory.readSecrets(one.id)).rejects.toThrow('unable to authenticate data')
  await directory.remove(one.id)
  await client.end()
})

test('after a change of the key everything is encrypted with the new one', async () => {
  const next = keyOf(newKey())
  await createDirectory(database.url, openSecretBox([next, key]))
  const rotated = openDirectory(database.url, openSecretBox([key]))
  expect(await rotated.countWithOlderKey()).toBe(1)
  rotated.useKeys([next, key])
  const count = await rotated.countWithOlderKey()
  expect(count).toBeGreaterThan(3)
  expect(await rotated.reseal()).toBe(count)
  expect([await rotated.reseal(), await rotated.countWithOlderKey()]).toEqual([0, 0])
  await rotated.close()
  await createDirectory(database.url, openSecretBox([next]))
  const alone = openDirectory(database.url, openSecretBox([next]))
  expect((await alone.readSecrets((await alone.find('kept')).id)).databaseUrl).toBe('postgres://kept:hidden@h/kept')
  expect((await alone.findCluster('east')).adminUrl).toContain('very-secret')
  await alone.close()
})

test('two commands do not work on one organisation at the same time', async () => {
  const name = `busy-${randomBytes(4).toString('hex')}`
  await directory.lock(name, async () => {
    await expect(directory.lock(name, async () => {})).rejects.toThrow(`Another command is working on ${name}.`)
    await directory.lock('kept', async () => {})
  })
  expect(await directory.lock(name, async () => 'free')).toBe('free')
})

test.each([
  ['a.example.org', 'a.example.org'],
  ['A.Example.ORG:8443', 'a.example.org'],
  ['a.example.org.', 'a.example.org'],
  ['a.example.org.:80', 'a.example.org'],
  ['localhost:3000', 'localhost'],
  ['127.0.0.1:3000', '127.0.0.1'],
  [undefined, undefined],
  ['', undefined],
  ['[::1]:3000', undefined],
  ['a.example.org:', undefined],
  ['a.example.org:x', undefined],
  ['user@a.example.org', undefined],
  ['a.example.org/path', undefined],
  ['a.example.org, b.example.org', undefined],
  ['a.example.org b.example.org', undefined],
  ['-a.example.org', undefined],
  ['ä.example.org', undefined],
  [`${'a'.repeat(300)}.org`, undefined],
])('the host of %j is %j', (header, host) => {
  expect(readHostName(header)).toBe(host)
})
