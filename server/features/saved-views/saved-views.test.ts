import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxViews, viewedLists, viewParams } from '#contract/saved-view-limits.ts'
import type { NewSavedView } from '#contract/saved-views.ts'
import { makeAdmin, makeMentor, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof makeAdmin>>
let token: string
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await makeAdmin(app.db, ['User List'])
  token = await app.signIn(owner)
})

const full: NewSavedView = { list: 'users', name: 'Blocked ones', params: { state: 'inactive', sort: '-name' } }
const list = async (as = token) =>
  (await app.request('GET /api/my-saved-views', { token: as })).body.data as (NewSavedView & { id: string })[]
const save = (body: object = full, as: string | null = token) =>
  app.request('PUT /api/my-saved-views', { body: body as NewSavedView, ...(as && { token: as }) })
const remove = (id: string, as: string | null = token) =>
  app.request('DELETE /api/my-saved-views/{id}', { params: { id }, ...(as && { token: as }) })
const countOf = async (id: string) =>
  Number((await sql<{ count: number }>`SELECT count(*) FROM saved_views WHERE user_id = ${id}`.execute(app.db)).rows[0]?.count)

describe('saved views', () => {
  it('are saved under a name, replaced under the same name, and deleted', async () => {
    const saved = await save()
    expect([saved.status, saved.body]).toEqual([200, { ...full, id: saved.body.id }])
    expect((await save({ ...full, list: 'schedules', params: { mentor: ' ü“' } })).status).toBe(200)
    const replaced = await save({ ...full, params: { role: 'x' } })
    expect([replaced.status, replaced.body.id]).toEqual([200, saved.body.id])
    expect(await list()).toMatchObject([
      { ...full, list: 'schedules', params: { mentor: ' ü“' } },
      { ...full, params: { role: 'x' } },
    ])
    expect((await remove(saved.body.id)).status).toBe(200)
    expect((await remove(saved.body.id)).status).toBe(404)
    expect(await list()).toMatchObject([{ list: 'schedules' }])
  })

  it('are not another person’s, even for an administrator with every ability', async () => {
    const { id } = (await save()).body
    const other = await app.signIn(await makeAdmin(app.db))
    expect(await list(other)).toEqual([])
    expect((await remove(id, other)).status).toBe(404)
    // The same name is a view of their own.
    expect((await save({ ...full, params: { state: 'active' } }, other)).body.id).not.toBe(id)
    expect(await list()).toEqual([{ ...full, id }])
  })

  it('are saved by administrators only', async () => {
    for (const person of [await makeUser(app.db), await makeMentor(app.db)]) {
      const as = await app.signIn(person)
      expect((await save(full, as)).status).toBe(403)
    }
    expect((await save(full, null)).status).toBe(401)
  })

  it('refuses a view without a name, with a long one, of no list, and with filters that are too long or none', async () => {
    const bad: object[] = [
      { ...full, name: ' ' },
      { ...full, name: 'x'.repeat(61) },
      { ...full, name: 'x\ny' },
      { ...full, list: 'roles' },
      { ...full, params: { state: 'x'.repeat(201) } },
      { ...full, params: { state: '' } },
      { ...full, params: { page: '2' } },
      { ...full, params: { state: 1 } },
      { ...full, params: { state: 'x\u0000' } },
      { ...full, params: { state: '\ud800' } },
      { list: 'users', name: 'Blocked ones' },
      { ...full, user_id: owner.id },
    ]
    for (const body of bad) expect((await save(body)).status).toBe(422)
    expect(await list()).toEqual([])
  })

  it('take the longest filters that the contract allows', async () => {
    for (const list of viewedLists) {
      const params = Object.fromEntries(viewParams[list].map(name => [name, '"'.repeat(200)]))
      expect((await save({ ...full, list, params })).status).toBe(200)
      expect((await save({ ...full, list, params: { ...params, sort: 'x'.repeat(201) } })).status).toBe(422)
    }
  })

  it('keep no search, which may name a person, and no parameter of another list', async () => {
    for (const list of viewedLists) {
      const { status, problem } = await save({ ...full, list, params: { sort: 'name', search: 'Ann Example' } })
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['params.search']])
    }
    expect((await save({ ...full, params: { place: 'x' } })).status).toBe(422)
    expect(await list()).toEqual([])
  })

  it('do not stay, unseen and for good, with an owner who is no administrator any more', async () => {
    const { id } = (await save()).body
    await app.db.deleteFrom('role_assignments').where('user_id', '=', owner.id).execute()
    token = await app.signIn(owner)
    expect(await list()).toEqual([{ ...full, id }])
    expect((await save()).status).toBe(403)
    expect((await remove(id)).status).toBe(200)
    expect(await countOf(owner.id)).toBe(0)
  })

  it('are at most 20 for a list, also of those saved at once', async () => {
    const named = (index: number) => save({ ...full, name: `View ${index}` })
    for (let index = 1; index < maxViews; index += 1) expect((await named(index)).status).toBe(200)
    const answers = await Promise.all([20, 21, 22].map(named))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('too_many_saved_views')
    expect((await save({ ...full, name: 'View 1', params: {} })).status).toBe(200)
    expect((await save({ ...full, list: 'places' })).status).toBe(200)
    expect(await countOf(owner.id)).toBe(maxViews + 1)
  })

  it('are in their owner’s export', async () => {
    await save()
    const { body } = await app.request('GET /api/my-profile/export', { token })
    expect(body.records.saved_views).toMatchObject([full])
  })

  it('go when their owner is erased', async () => {
    await save()
    await sql`SELECT erase_person(${owner.id}, ${owner.id})`.execute(app.db)
    expect(await countOf(owner.id)).toBe(0)
  })

  it('go with a record that is merged away', async () => {
    await save()
    await app.db.deleteFrom('role_assignments').where('user_id', '=', owner.id).execute()
    const stays = await makeUser(app.db)
    const merging = { params: { id: stays.id }, body: { other_id: owner.id }, token: await app.signIn(await makeAdmin(app.db)) }
    expect((await app.request('POST /api/users/{id}/merge', merging)).status).toBe(200)
    expect([await countOf(owner.id), await countOf(stays.id)]).toEqual([0, 0])
  })
})
