import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '#server/platform/database/connection.ts'
import { type TestDatabase, createTestDatabase } from '#server/testing/database.ts'
import { giveRole, makeAdmin, makeUser } from './factories.ts'
import type { Database } from './types.ts'

type Db = Kysely<Database>

let database: TestDatabase
let connection: ReturnType<typeof connect>
let db: Db

// One database per test, because the rule concerns the whole database.
beforeEach(async () => {
  database = await createTestDatabase()
  connection = connect(database.url)
  db = connection.db
})
afterEach(async () => {
  await connection.close()
  await database.drop()
})

const last = { constraint: 'last_administrator' }
const takeRole = (userId: string, on: Db = db) => on.deleteFrom('role_assignments').where('user_id', '=', userId).execute()
const deactivate = (userId: string, on: Db = db) => on.updateTable('users').set({ active: false }).where('id', '=', userId).execute()
const demote = (userId: string, on: Db = db) =>
  sql`UPDATE roles SET abilities = '{}' WHERE id IN (SELECT role_id FROM role_assignments WHERE user_id = ${userId})`.execute(on)

const closeArea = (userId: string, on: Db = db) =>
  sql`UPDATE roles SET opens_admin = false WHERE id IN (SELECT role_id FROM role_assignments WHERE user_id = ${userId})`.execute(on)

describe('the last holder of *', () => {
  it.each([
    ['loses the role', takeRole],
    ['is deactivated', deactivate],
    ['has a role that is cut down', demote],
    ['is shut out of the admin area', closeArea],
  ])('never %s', async (_, attack) => {
    const { id } = await makeAdmin(db)
    await makeAdmin(db, ['User List'])
    await expect(attack(id)).rejects.toMatchObject(last)
  })

  it('is not replaced by an inactive person', async () => {
    const { id } = await makeAdmin(db)
    const gone = await makeUser(db, { active: false })
    await giveRole(db, gone.id, { abilities: ['*'] })
    await expect(takeRole(id)).rejects.toMatchObject(last)
    const given = db.updateTable('role_assignments').set({ user_id: gone.id }).where('user_id', '=', id).execute()
    await expect(given).rejects.toMatchObject(last)
  })

  it('is not replaced by a holder of * without the admin area', async () => {
    const { id } = await makeAdmin(db)
    await giveRole(db, (await makeUser(db)).id, { abilities: ['*'] })
    await expect(takeRole(id)).rejects.toMatchObject(last)
    await expect(deactivate(id)).rejects.toMatchObject(last)
  })

  it('keeps the role that opens the admin area where another one gives *', async () => {
    const { id } = await makeUser(db)
    await giveRole(db, id, { abilities: ['*'] })
    const area = await giveRole(db, id, { opens_admin: true })
    await expect(db.deleteFrom('role_assignments').where('role_id', '=', area.id).execute()).rejects.toMatchObject(last)
    await expect(db.updateTable('roles').set({ opens_admin: false }).where('id', '=', area.id).execute()).rejects.toMatchObject(last)
    await expect(takeRole(id)).rejects.toMatchObject(last)
    await makeAdmin(db)
    await db.deleteFrom('role_assignments').where('role_id', '=', area.id).execute()
  })

  it('does not go with the role itself', async () => {
    await makeAdmin(db)
    const goTogether = db.transaction().execute(async trx => {
      await trx.deleteFrom('role_assignments').execute()
      await trx.deleteFrom('roles').execute()
    })
    await expect(goTogether).rejects.toMatchObject(last)
  })

  it('does not go with everything', async () => {
    await makeAdmin(db)
    for (const table of ['role_assignments', 'roles', 'users']) {
      await expect(sql`TRUNCATE ${sql.table(table)} CASCADE`.execute(db)).rejects.toMatchObject({ constraint: 'never_emptied' })
    }
  })

  it('is not erased', async () => {
    const { id } = await makeAdmin(db)
    await expect(sql`SELECT erase_person(${id}, ${id})`.execute(db)).rejects.toMatchObject(last)
    expect(await db.selectFrom('users').select('active').where('id', '=', id).executeTakeFirst()).toEqual({ active: true })
  })

  it('may hand over in one transaction, in whatever order', async () => {
    const [before, after] = [await makeAdmin(db), await makeUser(db)]
    const { role_id } = await db.selectFrom('role_assignments').select('role_id').where('user_id', '=', before.id).executeTakeFirstOrThrow()
    await db.transaction().execute(async trx => {
      await takeRole(before.id, trx)
      await trx.insertInto('role_assignments').values({ user_id: after.id, role_id }).execute()
    })
    await expect(takeRole(after.id)).rejects.toMatchObject(last)
  })
})

describe('one of two', () => {
  it.each([
    ['loses the role', takeRole],
    ['is deactivated', deactivate],
    ['has a role that is cut down', demote],
    ['is shut out of the admin area', closeArea],
  ])('%s, and then no more', async (_, attack) => {
    const [one, two] = [await makeAdmin(db), await makeAdmin(db)]
    await attack(one.id)
    await expect(attack(two.id)).rejects.toMatchObject(last)
  })

  it('demoting each other at once: one stays', async () => {
    const [one, two] = [await makeAdmin(db), await makeAdmin(db)]
    const [first, second] = [await db.startTransaction().execute(), await db.startTransaction().execute()]
    const check = (trx: Db) => sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(trx)
    await takeRole(one.id, first)
    await takeRole(two.id, second)
    await check(first)
    const refusal = check(second).catch((error: unknown) => error)
    // Gives the second transaction time to check before the first commits, unless a lock makes it wait.
    await setTimeout(100)
    await first.commit().execute()
    expect(await refusal).toMatchObject(last)
    await second.rollback().execute()
    expect(await db.selectFrom('role_assignments').select('user_id').execute()).toEqual([{ user_id: two.id }])
  })

  it('by different paths at once: one stays', async () => {
    const [one, two] = [await makeAdmin(db), await makeAdmin(db)]
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.allSettled([takeRole(one.id), deactivate(two.id)])
      expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
      const { role_id } = await db.selectFrom('role_assignments').select('role_id').where('user_id', '=', two.id).executeTakeFirstOrThrow()
      await db.updateTable('users').set({ active: true }).where('id', '=', two.id).execute()
      await db
        .insertInto('role_assignments')
        .values({ user_id: one.id, role_id })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    }
  })

  it('is not demoted under a frozen snapshot, which would not see the other demotion', async () => {
    const [one] = [await makeAdmin(db), await makeAdmin(db)]
    const frozen = db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(trx => takeRole(one.id, trx))
    await expect(frozen).rejects.toMatchObject({ code: '25000' })
  })
})

it.each<[string, (userId: string) => Promise<unknown>]>([
  ['lose their role', takeRole],
  ['are deactivated', deactivate],
  ['leave the admin area', closeArea],
])('others %s freely, even while no administrator is active', async (_, leave) => {
  const gone = await makeUser(db, { active: false })
  await giveRole(db, gone.id, { abilities: ['*'] })
  await leave((await makeAdmin(db, ['User List'])).id)
})
