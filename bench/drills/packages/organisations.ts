import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { request } from 'undici'
import {
  makeAppointment,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSession,
  makeSupportType,
  makeUser,
} from '../../../database/factories.ts'
import type { Database } from '../../../database/types.ts'
import { copyArchive, makeNextArchives, nameOf, rolledBack } from './archive.ts'
import { readCommands, settings, type Trial, untilReady, url, versionIn } from './form.ts'
import type { Machine } from './machine.ts'

const database = '127.0.0.1:5432'
/** Two that are open, and one that is suspended. */
const hosts = { school: 'book.school.example', club: 'book.club.example', closed: 'book.closed.example' }
const keyFile = '/etc/openhour/secrets.key'
const settingsOfMany = {
  ...settings,
  OPENHOUR_MODE: 'production',
  OPENHOUR_TRUSTED_PROXIES: '127.0.0.1',
  OPENHOUR_DIRECTORY_URL: `postgres://openhour_directory:PASSWORD@${database}/openhour_directory`,
  OPENHOUR_KEY_FILE: keyFile,
}
/** createuser asks twice for a password. */
const answering = 'su() { printf "PASSWORD\\nPASSWORD\\n" | command su "$@"; }\n'
/** A role of the drill, which may write to every organisation's database. */
const ownRole = `command su postgres -c "psql --command \\"CREATE ROLE drill SUPERUSER LOGIN PASSWORD 'PASSWORD'\\""`

/** Many organisations on one archive, as docs/operations/many-organisations.md says, on Debian's PostgreSQL. */
export async function tryOrganisations(machine: Machine, { folder, version, next, broken, expectSame }: Trial): Promise<void> {
  const home = path.join(machine.root, 'root')
  await copyArchive(home, version)
  expectSame('organisations: PostgreSQL', (await machine.run('apt update\napt install postgresql')).code, 0)
  const roles = `${answering}${await readCommands('many-organisations.md')}\n${ownRole}`
  expectSame('organisations: roles', (await machine.run(roles)).code, 0)
  const install = (await readCommands('install-archive.md', 0, settingsOfMany)).replace('openhour check\n', `${makeKey}\nopenhour check\n`)
  expectSame('organisations: installation', (await machine.run(install)).code, 0)
  expectSame('organisations: start', versionIn((await machine.run(untilReady)).output), version)
  await writeFile(path.join(home, 'ADDRESS-FILE'), `postgres://openhour_admin:PASSWORD@${database}/postgres\n`)
  const others = ['club', 'closed'].map(name => `openhour organisations add ${name} --host ${hosts[name as keyof typeof hosts]}`)
  const adding = [await readCommands('many-organisations.md', 1), ...others, 'openhour organisations suspend closed']
  expectSame('organisations: adding', (await machine.run(adding.join('\n'))).code, 0)
  const kept = [await book('school'), await book('club')]
  const expectServed = async (when: string) => {
    expectSame(`organisations: appointments ${when}`, await Promise.all(kept.map(read => read())), [200, 200])
    expectSame(`organisations: the suspended one ${when}`, await askUntilSuspended(), 503)
  }
  await expectServed('before the upgrade')
  await makeNextArchives(home, folder, { version, next, broken, migratesBroken: false })
  const upgrade = (to: string) => machine.run(`openhour upgrade ${nameOf(to)}.tar.gz --backup-made`)
  expectSame('organisations: upgrade', (await upgrade(next)).code, 0)
  expectSame('organisations: version after the upgrade', versionIn((await machine.run('openhour status')).output), next)
  await expectServed('after the upgrade')
  expectSame('organisations: upgrade to a broken release', (await upgrade(broken)).code, rolledBack)
  expectSame('organisations: version after the rollback', versionIn((await machine.run('openhour status')).output), next)
  await expectServed('after the rollback')
}

/** As deploy/openhour.env says. */
const makeKey = `(umask 077; head -c 32 /dev/urandom | base64 > ${keyFile}); chown openhour ${keyFile}`

/** Makes an appointment in an organisation's database; answers what reads it as its client does. */
async function book(name: keyof typeof hosts): Promise<() => Promise<number>> {
  const open = (to: string) => new pg.Pool({ connectionString: `postgres://drill:PASSWORD@${database}/${to}`, max: 1 })
  const pool = open('postgres')
  const { rows } = await pool.query<{ name: string }>('SELECT datname AS name FROM pg_database WHERE datname LIKE $1', [
    `openhour\\_${name}\\_%`,
  ])
  await pool.end()
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: open(rows[0]?.name ?? '') }) })
  try {
    const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const parts = { supportType: await makeSupportType(db), place: await makePlace(db), mentors: [await makeMentor(db)] }
    const { slots } = await makeSchedule(db, { ...parts, from: `${date}T09:00`, to: `${date}T11:00` })
    const client = await makeUser(db)
    const { id } = await makeAppointment(db, slots[0]!.id, client.id)
    const authorization = `Bearer ${await makeSession(db, client.id, new Date())}`
    return () => ask(hosts[name], `/api/appointments/${id}`, { authorization })
  } finally {
    await db.destroy()
  }
}

/** The server reads the directory every second. */
async function askUntilSuspended(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await ask(hosts.closed, '/')) === 503) break
    await pause(100)
  }
  return ask(hosts.closed, '/')
}

async function ask(host: string, address: string, headers: Record<string, string> = {}): Promise<number> {
  const { statusCode, body } = await request(`${url}${address}`, { headers: { ...headers, host, 'x-forwarded-for': '198.51.100.7' } })
  await body.dump()
  return statusCode
}
