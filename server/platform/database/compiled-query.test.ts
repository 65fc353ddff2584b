import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { defineDynamicQuery, defineQuery, type Param } from './compiled-query.ts'

const { db } = await openTestDatabase()

const plansOf = (name: string) => sql<{ id: string; plans: number; custom: number }>`
  SELECT x.id, p.generic_plans::int AS plans, p.custom_plans::int AS custom FROM pg_prepared_statements p, unnest(ARRAY['a1', 'b1', 'b2']) AS x(id)
  WHERE p.name LIKE ${sql.lit(name)} || ' %'`

test('PostgreSQL plans a query once for all values, under the name of the query', async () => {
  const find = defineQuery(
    'plans of a prefix',
    (_db, { prefix }: { prefix: Param<string> }) => sql<{ id: string; plans: number; custom: number }>`
      ${plansOf('plans of a prefix')} AND x.id LIKE ${prefix} || '%'`,
  )
  expect(await find(db, { prefix: 'a' })).toEqual([{ id: 'a1', plans: 1, custom: 0 }])
  expect(await find(db, { prefix: 'b' })).toEqual([
    { id: 'b1', plans: 2, custom: 0 },
    { id: 'b2', plans: 2, custom: 0 },
  ])
})

test('a query is built once and filled in for each call, a parameter used twice in both places', async () => {
  let built = 0
  const find = defineQuery('suffixed', (_db, { ids, suffix }: { ids: Param<readonly string[]>; suffix: Param<string> }) => {
    built += 1
    return sql<{
      id: string
    }>`SELECT x.id || ${suffix}::text AS id FROM unnest(${ids}::text[]) AS x(id) WHERE x.id <> ${suffix}::text AND ${1}::int = 1`
  })
  expect(await find(db, { ids: ['a', 'b'], suffix: 'a' })).toEqual([{ id: 'ba' }])
  expect(await find(db, { ids: ['c'], suffix: '!' })).toEqual([{ id: 'c!' }])
  expect(built).toBe(1)
})

test('a query may omit the condition of a missing value; each combination is a separate query', async () => {
  const built: string[] = []
  const find = defineQuery('places', (on, { name, kind }: { name?: Param<string> | undefined; kind: Param<'room'> | undefined }) => {
    built.push(`${name ? 'name' : ''} ${kind ? 'kind' : ''}`)
    let query = on.selectFrom('settings').select(sql<string>`'any'`.as('found'))
    if (name) query = query.where(sql<boolean>`${name}::text = 'here'`)
    if (kind) query = query.where(sql<boolean>`${kind}::text = 'room'`)
    return query
  })
  expect(await find(db, { kind: null })).toEqual([{ found: 'any' }])
  expect(await find(db, { name: 'there', kind: undefined })).toEqual([])
  expect(await find(db, { name: 'here', kind: null })).toEqual([{ found: 'any' }])
  expect(await find(db, { name: 'here', kind: 'room' })).toEqual([{ found: 'any' }])
  expect(await find(db, { name: null, kind: 'room' })).toEqual([{ found: 'any' }])
  expect(built).toEqual([' ', 'name ', 'name kind', ' kind'])
})

test('a query that uses a parameter as a value fails when it is first built', async () => {
  const inText = defineQuery(
    'in text',
    (_db, { id }: { id: Param<string> }) => sql<object>`SELECT ${sql.raw(`'${String(id)}'`)}, ${id}::text`,
  )
  const inJson = defineQuery('in json', (_db, { id }: { id: Param<string> }) => sql<object>`SELECT ${JSON.stringify({ id })}::jsonb`)
  const inCondition = defineQuery('in a condition', (_db, { open }: { open: Param<boolean> }) => sql<object>`SELECT ${open ? 1 : 2}::int`)
  const onlyMention = (name: string, key: string) => `the query "${name}" may only put its parameter "${key}" into SQL`
  expect(() => inText(db, { id: '1' })).toThrow(onlyMention('in text', 'id'))
  expect(() => inJson(db, { id: '1' })).toThrow(onlyMention('in json', 'id'))
  expect(() => inCondition(db, { open: false })).toThrow('the query "in a condition" does not use its parameter "open" in its SQL')
})

test('a dynamic query is built from its values for each call', async () => {
  const find = defineDynamicQuery(
    'dynamic',
    (_db, names: readonly string[]) =>
      sql<{ n: string }>`SELECT n FROM unnest(${names}::text[]) AS x(n) WHERE ${sql.join(
        names.map(name => sql`n <> ${`${name}!`}`),
        sql` AND `,
      )}`,
  )
  expect(await find(db, ['a', 'a!'])).toEqual([{ n: 'a' }])
  expect(await find(db, ['b'])).toEqual([{ n: 'b' }])
})

test('within a transaction a query sees what the transaction has written, and no other caller does', async () => {
  const nameOfSite = defineQuery('name of the site', on => on.selectFrom('settings').select('site_name'))
  const [before] = await nameOfSite(db)
  await db.transaction().execute(async trx => {
    await trx.updateTable('settings').set({ site_name: 'Elsewhere' }).execute()
    expect(await nameOfSite(trx)).toEqual([{ site_name: 'Elsewhere' }])
    expect(await nameOfSite(db)).toEqual([before])
  })
  expect(await nameOfSite(db)).toEqual([{ site_name: 'Elsewhere' }])
})

test('concurrent calls without parameters share one run that begins after them', async () => {
  await sql`CREATE SEQUENCE asked`.execute(db)
  const next = defineQuery('next', () => sql<{ n: number }>`SELECT nextval('asked')::int AS n`)
  const ask = async () => (await next(db))[0]?.n
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  const begun = ask()
  await new Promise(resolve => setImmediate(() => setImmediate(resolve)))
  // The running computation may have read already.
  expect([await ask(), await begun]).toEqual([3, 2])
  const same = defineQuery(
    'same',
    (_db, { one }: { one: Param<number> }) => sql<{ n: number }>`SELECT nextval('asked')::int * 0 + ${one}::int AS n`,
  )
  expect(await Promise.all([same(db, { one: 1 }), same(db, { one: 2 })])).toEqual([[{ n: 1 }], [{ n: 2 }]])
  await sql`DROP SEQUENCE asked`.execute(db)
  await expect(ask()).rejects.toThrow('asked')
  await sql`CREATE SEQUENCE asked`.execute(db)
  expect(await ask()).toBe(1)
})
