import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { migrate } from '../../database/migrate.ts'
import { readMigrations } from '../../database/migration-files.ts'
import { createOldInstallation } from '../../database/testing/old-installation.ts'
import { startProduct } from '../../e2e/support/start-product.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { spreadOf } from '../measuring/report.ts'
import { growOrganisation } from '../organisation/grow.ts'
import { bookDuringMigration } from './migrations/book-during-migration.ts'
import { copyRows } from './migrations/copy-rows.ts'

const shipped = path.join(import.meta.dirname, '../../database')
const longestWait = 'longest time that a booking took meanwhile'

/** Added to the newest, so that a lock on what is booked is asked for in any case. */
const harmless = 'ALTER TABLE appointments ADD COLUMN tried_by_drill int'
const planted = {
  none: harmless,
  rewrite: `${harmless}; ALTER TABLE appointments ADD COLUMN rewritten uuid DEFAULT gen_random_uuid(); SELECT pg_sleep(3)`,
  patient: `SET LOCAL lock_timeout = 0; ${harmless}`,
}

/**
 * `npm run drill -- migrations`: the newest migrations on a grown database, while clients book and a long-running
 * report locks the changed table.
 */
export const drill = defineDrill({
  promise: 'Migrating the database delays no booking for more than a moment.',
  options: { newest: 1, people: 100_000, appointments: 1_000_000, rate: 50, report: 6 },
  short: { people: 0, appointments: 0, report: 2 },
  controls: {
    rewrite: {
      breaks: 'a migration rewrites a whole table and sleeps for 3 s',
      turnsRed: [longestWait],
      options: { people: 0, appointments: 0 },
    },
    patient: {
      breaks: 'a migration waits for its lock for as long as it takes',
      turnsRed: [longestWait],
      options: { people: 0, appointments: 0 },
    },
  },
  async run({ options: { newest, people, appointments, rate, report }, broken }) {
    const product = await startProduct()
    const folder = await mkdtemp(path.join(tmpdir(), 'openhour-migrations-'))
    try {
      const full = await product.databaseUrl()
      if (appointments > 0) await growOrganisation(full, { people, appointments }, console.log)
      const older = Object.assign(new URL(full), { pathname: '/older' }).href
      await run(full, 'CREATE DATABASE older')
      for (const part of ['migrations', 'schema']) await cp(path.join(shipped, part), path.join(folder, part), { recursive: true })
      const directory = pathToFileURL(`${folder}/`)
      const migrations = await readMigrations(directory)
      const tried = migrations.slice(migrations.length - newest).map(({ title }) => title)
      await createOldInstallation(older, migrations.length - newest)
      const rows = await copyRows(full, older, product.folder)
      console.log(`${rows} rows as they were before ${tried.join(', ') || 'nothing'}`)

      await writeFile(path.join(folder, 'migrations/9000-planted.sql'), planted[broken ?? 'none'])
      const booking = await bookDuringMigration(older, rate)
      const quiet = spreadOf(await booking.during(1000))
      const reading = run(older, `BEGIN; SELECT count(*) FROM (SELECT FROM appointments LIMIT 1) a; SELECT pg_sleep(${report}); COMMIT`)
      await untilLocked(older)
      const start = performance.now()
      const givenUp = await migrate(older, directory).then(
        () => [],
        (error: Error) => [error.message],
      )
      for (const message of givenUp) console.log(`  ${message}`)
      const seconds = (performance.now() - start) / 1000
      await reading
      const during = spreadOf(await booking.during(500))
      await booking.stop()
      for (const failure of new Set(booking.failures)) console.log(`  a booking failed: ${failure}`)
      return {
        figures: { rows, tried, quiet, during, seconds },
        targets: [
          { what: longestWait, value: during.max, atMost: 2000, unit: 'ms' },
          { what: 'times that the migrations were given up', value: givenUp.length, atMost: 0, unit: '' },
          { what: 'bookings that failed', value: booking.failures.length, atMost: 0, unit: '' },
        ],
        main: `${tried.length} migrations on ${rows} rows in ${seconds.toFixed(1)} s, behind a report of ${report} s; a booking waited ${during.max.toFixed(0)} ms at most (median ${during.median.toFixed(0)}, before ${quiet.median.toFixed(0)})`,
      }
    } finally {
      await product.stop()
      await rm(folder, { recursive: true })
    }
  },
})

async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statements).finally(() => client.end())
}

/** Until the report holds what it reads. */
async function untilLocked(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const held = `SELECT FROM pg_stat_activity WHERE datname = 'older' AND wait_event = 'PgSleep'`
  while ((await client.query(held)).rows.length === 0) continue
  await client.end()
}
