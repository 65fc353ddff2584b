import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { makeMentor, makePlace, makeSchedule, makeSession, makeSupportType, makeUser } from '../../database/factories.ts'
import type { Database } from '../../database/types.ts'
import { startProduct, type RunningProduct } from '../../e2e/support/start-product.ts'
import { ownPostgresOf } from '../drill-support/own-postgres.ts'
import type { Load } from '../measuring/load.ts'

/** An organisation with something to find, and what its visitors ask for. */
export interface Visited {
  host: string
  /** The next request, from one of many addresses. */
  next(): Load
}

/** A cluster with organisations, and one database that belongs to none of them. */
export interface Installation {
  organisations: Visited[]
  /** The same contents as parts of one organisation, which has a server of its own. */
  alone: Visited[]
  /** A server of all organisations, or of the one alone; the caller stops it. */
  start(which: 'many' | 'alone'): Promise<RunningProduct>
  stop(): Promise<void>
}

/** As docs/operations/many-organisations.md advises. */
const connectionsEach = 8
/** The limit per address holds in production. */
const addresses = 250

/** Adds organisations as operators do, one after the other. */
export async function makeInstallation(count: number): Promise<Installation> {
  const first = await startProduct({ mode: 'production' })
  const adminUrl = await first.databaseUrl()
  await first.rest()
  const postgres = await ownPostgresOf(first, {
    max_connections: String(Math.max(100, count * connectionsEach)),
    shared_buffers: '512MB',
  })
  await postgres.start()
  const keyFile = path.join(first.folder, 'installation.key')
  await writeFile(keyFile, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  const urlOf = (database: string) => Object.assign(new URL(adminUrl), { pathname: `/${database}` }).href
  await asAdministrator(adminUrl, 'CREATE DATABASE directory')
  await asAdministrator(adminUrl, `CREATE DATABASE alone ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0`)
  const shared = { OPENHOUR_KEY_FILE: keyFile, OPENHOUR_TRUSTED_PROXIES: '127.0.0.1' }
  const settings = {
    many: { ...shared, OPENHOUR_DIRECTORY_URL: urlOf('directory') },
    alone: { ...shared, DATABASE_URL: urlOf('alone'), OPENHOUR_ORIGIN: 'https://alone.example.org' },
  }
  const start = (which: 'many' | 'alone') => startProduct({ mode: 'production', settings: settings[which] })

  const command = (...args: string[]) => runOperatorCommand(settings.many, args)
  await command('add-cluster', 'main')(adminUrl)
  const organisations: Visited[] = []
  for (let number = 0; number < count; number += 1) {
    const name = `bench${number}`
    await command('add', name, '--host', `${name}.example.org`)('')
    const [database] = await asAdministrator(
      adminUrl,
      `SELECT datname AS name FROM pg_database WHERE datname LIKE 'openhour\\_${name}\\_%'`,
    )
    organisations.push(await fill(urlOf(database?.name ?? ''), `${name}.example.org`))
  }
  await (await start('alone')).stop()
  const alone: Visited[] = []
  while (alone.length < count) alone.push(await fill(urlOf('alone'), 'alone.example.org'))
  return {
    organisations,
    alone,
    start,
    async stop() {
      await postgres.stop()
      await first.stop()
    },
  }
}

async function asAdministrator(url: string, statement: string): Promise<{ name: string }[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ name: string }>(statement)).rows
  } finally {
    await client.end()
  }
}

const runOperatorCommand = (settings: Record<string, string>, args: readonly string[]) => async (input: string) => {
  const { DATABASE_URL: _, ...env } = process.env
  const script = path.join(import.meta.dirname, '../../dist/server/openhour.js')
  const child = spawn(process.execPath, [script, 'organisations', ...args], {
    env: { ...env, OPENHOUR_MODE: 'production', ...settings },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.stdin.end(input)
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number | null]>])
  if (code !== 0) throw new Error(said.trim())
}

/** Five mentors with free times for two weeks, and a client who is signed in. */
async function fill(databaseUrl: string, host: string): Promise<Visited> {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 2 }) }) })
  try {
    const [supportType, place] = [await makeSupportType(db), await makePlace(db)]
    const mentors = await Promise.all(Array.from({ length: 5 }, () => makeMentor(db)))
    for (let day = 1; day <= 14; day += 1) {
      const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10)
      await makeSchedule(db, { supportType, place, mentors, from: `${date}T09:00`, to: `${date}T17:00` })
    }
    const token = await makeSession(db, (await makeUser(db)).id, new Date())
    let number = 0
    const paths = [`/api/search-schedule/${supportType.id}`, '/api/my-profile', '/']
    return {
      host,
      next() {
        number += 1
        const address = `198.51.100.${1 + (number % addresses)}`
        return {
          method: 'GET',
          path: paths[number % paths.length] ?? '/',
          headers: { host, 'x-forwarded-for': address, authorization: `Bearer ${token}` },
        }
      },
    }
  } finally {
    await db.destroy()
  }
}
