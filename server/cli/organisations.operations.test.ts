import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  makeAdmin,
  makeAppointment,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSession,
  makeSupportType,
  makeUser,
} from '#database/factories.ts'
import type { AppliedMigration } from '#database/migrate.ts'
import { readIdentities, makeIdentity } from '../platform/backup/encryption.ts'
import { connect } from '../platform/database/connection.ts'
import { openInstallation, serveOrganisations } from '../serve-organisations.ts'
import type { Settings } from '../platform/config.ts'
import type { Directory } from '../platform/directory/directory.ts'
import { readArchive, writeArchive } from '../organisations/archive.ts'
import type { ContentPart } from '../organisations/copy-database.ts'
import { addOrganisation, moveOrganisation, removeOrganisation } from '../organisations/manage.ts'
import { adminUrl, asAdministrator, ask, createEmptyDatabase, makeInstallation } from '../testing/directory.ts'
import { runCommandLine } from './command-line.ts'
import { exitCodes } from './exit-codes.ts'

let installation: Awaited<ReturnType<typeof makeInstallation>>
beforeAll(async () => {
  installation = await makeInstallation()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await installation.remove()
})

/** Exit code and output of `openhour organisations …`. */
async function run(...args: string[]) {
  for (const [name, value] of Object.entries(installation.environment)) vi.stubEnv(name, value)
  const lines: string[] = []
  const complaint = vi.spyOn(process.stderr, 'write').mockImplementation(text => (lines.push(String(text)), true))
  const surroundings = { root: installation.folder, entryPoint: (name: string) => new URL(`../${name}.ts`, import.meta.url) }
  const code = await runCommandLine(['organisations', ...args], surroundings, line => lines.push(line))
    .catch((error: Error) => (lines.push(error.message), 1))
    .finally(() => complaint.mockRestore())
  return { code, output: lines.join('\n') }
}
const done = { code: 0 }

async function connectTo(name: string) {
  const { databaseUrl } = await installation.directory.readSecrets((await installation.directory.find(name)).id)
  return { databaseUrl, ...connect(databaseUrl, { onError: () => {} }) }
}

/** With what separates lines, among them what only some programs take for it. */
const difficultName = 'Zoë "Quote", \\ and\nnewline ( NULL \u2028 \u2029 \r end'

/** Appointments, with sequences, generated columns and triggers behind them. */
async function fill(db: Awaited<ReturnType<typeof connectTo>>['db']) {
  const mentor = await makeMentor(db)
  const { schedule, slots } = await makeSchedule(db, {
    supportType: await makeSupportType(db),
    place: await makePlace(db),
    mentors: [mentor],
    from: '2030-12-01T09:00',
    to: '2030-12-01T12:00',
  })
  const client = await makeUser(db, { name: difficultName, email: 'zoe@example.org' })
  await makeAppointment(db, slots[0]!.id, client.id)
  return { mentor, client, schedule }
}

const countRows = async (db: Awaited<ReturnType<typeof connectTo>>['db']) => {
  const { rows } = await sql<{ name: string; rows: string }>`
    SELECT relname AS name, (xpath('/row/c/text()', query_to_xml(format('SELECT count(*) AS c FROM %I', relname), false, true, '')))[1]::text AS rows
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'setup_links' ORDER BY 1`.execute(db)
  return rows
}

test('add prints the set-up link; list shows the organisation; the role owns only its database', async () => {
  const { code, output } = await run('add', 'school', '--host', 'School.example.org', '--host', 'old.example.org', '--cluster', 'east')
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^Added school: https:\/\/school\.example\.org\n.*https:\/\/school\.example\.org\/setup#[\w-]{43}$/),
  ])
  expect((await run('list')).output).toMatch(/^school +active +east +school\.example\.org old\.example\.org$/m)
  const { db, close } = await connectTo('school')
  const { rows } =
    await sql<object>`SELECT rolsuper, rolcreatedb, rolcreaterole, rolname = (SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()) AS owner
    FROM pg_roles WHERE rolname = current_user`.execute(db)
  expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false, owner: true }])
  await close()
  expect((await run('invite-admin', 'school')).output).toMatch(/https:\/\/school\.example\.org\/setup#/)
})

test.each([
  [['launch'], 2, 'There is no command organisations launch.'],
  [[], 2, 'Name a command of openhour organisations.'],
  [['add', 'college'], 2, 'Name at least one host'],
  [['add', 'college', '--host', 'not a host'], 2, 'not a host is not a host name.'],
  [['add', 'school', '--host', 'other.example.org'], 1, 'There is already an organisation school.'],
  [['add', 'School3', '--host', 'c.example.org'], 1, 'A name has 1 to 39 lower-case letters'],
  [['add', 'college', '--host', 'school.example.org'], 1, 'The host name school.example.org is taken.'],
  [['add', 'college', '--host', 'c.example.org', '--cluster', 'north'], 1, 'There is no cluster north.'],
  [['set', 'school', 'DATABASE_URL=postgres://x/y'], 1, 'DATABASE_URL is not a setting of an organisation.'],
  [['set', 'school', 'OPENHOUR_ORIGIN=https://evil.example.org'], 1, "OPENHOUR_ORIGIN must have one of the organisation's host names"],
  [['set', 'school', 'OPENHOUR_MAIL_FROM=desk'], 1, 'OPENHOUR_MAIL_FROM must be an address'],
  [['move', 'school', '--to', 'east'], 1, 'school is on east already.'],
  [['remove', 'school'], 2, 'Use either --export FILE or --without-export.'],
  [['suspend', 'nothing'], 1, 'There is no organisation nothing.'],
])('%j is refused, and leaves no database behind', async (args, code, message) => {
  const names = ['school', 'college']
  const before = await listDatabases(...names)
  expect(before).toHaveLength(2)
  expect(await run(...args)).toMatchObject({ code, output: expect.stringContaining(message) as string })
  expect(await listDatabases(...names)).toEqual(before)
})

/** The databases and roles of organisations with these names; other test files have theirs on the same cluster. */
async function listDatabases(...names: string[]): Promise<unknown> {
  const { db, close } = connect(adminUrl())
  const patterns = names.map(name => `openhour\\_${name}\\_%`)
  const { rows } = await sql`
    SELECT datname AS name FROM pg_database WHERE datname LIKE ANY (${patterns})
    UNION ALL SELECT rolname FROM pg_roles WHERE rolname LIKE ANY (${patterns}) ORDER BY 1`.execute(db)
  await close()
  return rows
}

test(
  'add-cluster takes an address that works on standard input; remove-cluster forgets an empty one only',
  { timeout: 90_000 },
  async () => {
    const program = fileURLToPath(new URL('../openhour.ts', import.meta.url))
    const add = async (address: string) => {
      const child = spawn(process.execPath, ['--import', 'tsx', program, 'organisations', 'add-cluster', 'south'], {
        env: { ...process.env, ...installation.environment },
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += String(chunk)))
      child.stdin.end(`${address}\n`)
      const [code] = (await once(child, 'close')) as [number]
      return { code, output }
    }
    expect(await add('postgres://admin:secret@127.0.0.1:1/postgres')).toEqual({
      code: 1,
      output:
        'The database of the cluster south cannot be used: connect ECONNREFUSED 127.0.0.1:1. Start PostgreSQL, or correct the host and port.\n',
    })
    expect((await run('clusters')).output).not.toContain('south')
    expect(await add(adminUrl())).toEqual({ code: 0, output: 'Added the cluster south.\n' })
    expect(await installation.directory.findCluster('south')).toEqual({ name: 'south', adminUrl: adminUrl() })
    expect(await run('remove-cluster', 'south')).toMatchObject(done)
    await (await installation.add('only')).close()
    expect((await run('clusters')).output).toMatch(/^east +[1-9]\d*\nwest +0$/)
    expect(await run('remove-cluster', 'east')).toMatchObject({
      code: 1,
      output: expect.stringContaining('has databases of organisations') as string,
    })
    expect(await run('remove', 'only', '--without-export')).toMatchObject(done)
  },
)

test('move loses nothing while clients write: what was acknowledged is there, the old database is gone', { timeout: 60_000 }, async () => {
  await run('add', 'mover', '--host', 'mover.example.org', '--cluster', 'east')
  const before = await connectTo('mover')
  await fill(before.db)
  const token = await makeSession(before.db, (await makeAdmin(before.db)).id, new Date())
  const server = await serveOrganisations({ settings: installation.shared })
  const acknowledged: string[] = []
  const refused = new Set<number>()
  const ending = new AbortController()
  const write = async () => {
    for (let number = 1; !ending.signal.aborted; number += 1) {
      const name = `Room ${number}`
      const body = { name, kind: 'in_person', address: '1 Street', time_zone: 'Europe/London' }
      const { status } = await ask(server.address, '/api/places', {
        host: 'mover.example.org',
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body,
      })
      if (status === 201) acknowledged.push(name)
      else refused.add(status)
    }
  }
  const writes = write()
  await expect.poll(() => acknowledged.length, { timeout: 15_000 }).toBeGreaterThan(3)
  await before.close()
  const { code, output } = await run('move', 'mover', '--to', 'west')
  expect([code, output]).toEqual([0, expect.stringMatching(/^Moved mover to west: \d+ rows, [\d.]+ s of interruption\.$/)])
  const atMove = acknowledged.length
  await expect.poll(() => acknowledged.length, { timeout: 15_000 }).toBeGreaterThan(atMove + 2)
  ending.abort()
  await writes
  const after = await connectTo('mover')
  const { rows } = await sql<{ name: string }>`SELECT name FROM places WHERE name LIKE 'Room %'`.execute(after.db)
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set([...rows.map(({ name }) => name), ...acknowledged]))
  expect([...refused].filter(status => status !== 503 && status !== 409)).toEqual([])
  const { rows: kept } = await sql`SELECT name FROM users WHERE email = 'zoe@example.org'`.execute(after.db)
  expect(kept).toEqual([{ name: difficultName }])
  const { rows: disabled } =
    await sql`SELECT tgname FROM pg_trigger WHERE tgenabled <> 'O' UNION ALL SELECT conname FROM pg_constraint WHERE NOT convalidated`.execute(
      after.db,
    )
  expect(disabled).toEqual([])
  expect(after.databaseUrl).not.toBe(before.databaseUrl)
  await expect(
    connect(before.databaseUrl, { onError: () => {} })
      .db.selectFrom('users')
      .select('id')
      .execute(),
  ).rejects.toThrow(/does not exist|authentication/)
  await after.close()
  await server.stop({ atOnce: true })
})

test.each([
  ['does not let its administrator in', 'a wrong password'],
  ['cannot create databases', 'limited'],
])('a move to a cluster that %s leaves the organisation where it was, and serving', async (_what, password) => {
  await asAdministrator("CREATE ROLE limited LOGIN NOCREATEDB CREATEROLE PASSWORD 'limited'")
  await installation.directory.saveCluster({
    name: 'broken',
    adminUrl: Object.assign(new URL(adminUrl()), { username: 'limited', password }).href,
  })
  const before = await listDatabases('mover')
  expect(before).toHaveLength(2)
  expect((await run('move', 'mover', '--to', 'broken')).code).toBe(1)
  expect((await run('list')).output).toMatch(/^mover +active +west /m)
  expect(await listDatabases('mover')).toEqual(before)
  expect(await installation.directory.readMove((await installation.directory.find('mover')).id)).toBeNull()
  const { db, close } = await connectTo('mover')
  expect((await db.selectFrom('users').select('id').execute()).length).toBeGreaterThan(0)
  await close()
  await asAdministrator('DROP ROLE limited')
})

test('an administrator who is no superuser adds, moves and removes organisations', { timeout: 60_000 }, async () => {
  await asAdministrator(`CREATE ROLE hosting LOGIN NOSUPERUSER CREATEDB CREATEROLE PASSWORD 'hosting'`)
  const url = Object.assign(new URL(adminUrl()), { username: 'hosting', password: 'hosting' }).href
  await installation.directory.saveCluster({ name: 'hosting', adminUrl: url })
  expect(await run('add', 'guest', '--host', 'guest.example.org', '--cluster', 'hosting')).toMatchObject(done)
  const before = await connectTo('guest')
  await fill(before.db)
  const rows = await countRows(before.db)
  // It stays connected: a move ends its sessions.
  for (const cluster of ['east', 'hosting']) expect(await run('move', 'guest', '--to', cluster)).toMatchObject(done)
  await before.close()
  const after = await connectTo('guest')
  expect(await countRows(after.db)).toEqual(rows)
  await after.close()
  expect(await run('remove', 'guest', '--without-export')).toMatchObject(done)
  expect(await listDatabases('guest')).toEqual([])
  // It owns nothing else.
  await asAdministrator('DROP ROLE hosting')
})

test('what is exported comes back by add --from as it was; its sessions have ended', { timeout: 60_000 }, async () => {
  await run('add', 'archived', '--host', 'archived.example.org', '--cluster', 'east')
  const before = await connectTo('archived')
  const { mentor } = await fill(before.db)
  await makeSession(before.db, mentor.id, new Date())
  await run('set', 'archived', 'OPENHOUR_SECURITY_CONTACT=security@example.org')
  const rows = await countRows(before.db)
  await before.close()
  const file = path.join(installation.folder, 'archived.archive')
  expect(await run('export', 'archived', file)).toMatchObject(done)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await run('export', 'archived', file)).toMatchObject({ code: 1, output: expect.stringContaining('exists already') as string })
  expect(await run('remove', 'archived', '--without-export')).toMatchObject(done)
  expect((await run('list')).output).not.toContain('archived')
  expect(await run('add', 'again', '--host', 'again.example.org', '--cluster', 'east', '--from', file)).toEqual({
    code: 0,
    output: expect.stringContaining('Added again') as string,
  })
  const after = await connectTo('again')
  expect(await countRows(after.db)).toEqual(rows)
  expect(await after.db.selectFrom('users').select('name').where('email', '=', 'zoe@example.org').execute()).toEqual([
    { name: difficultName },
  ])
  const { rows: open } = await sql`SELECT FROM sessions WHERE ended_at IS NULL`.execute(after.db)
  expect(open).toEqual([])
  const { settings } = await installation.directory.readSecrets((await installation.directory.find('again')).id)
  expect(settings).toEqual({ OPENHOUR_SECURITY_CONTACT: 'security@example.org' })
  await after.close()
})

/** An archive as 0.1.0 wrote them: the content has what was applied to the database, and the header does not. */
async function writeAsBefore(file: string, from: string, applied: readonly AppliedMigration[]): Promise<void> {
  const { header, content } = await readArchive(from, [])
  const { migrations: _, ...before } = header
  async function* withVersion(): AsyncGenerator<ContentPart> {
    for await (const part of content) {
      if ('table' in part && part.table === 'settings') {
        yield { table: 'migrations', columns: ['number', 'title', 'sha256', 'applied_at'] }
        yield { rows: applied.map(({ number, sha256 }) => `(${number},some-title,${sha256},"2026-11-27 10:00:00+00")`) }
        yield { table: 'schema_versions', columns: ['number', 'sha256', 'applied_at'] }
        yield { rows: [`(7,${'0'.repeat(64)},"2026-11-27 10:00:00+00")`] }
      }
      yield 'sums' in part
        ? { sums: { ...part.sums, migrations: { rows: '9', sum: '9' }, schema_versions: { rows: '1', sum: '1' } } }
        : part
    }
  }
  await writeArchive(file, { ...before, version: '0.0.9' }, withVersion(), [])
}

test('an archive of other migrations adds nothing, and leaves no database behind', { timeout: 60_000 }, async () => {
  const whole = path.join(installation.folder, 'archived.archive')
  const { header, content } = await readArchive(whole, [])
  const migrations = header.migrations ?? []
  expect(migrations.length).toBeGreaterThan(50)
  const [fewer, more] = [migrations.slice(0, -1), [...migrations, { number: 9999, sha256: 'f'.repeat(64) }]]
  const files = ['older', 'newer', 'older-before'].map(name => path.join(installation.folder, `${name}.archive`))
  const [older = '', newer = '', olderBefore = ''] = files
  await writeArchive(older, { ...header, version: '0.0.9', migrations: fewer }, content, [])
  await writeArchive(newer, { ...header, version: '0.0.9', migrations: more }, (await readArchive(whole, [])).content, [])
  await writeAsBefore(olderBefore, whole, fewer)
  for (const file of files)
    expect(await run('add', 'foreign', '--host', 'foreign.example.org', '--from', file)).toEqual({
      code: 1,
      output: `${file} was made by Openhour 0.0.9: add it with that version, then upgrade.`,
    })
  expect(await listDatabases('foreign')).toEqual([])
})

test('an archive takes over nothing of what was applied to its database', { timeout: 60_000 }, async () => {
  const whole = path.join(installation.folder, 'archived.archive')
  const file = path.join(installation.folder, 'before.archive')
  const { header } = await readArchive(whole, [])
  await writeAsBefore(file, whole, header.migrations ?? [])
  expect(await run('add', 'earlier', '--host', 'earlier.example.org', '--cluster', 'east', '--from', file)).toMatchObject(done)
  const { db, close } = await connectTo('earlier')
  const { rows } = await sql`SELECT number FROM schema_versions WHERE sha256 = repeat('0', 64)`.execute(db)
  expect(rows).toEqual([])
  expect(await db.selectFrom('users').select('id').where('email', '=', 'zoe@example.org').execute()).toHaveLength(1)
  await sql`INSERT INTO migrations (number, title, sha256) VALUES (9999, 'newer', repeat('f', 64))`.execute(db)
  await close()
  const unwritten = path.join(installation.folder, 'unwritten.archive')
  for (const command of [
    ['export', 'earlier', unwritten],
    ['remove', 'earlier', '--export', unwritten],
  ])
    expect(await run(...command)).toMatchObject({
      code: 1,
      output: expect.stringContaining('Run openhour organisations migrate') as string,
    })
  expect((await run('list')).output).toMatch(/^earlier +active /m)
  expect(await run('remove', 'earlier', '--without-export')).toMatchObject(done)
})

test('an archive that is damaged or cut off adds nothing', { timeout: 60_000 }, async () => {
  const file = path.join(installation.folder, 'archived.archive')
  const whole = await readFile(file)
  for (const [index, bytes] of [whole.subarray(0, whole.length - 200), whole.subarray(0, 100), Buffer.from('not an archive')].entries()) {
    const bad = path.join(installation.folder, `bad-${index}.archive`)
    await writeFile(bad, bytes)
    expect(await run('add', 'bad', '--host', 'bad.example.org', '--cluster', 'east', '--from', bad)).toMatchObject({ code: 1 })
  }
  expect(await listDatabases('bad')).toEqual([])
})

test('an archive for a recipient is readable with the identity only', async () => {
  const { content, recipient } = await makeIdentity()
  const identityFile = path.join(installation.folder, 'identity')
  await writeFile(identityFile, content)
  const file = path.join(installation.folder, 'sealed.archive')
  vi.stubEnv('OPENHOUR_BACKUP_RECIPIENT', recipient)
  expect(await run('remove', 'again', '--export', file)).toMatchObject(done)
  vi.stubEnv('OPENHOUR_BACKUP_RECIPIENT', '')
  expect((await readFile(file)).includes('zoe@example.org')).toBe(false)
  await expect(readArchive(file, [])).rejects.toThrow('The backup is encrypted.')
  const { header } = await readArchive(file, await readIdentities(identityFile))
  expect(header).toMatchObject({ name: 'again', hosts: ['again.example.org'] })
  expect(
    await run('add', 'third', '--host', 'third.example.org', '--cluster', 'east', '--from', file, '--identity', identityFile),
  ).toMatchObject(done)
})

test.each(['add', 'remove'])('a killed addition is listed, and its database goes when its name is given to %s', async command => {
  const { directory, shared } = installation
  const adding = { name: 'lost', hosts: ['lost.example.org'], settings: {}, cluster: 'east', from: undefined }
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      resolve()
      return new Promise<never>(() => {})
    }
    const lock = (_: string, work: () => Promise<never>) => work()
    addOrganisation({ directory: { ...directory, lock, add: end } as Directory, shared }, adding).catch(reject)
  })
  const left = await listDatabases('lost')
  expect(left).toHaveLength(2)
  expect((await run('list')).output).toMatch(/^lost +unfinished +east$/m)
  expect(await run('remove-cluster', 'east')).toMatchObject({ code: 1 })
  if (command === 'add') await run('add', 'lost', '--host', 'lost.example.org', '--cluster', 'east')
  else await run('remove', 'lost', '--without-export')
  expect((await run('list')).output).not.toContain('unfinished')
  for (const database of left as { name: string }[]) expect(await listDatabases('lost')).not.toContainEqual(database)
  if (command === 'add') expect(await run('remove', 'lost', '--without-export')).toMatchObject(done)
})

test('no new key is asked for where the one of the directory is missing', async () => {
  const settings = { ...installation.shared, keyFile: path.join(installation.folder, 'missing.key') }
  await expect(openInstallation(settings)).rejects.toThrow('Put it back from where you keep a copy')
  const empty = await createEmptyDatabase()
  await expect(openInstallation({ ...settings, directoryUrl: empty.url })).rejects.toThrow('Make it with')
  await empty.drop()
})

test('an addition whose last answer is lost keeps the database that the directory names', async () => {
  const { directory, shared } = installation
  const add: typeof directory.add = async organisation => {
    await directory.add(organisation)
    throw new Error('the connection is gone')
  }
  const adding = { name: 'answerless', hosts: ['answerless.example.org'], settings: {}, cluster: 'east', from: undefined }
  expect(await addOrganisation({ directory: { ...directory, add }, shared }, adding)).toMatch(/^\/setup#/)
  const { db, close } = await connectTo('answerless')
  expect(await db.selectFrom('settings').select('site_name').execute()).toHaveLength(1)
  await close()
})

test('an organisation whose export fails is not removed, and is served as before', async () => {
  const { directory, shared } = installation
  await (await installation.add('staying')).close()
  const taken = path.join(installation.folder, 'taken')
  await writeFile(taken, 'kept')
  const expectServing = async () => {
    expect((await directory.find('staying')).state).toBe('active')
    const connection = await connectTo('staying')
    expect(await connection.db.selectFrom('settings').select('site_name').execute()).toHaveLength(1)
    await connection.close()
  }
  const setState = vi.fn<typeof directory.setState>(directory.setState)
  const remove = (file: string) => removeOrganisation({ directory: { ...directory, setState }, shared }, 'staying', file)
  await expect(remove(taken)).rejects.toThrow(`${taken} exists already.`)
  await expect(remove(path.join(installation.folder, 'missing', 'file'))).rejects.toThrow('cannot be written')
  expect(setState).not.toHaveBeenCalled()
  // A folder that goes away while it is suspended.
  const folder = path.join(installation.folder, 'going')
  await mkdir(folder)
  setState.mockImplementationOnce(async (...of) => {
    await directory.setState(...of)
    await rm(folder, { recursive: true })
  })
  await expect(remove(path.join(folder, 'file'))).rejects.toThrow('cannot be written')
  await expectServing()
  expect(await readFile(taken, 'utf8')).toBe('kept')
})

test('a move whose last answer is lost never drops the database that the directory names', async () => {
  await run('add', 'unsure', '--host', 'unsure.example.org', '--cluster', 'east')
  const { directory } = installation
  const change: typeof directory.change = async (...of) => {
    await directory.change(...of)
    throw new Error('the connection is gone')
  }
  const { interruptedMs } = await moveOrganisation({ directory: { ...directory, change }, shared: {} as Settings }, 'unsure', 'west')
  expect(interruptedMs).toBeGreaterThan(0)
  expect((await run('list')).output).toMatch(/^unsure +active +west /m)
  const { db, close } = await connectTo('unsure')
  expect(await db.selectFrom('settings').select('site_name').execute()).toHaveLength(1)
  await close()
})

/** Directories at which a move ends, as if its command was killed there. */
const endings: Record<string, (directory: Directory, end: () => Promise<never>) => Partial<Directory>> = {
  'before it creates anything': ({ saveMove }, end) => ({ saveMove: (...of) => saveMove(...of).then(end) }),
  'before it interrupts': ({ setState }, end) => ({ setState: (id, state) => (state === 'moving' ? end() : setState(id, state)) }),
  'when it has interrupted': ({ setState }, end) => ({ setState: (...of) => setState(...of).then(end) }),
  'before it changes the directory': (_, end) => ({ change: end }),
  'when it has changed the directory': ({ change }, end) => ({ change: (...of) => change(...of).then(end) }),
  'before it is forgotten': ({ saveMove }, end) => ({ saveMove: (id, move) => (move ? saveMove(id, move) : end()) }),
}

test.each(Object.keys(endings))('a move killed %s leaves no second database, and activates nothing', { timeout: 60_000 }, async moment => {
  const { directory, shared } = installation
  const { name, db, close } = await installation.add('killed')
  await makeUser(db, { email: 'kept@example.org' })
  await close()
  const state = moment.startsWith('before') ? 'suspended' : 'active'
  if (state === 'suspended') await run('suspend', name)
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      resolve()
      return new Promise<never>(() => {})
    }
    const ending = {
      ...directory,
      lock: (_: string, work: () => Promise<never>) => work(),
      ...endings[moment]?.(directory, end),
    } as Directory
    moveOrganisation({ directory: ending, shared }, name, 'west').catch(reject)
  })
  expect((await run('resume', name)).output).toBe(
    state === 'active' ? 'Resumed killed.' : 'Ended the move of killed, which is suspended as before.',
  )
  const cluster = ['when it has changed the directory', 'before it is forgotten'].includes(moment) ? 'west' : 'east'
  expect(await directory.find(name)).toMatchObject({ state, cluster })
  expect(await listDatabases(name)).toHaveLength(2)
  const after = await connectTo(name)
  expect(await after.db.selectFrom('users').select('id').where('email', '=', 'kept@example.org').execute()).toHaveLength(1)
  await after.close()
  if (state === 'suspended') expect((await run('resume', name)).output).toBe('Resumed killed.')
  await run('remove', name, '--without-export')
  expect(await listDatabases(name)).toEqual([])
})

test('a suspended organisation stays suspended when it moves, and resumes', async () => {
  expect(await run('suspend', 'third')).toMatchObject(done)
  expect(await run('move', 'third', '--to', 'west')).toMatchObject(done)
  expect((await run('list')).output).toMatch(/^third +suspended +west /m)
  expect(await run('resume', 'third')).toMatchObject(done)
  expect((await run('list')).output).toMatch(/^third +active +west /m)
})

test('finish-restore ends the sessions of the organisation, and of no other', async () => {
  const [restored, untouched] = [await installation.add('restored'), await installation.add('untouched')]
  for (const { db } of [restored, untouched]) await makeSession(db, (await makeUser(db)).id, new Date())
  expect(await run('finish-restore', 'restored')).toMatchObject({ ...done, output: expect.stringContaining('restored is ready') as string })
  const countOpen = async ({ db }: typeof restored) =>
    (await sql<{ count: number }>`SELECT count(*)::int AS count FROM sessions WHERE ended_at IS NULL`.execute(db)).rows[0]?.count
  expect([await countOpen(restored), await countOpen(untouched)]).toEqual([0, 1])
  await restored.close()
  await untouched.close()
})

test('remove-second-factor reaches the person of the organisation, and of no other', async () => {
  const [named, other] = [await installation.add('named'), await installation.add('other')]
  const phone = '+447700900888'
  for (const { db } of [named, other]) {
    const { id } = await makeUser(db, { phone })
    await sql`INSERT INTO passkeys (user_id, credential_id, public_key, counter, synced, name, created_at) VALUES (${id}, '1', '1', 0, false, 'Phone', now())`.execute(
      db,
    )
  }
  expect(await run('remove-second-factor', 'named', phone)).toMatchObject({
    ...done,
    output: expect.stringContaining('one passkey') as string,
  })
  const count = async ({ db }: typeof named) => (await db.selectFrom('passkeys').select('id').execute()).length
  expect([await count(named), await count(other)]).toEqual([0, 1])
  await named.close()
  await other.close()
})

test.each([['verify'], ['invite-admin'], ['finish-restore']])('openhour %s names the commands for many organisations', async command => {
  for (const [name, value] of Object.entries(installation.environment)) vi.stubEnv(name, value)
  const surroundings = { root: installation.folder, entryPoint: (name: string) => new URL(`../${name}.ts`, import.meta.url) }
  await expect(runCommandLine([command], surroundings)).rejects.toThrow('openhour organisations --help')
})

test('backup names the commands for many organisations; two options need no database', { timeout: 60_000 }, async () => {
  const program = fileURLToPath(new URL('../backup.ts', import.meta.url))
  const backUp = async (...args: string[]) => {
    const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
      env: { ...process.env, ...installation.environment },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += String(chunk)))
    const [code] = (await once(child, 'close')) as [number]
    return { code, output }
  }
  expect(await backUp()).toMatchObject({ code: 1, output: expect.stringContaining('openhour organisations --help') as string })
  expect(await backUp('--if-embedded')).toMatchObject({ code: 0, output: 'There is no embedded database to back up.\n' })
  const file = path.join(installation.folder, 'new-identity')
  expect(await backUp('--make-identity', file)).toMatchObject({
    code: 0,
    output: expect.stringContaining('OPENHOUR_BACKUP_RECIPIENT=age1') as string,
  })
})

test('migrate brings every database up to date, lists failures, and does the rest when it is repeated', async () => {
  const { id, databaseUrl } = await installation.directory
    .find('school')
    .then(async ({ id }) => ({ id, ...(await installation.directory.readSecrets(id)) }))
  const third = await connectTo('third')
  const readVersion = async () =>
    (await sql<{ sha256: string }>`SELECT sha256 FROM schema_versions ORDER BY number DESC LIMIT 1`.execute(third.db)).rows[0]?.sha256
  const version = await readVersion()
  await sql`UPDATE schema_versions SET sha256 = repeat('0', 64)`.execute(third.db)
  await installation.directory.change(id, { databaseUrl: 'postgres://nothing:at@127.0.0.1:1/all' })
  const total = (await installation.directory.list()).length
  const { code, output } = await run('migrate', '--parallel', '2')
  expect([code, output]).toEqual([
    exitCodes.partly,
    expect.stringMatching(
      new RegExp(`^1/${total} [^]*\\n${total}/${total} [^]*\\n1 of ${total} organisations could not be migrated:\\nschool: `),
    ),
  ])
  expect(output).toContain('school failed')
  expect(await readVersion()).toBe(version)
  expect(await run('verify')).toEqual({ code: exitCodes.partly, output: expect.stringContaining('school: ') as string })
  await installation.directory.change(id, { databaseUrl })
  expect(await run('migrate')).toEqual({ code: 0, output: expect.stringContaining(`${total}/${total}`) as string })
  expect(await run('migrate', '--parallel', '0')).toMatchObject({ code: 2 })
  expect(await run('verify')).toEqual({ code: 0, output: expect.stringContaining(`${total}/${total}`) as string })
  await sql`UPDATE schedule_seats SET taken = taken + 1`.execute(third.db)
  expect(await run('verify')).toEqual({
    code: exitCodes.partly,
    output: expect.stringContaining('third: 1 sessions whose taken seats') as string,
  })
  await third.close()
})
