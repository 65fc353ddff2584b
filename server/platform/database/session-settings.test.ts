import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../testing/database.ts'
import { connect } from './connection.ts'

let database: TestDatabase
let connected: ReturnType<typeof connect>
beforeEach(async () => {
  database = await createTestDatabase()
  connected = connect(database.url)
})
afterEach(async () => {
  await connected.close()
  await database.drop()
})

/** Like Debian's PostgreSQL: JIT is on, and the zone is the machine's. */
async function setAsDebianDoes(): Promise<void> {
  const name = new URL(database.url).pathname.slice(1)
  await sql`ALTER DATABASE ${sql.id(name)} SET jit = on`.execute(connected.db)
  await sql`ALTER DATABASE ${sql.id(name)} SET timezone = 'Europe/London'`.execute(connected.db)
  await connected.close()
}

const shown = `SELECT current_setting('jit') AS jit, current_setting('timezone') AS zone, current_setting('enable_seqscan') AS seqscan, current_setting('enable_mergejoin') AS merging, current_setting('search_path') AS path`

/** The settings in each of the pools. */
async function readSettings({ db }: ReturnType<typeof connect>) {
  const built = await sql<object>`${sql.raw(shown)}`.execute(db)
  const { priority, lists } = db.preparedPools!
  const query = { sql: shown, parameters: [] }
  return [built.rows, await priority('shown', query), await lists('shown', query)].flat()
}
const ofPool = (plans: 'on' | 'off', path: string) => ({ jit: 'off', zone: 'UTC', seqscan: plans, merging: plans, path })

test('no session compiles plans, also where the database is set to', async () => {
  await setAsDebianDoes()
  connected = connect(database.url)
  const path = '"$user", public'
  expect(await readSettings(connected)).toEqual([ofPool('on', path), ofPool('off', path), ofPool('off', path)])
})

test("options of DATABASE_URL do not replace the product's own, and the others are kept", async () => {
  await setAsDebianDoes()
  const options = '-c jit=on -c timezone=Asia/Kathmandu -c search_path=public'
  connected = connect(`${database.url}?options=${encodeURIComponent(options)}&application_name=elsewhere`)
  expect(await readSettings(connected)).toEqual([ofPool('on', 'public'), ofPool('off', 'public'), ofPool('off', 'public')])
})
