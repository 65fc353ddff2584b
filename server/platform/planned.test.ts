import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtOnce } from './built-once.ts'
import { connect, planned } from './database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

let database: TestDatabase
let connected: ReturnType<typeof connect>

beforeAll(async () => {
  database = await createTestDatabase()
  connected = connect(database.url)
})
afterAll(async () => {
  await connected.close()
  await database.drop()
})

test('what a list asks is planned once: the same text for whatever values', async () => {
  const { db } = connected
  const find = (prefix: string, ids: readonly string[]) =>
    planned(
      db,
      sql<{ id: string; plans: number; custom: number }>`
        SELECT x.id, p.generic_plans::int AS plans, p.custom_plans::int AS custom
        FROM unnest(${ids}::text[]) AS x(id), pg_prepared_statements p WHERE p.statement LIKE '%pg_prepared_statements%' AND x.id LIKE ${prefix} || '%'`.compile(
        db,
      ),
    )
  expect(await find('a', ['a1', 'b1'])).toEqual([{ id: 'a1', plans: 1, custom: 0 }])
  expect(await find('b', ['a1', 'b1', 'b2'])).toEqual([
    { id: 'b1', plans: 2, custom: 0 },
    { id: 'b2', plans: 2, custom: 0 },
  ])
})

test('a query that is built once is filled in anew each time, a value used twice in both places', async () => {
  const { db } = connected
  let built = 0
  const find = builtOnce((on, { ids, suffix }: { ids: readonly string[]; suffix: string }) => {
    built += 1
    return sql<{
      id: string
    }>`SELECT x.id || ${suffix}::text AS id FROM unnest(${ids}::text[]) AS x(id) WHERE x.id <> ${suffix}::text AND ${1}::int = 1`.compile(
      on,
    )
  })
  expect(await planned(db, find(db, { ids: ['a', 'b'], suffix: 'a' }))).toEqual([{ id: 'ba' }])
  expect(await planned(db, find(db, { ids: ['c'], suffix: '!' }))).toEqual([{ id: 'c!' }])
  expect(built).toBe(1)
})

test('within a transaction it sees what the transaction has written, and nobody else does', async () => {
  const { db } = connected
  const nameOfSite = (on: typeof db) => planned(on, on.selectFrom('settings').select('site_name').compile())
  const [before] = await nameOfSite(db)
  await db.transaction().execute(async trx => {
    await trx.updateTable('settings').set({ site_name: 'Elsewhere' }).execute()
    expect(await nameOfSite(trx)).toEqual([{ site_name: 'Elsewhere' }])
    expect(await nameOfSite(db)).toEqual([before])
  })
  expect(await nameOfSite(db)).toEqual([{ site_name: 'Elsewhere' }])
})

test('what is the same for everybody is asked once for all who wait, and anew for whoever asks later', async () => {
  const { db } = connected
  await sql`CREATE SEQUENCE asked`.execute(db)
  const ask = async () => (await planned(db, sql<{ n: number }>`SELECT nextval('asked')::int AS n`.compile(db)))[0]?.n
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  const begun = ask()
  await new Promise(resolve => setImmediate(() => setImmediate(resolve)))
  // The one under way may have looked already.
  expect([await ask(), await begun]).toEqual([3, 2])
  const same = async (one: number) =>
    (await planned(db, sql<{ n: number }>`SELECT nextval('asked')::int * 0 + ${one}::int AS n`.compile(db)))[0]?.n
  expect(await Promise.all([same(1), same(2)])).toEqual([1, 2])
})
