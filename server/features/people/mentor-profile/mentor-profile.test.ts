import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveRole, makeAdmin, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'

type Made<Make extends (...args: never[]) => unknown> = Awaited<ReturnType<Make>>
let app: TestApp
let token: string
let own: string
let mentor: Made<typeof makeMentor>
let career: Made<typeof makeSupportType>
let housing: Made<typeof makeSupportType>
let retired: Made<typeof makeSupportType>

beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn(await makeAdmin(app.db))
  career = await makeSupportType(app.db, { name: 'Career advice' })
  housing = await makeSupportType(app.db, { name: 'Housing' })
  retired = await makeSupportType(app.db, { name: 'Retired', active: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  mentor = await makeMentor(app.db)
  own = await app.signIn(mentor)
})

const open = async (id = mentor.id) => (await app.request('GET /api/users/{id}/edit', { params: { id }, token })).body
const change = (body: object, id = mentor.id, as = token) => app.request('PUT /api/users/{id}', { params: { id }, body, token: as })
const changeOwn = (body: object, as = own) => app.request('PUT /api/my-profile', { body, token: as })
const shown = async (query: Record<string, string> = {}) =>
  (await app.request('GET /api/mentor-list', { query })).body.data.find(({ id }: { id: string }) => id === mentor.id)
const offeredBy = (details: { mentor: { support_types: { name: string; offered: boolean }[] } }) =>
  details.mentor.support_types.filter(({ offered }) => offered).map(({ name }) => name)

describe('what clients read about a mentor', () => {
  it('is changed by staff, shown to clients and kept in the history by the names of the fields', async () => {
    const before = await open()
    expect(before.mentor).toEqual({
      bio: '',
      support_types: [
        { id: career.id, name: 'Career advice', offered: false },
        { id: housing.id, name: 'Housing', offered: false },
      ],
    })
    const bio = 'Listens.\nSpeaks plainly.'
    const { status, body } = await change({ revision: before.revision, bio, support_type_ids: [housing.id] })
    expect([status, body.mentor.bio, offeredBy(body), body.revision]).toEqual([200, bio, ['Housing'], before.revision + 1])
    expect(await shown({ support_type_id: housing.id })).toMatchObject({ bio, support_types: [{ name: 'Housing' }] })
    expect(await shown({ support_type_id: career.id })).toBeUndefined()
    const audit = await app.db.selectFrom('audit').selectAll().where('person_id', '=', mentor.id).execute()
    expect(audit).toMatchObject([{ action: 'changed', after: { fields: ['bio', 'support_type_ids'] } }])
    expect(offeredBy((await change({ support_type_ids: [career.id, housing.id] })).body)).toEqual(['Career advice', 'Housing'])
    expect((await change({ bio: '', support_type_ids: [] })).body.mentor.bio).toBe('')
    expect(await shown()).toMatchObject({ bio: '', support_types: [] })
  })

  it('writes nothing where it is the same, stale or refused', async () => {
    const { revision } = await open()
    await change({ bio: 'First', support_type_ids: [career.id] })
    expect((await change({ bio: 'First', support_type_ids: [career.id] })).body.revision).toBe(revision + 1)
    expect((await change({ revision, bio: 'Second' })).problem.code).toBe('stale')
    for (const id of [retired.id, mentor.id])
      expect((await change({ bio: 'Second', support_type_ids: [id] })).problem.errors).toHaveProperty('support_type_ids')
    expect((await change({ bio: 'x'.repeat(1001) })).problem.errors).toHaveProperty('bio')
    expect((await open()).mentor.bio).toBe('First')
  })

  it('keeps a support type that is retired, for when it is offered again', async () => {
    const old = await makeSupportType(app.db, { name: 'Old' })
    await change({ support_type_ids: [old.id] })
    await app.db.updateTable('support_types').set({ active: false }).where('id', '=', old.id).execute()
    await change({ support_type_ids: [career.id] })
    await app.db.updateTable('support_types').set({ active: true }).where('id', '=', old.id).execute()
    expect(offeredBy(await open())).toEqual(['Career advice', 'Old'])
    await app.db.updateTable('support_types').set({ active: false }).where('id', '=', old.id).execute()
  })

  it('belongs to mentors: others have none', async () => {
    const person = await makeUser(app.db)
    expect((await open(person.id)).mentor).toBeNull()
    expect((await change({ bio: 'Listens.' }, person.id)).problem.errors).toHaveProperty('bio')
    expect((await change({ support_type_ids: [] }, person.id)).problem.errors).toHaveProperty('support_type_ids')
    expect((await changeOwn({ bio: 'Listens.' }, await app.signIn(person))).problem.errors).toHaveProperty('bio')
    await giveRole(app.db, person.id, { is_mentor: true })
    expect((await change({ bio: 'Listens.' }, person.id)).status).toBe(200)
  })

  it('is never changed by staff who may not change the mentor', async () => {
    const clerk = await app.signIn(await makeAdmin(app.db, ['User List', 'User Edit']))
    expect((await change({ bio: 'Rude', support_type_ids: [career.id] }, mentor.id, clerk)).problem.code).toBe('outranked')
    expect((await open()).mentor.bio).toBe('')
  })

  it('is written by the mentor, but not which support types they offer', async () => {
    await change({ support_type_ids: [career.id] })
    const { status, body } = await changeOwn({ bio: '  Listens.  ' })
    expect([status, body.id]).toEqual([200, mentor.id])
    const profile = (await app.request('GET /api/my-profile', { token: own })).body
    expect([profile.mentor.bio, offeredBy(profile)]).toEqual(['Listens.', ['Career advice']])
    expect((await changeOwn({ support_type_ids: [] })).status).toBe(422)
    const others = await app.request('GET /api/my-profile', { query: { profileId: mentor.id }, token })
    expect(others.body.mentor).toBeNull()
  })
})

it('lists a mentor with a free time of a support type, also where it is not ticked for them', async () => {
  const place = await makePlace(app.db)
  await makeSchedule(app.db, { supportType: career, place, mentors: [mentor], from: '2026-12-01T09:00', to: '2026-12-01T10:00' })
  expect(await shown({ support_type_id: career.id })).toMatchObject({ next_available: { support_type_id: career.id } })
  expect(await shown({ support_type_id: housing.id })).toBeUndefined()
})
