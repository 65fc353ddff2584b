import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveRole, makeAdmin, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let everything: string
/** Role ids by name. */
const roles: Record<'desk' | 'planner' | 'mentor' | 'all', string> = { desk: '', planner: '', mentor: '', all: '' }
beforeAll(async () => {
  app = await startTestApp()
  everything = await app.signIn(await makeAdmin(app.db))
  const make = async (name: keyof typeof roles, fields: { abilities?: string[]; opens_admin?: boolean; is_mentor?: boolean }) => {
    roles[name] = (
      await app.db
        .insertInto('roles')
        .values({ name, ...fields })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  }
  await make('desk', { abilities: ['Schedule List'], opens_admin: true })
  await make('planner', { abilities: ['Schedule List', 'Schedule Edit'], opens_admin: true })
  await make('mentor', { is_mentor: true })
  await make('all', { abilities: ['*'], opens_admin: true })
})
afterAll(() => app.close())

const unknownId = '019aa000-0000-7000-8000-000000000000'
const holderOf = async (...abilities: string[]) => app.signIn(await makeAdmin(app.db, abilities))
const held = async (userId: string) =>
  (
    await app.db
      .selectFrom('role_assignments')
      .innerJoin('roles', 'roles.id', 'role_id')
      .select('name')
      .where('user_id', '=', userId)
      .orderBy('name')
      .execute()
  ).map(({ name }) => name)
const holding = async (...role_ids: string[]) => {
  const user = await makeUser(app.db)
  if (role_ids.length > 0)
    await app.db
      .insertInto('role_assignments')
      .values(role_ids.map(role_id => ({ user_id: user.id, role_id })))
      .execute()
  return user
}
const assign = (body: unknown, token = everything) => app.request('POST /api/role-assign', { body, token })
const update = (body: unknown, token = everything) => app.request('POST /api/role-assign-update', { body, token })

describe('GET /api/assigned-users', () => {
  const list = (query: Record<string, string | number> = {}, token = everything) => app.request('GET /api/assigned-users', { query, token })

  it('is by name or by the newest assignment', async () => {
    const people = [
      await makeUser(app.db, { name: 'Sort Zoe' }),
      await makeUser(app.db, { name: 'Sort abe' }),
      await makeUser(app.db, { name: 'Sort Mia' }),
    ]
    for (const [index, { id }] of people.entries())
      await app.db
        .insertInto('role_assignments')
        .values([
          { user_id: id, role_id: roles.desk, assigned_at: new Date(Date.UTC(2026, 9, 20 + index)) },
          { user_id: id, role_id: roles.mentor, assigned_at: new Date(Date.UTC(2026, 8, 20 - index)) },
        ])
        .execute()
    const order = async (sort: string) =>
      (await list({ search: 'Sort', sort })).body.data
        .map(({ user }: { user: { id: string } }) => people.findIndex(one => one.id === user.id))
        .join('')
    expect([await order('name'), await order('-name'), await order('assigned'), await order('-assigned')]).toEqual([
      '120',
      '021',
      '012',
      '210',
    ])
    expect((await list({ search: 'Sort abe' })).body.data[0].assigned_at).toBe('2026-10-21T00:00:00Z')
    expect((await list({ sort: 'role' })).status).toBe(422)
  })

  it('lists who holds a role, found by name, phone, e-mail or role', async () => {
    const zoe = await makeUser(app.db, { name: 'Zoë Quill_1', email: 'quill@example.org', phone: '+447700955555' })
    await makeUser(app.db, { name: 'Zoë Quill without a role' })
    for (const role of [roles.planner, roles.mentor])
      await app.db.insertInto('role_assignments').values({ user_id: zoe.id, role_id: role }).execute()
    for (const search of ['quill_', 'QUILL@', '07700 955555', '+44 7700 955', 'quill_1 zoe']) {
      const { status, body } = await list({ search })
      expect([status, body.meta.total, body.data[0]?.user.id]).toEqual([200, 1, zoe.id])
      expect(body.data[0].roles).toMatchObject([{ name: 'mentor' }, { name: 'planner', abilities: ['Schedule List', 'Schedule Edit'] }])
    }
    expect((await list({ search: 'quill', role_id: roles.planner })).body.meta.total).toBe(1)
    expect((await list({ search: 'quill', role_id: roles.all })).body).toMatchObject({ data: [], meta: { total: 0, last_page: 1 } })
  })

  it('pages', async () => {
    await holding(roles.desk)
    await holding(roles.desk)
    const { body } = await list({ role_id: roles.desk, per_page: 1, page: 2 })
    expect([body.data.length, body.meta.page, body.meta.last_page >= 2]).toEqual([1, 2, true])
  })

  it('is for those who may', async () => {
    expect((await app.request('GET /api/assigned-users')).status).toBe(401)
    expect((await list({}, await holderOf('Role List', 'RoleAssign Edit'))).status).toBe(403)
    expect((await list({}, await holderOf('RoleAssign List'))).status).toBe(200)
    expect((await list({ role_id: 'here' })).status).toBe(422)
  })
})

describe('GET /api/role-assign/create', () => {
  const offer = (query: Record<string, string>, token = everything) => app.request('GET /api/role-assign/create', { query, token })

  it('offers every role, and active people who could be meant', async () => {
    const anna = await makeUser(app.db, { name: 'Anna Findme', phone: '+447700966666' })
    await makeUser(app.db, { name: 'Anna Findme who left', active: false })
    for (const search of ['findme', 'findme anna', '07700 966 666']) {
      const { status, body } = await offer({ search }, await holderOf('RoleAssign Edit'))
      expect([status, body.people]).toEqual([200, [{ id: anna.id, name: 'Anna Findme', phone: anna.phone, photo: null }]])
      expect(body.all_roles.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['all', 'desk']))
    }
    expect((await offer({})).body.people).toEqual([])
  })

  it('is for those who may', async () => {
    expect((await app.request('GET /api/role-assign/create')).status).toBe(401)
    expect((await offer({}, await holderOf('RoleAssign List'))).status).toBe(403)
    expect((await offer({ search: 'a' })).status).toBe(422)
  })
})

describe('POST /api/role-assign', () => {
  it('gives additional roles from the next request on, and audits it', async () => {
    const user = await holding(roles.mentor)
    const token = await app.signIn(user)
    expect((await app.request('GET /api/schedules', { token })).status).toBe(403)
    const { status, body } = await assign({ user_id: user.id, role_ids: [roles.desk, roles.mentor] })
    expect(status).toBe(201)
    expect(body.roles.map(({ name }: { name: string }) => name)).toEqual(['desk', 'mentor'])
    expect(body.all_roles.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['all', 'desk', 'mentor', 'planner']))
    expect(body.user.revision).toBe(2)
    expect((await app.request('GET /api/schedules', { token })).status).toBe(200)
    const entry = await app.db.selectFrom('audit').selectAll().where('person_id', '=', user.id).executeTakeFirst()
    expect(entry).toMatchObject({ action: 'roles', subject: 'user', before: { roles: ['mentor'] }, after: { roles: ['desk', 'mentor'] } })
    // Repeating it changes nothing.
    expect((await assign({ user_id: user.id, role_ids: [roles.desk] })).body.user.revision).toBe(2)
  })

  it('answers the same key and body once', async () => {
    const user = await holding()
    const send = () =>
      app.request('POST /api/role-assign', {
        body: { user_id: user.id, role_ids: [roles.desk] },
        token: everything,
        headers: { 'idempotency-key': 'give-desk' },
      })
    expect((await send()).body).toEqual((await send()).body)
  })

  it('refuses malformed input and unknown people', async () => {
    const user = await holding()
    const gone = await makeUser(app.db, { active: false })
    for (const [body, field] of [
      [{ user_id: user.id, role_ids: [] }, 'role_ids'],
      [{ user_id: user.id, role_ids: [unknownId] }, 'role_ids'],
      [{ user_id: unknownId, role_ids: [roles.desk] }, 'user_id'],
      [{ user_id: gone.id, role_ids: [roles.desk] }, 'user_id'],
      [{ user_id: user.id, role_ids: [roles.desk], note: '' }, 'note'],
    ] as const) {
      const { status, problem } = await assign(body)
      expect([status, Object.keys(problem.errors!)]).toEqual([422, [field]])
    }
  })

  it('requires the ability, and adds only roles within the caller’s own abilities', async () => {
    const user = await holding()
    const body = { user_id: user.id, role_ids: [roles.desk, roles.planner] }
    expect((await app.request('POST /api/role-assign', { body })).status).toBe(401)
    expect((await assign(body, await holderOf('RoleAssign List', 'Role Edit'))).problem.code).toBe('missing_ability')
    const { status, problem } = await assign(body, await holderOf('RoleAssign Edit', 'Schedule List'))
    expect([status, problem.code]).toEqual([403, 'beyond_own'])
    expect(await held(user.id)).toEqual([])
    const outside = await makeUser(app.db)
    await giveRole(app.db, outside.id, { abilities: ['RoleAssign Edit', 'Schedule List'] })
    const theirs = await app.signIn(outside)
    expect((await assign({ ...body, role_ids: [roles.desk] }, theirs)).problem.code).toBe('beyond_own')
    expect((await assign({ ...body, role_ids: [roles.mentor] }, theirs)).status).toBe(201)
  })
})

describe('GET /api/role-assign-edit/{id}', () => {
  const open = (id: string, token = everything) => app.request('GET /api/role-assign-edit/{id}', { params: { id }, token })

  it('shows a person with their roles, for those who may', async () => {
    const user = await holding(roles.planner)
    const { status, body } = await open(user.id, await holderOf('RoleAssign Edit'))
    expect([status, body.user.id, body.roles.length]).toEqual([200, user.id, 1])
    expect((await app.request('GET /api/role-assign-edit/{id}', { params: { id: user.id } })).status).toBe(401)
    expect((await open(user.id, await holderOf('RoleAssign List'))).status).toBe(403)
    expect((await open(unknownId)).status).toBe(404)
    expect((await open('here')).status).toBe(404)
  })
})

describe('POST /api/role-assign-update', () => {
  it('makes these a person’s roles', async () => {
    const user = await holding(roles.desk, roles.mentor)
    const { status, body } = await update({ user_id: user.id, role_ids: [roles.planner, roles.mentor], revision: 1 })
    expect([status, body.user.revision]).toEqual([200, 2])
    expect(await held(user.id)).toEqual(['mentor', 'planner'])
    const given = await app.db
      .selectFrom('role_assignments')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('role_id', '=', roles.planner)
      .executeTakeFirst()
    expect(given?.assigned_by).not.toBeNull()
    expect((await update({ user_id: user.id, role_ids: [] })).status).toBe(200)
    expect(await held(user.id)).toEqual([])
  })

  it('removes roles from an inactive person, and gives them none', async () => {
    const user = await holding(roles.desk)
    await app.db.updateTable('users').set({ active: false }).where('id', '=', user.id).execute()
    expect((await update({ user_id: user.id, role_ids: [roles.mentor] })).status).toBe(422)
    expect((await update({ user_id: user.id, role_ids: [] })).status).toBe(200)
  })

  it('refuses a stale revision', async () => {
    const user = await holding(roles.desk)
    await update({ user_id: user.id, role_ids: [roles.planner], revision: 1 })
    const { status, problem } = await update({ user_id: user.id, role_ids: [], revision: 1 })
    expect([status, problem.code]).toEqual([409, 'stale'])
    expect(await held(user.id)).toEqual(['planner'])
  })

  it('refuses what is malformed, signed out, not allowed', async () => {
    const user = await holding(roles.desk)
    const body = { user_id: user.id, role_ids: [] }
    expect((await update({ user_id: user.id })).status).toBe(422)
    expect((await update({ ...body, all: true })).status).toBe(422)
    expect((await update({ user_id: unknownId, role_ids: [] })).status).toBe(422)
    expect((await app.request('POST /api/role-assign-update', { body })).status).toBe(401)
    expect((await update(body, await holderOf('RoleAssign List'))).status).toBe(403)
  })

  it('removes only roles within the caller’s own abilities, and keeps the others', async () => {
    const user = await holding(roles.desk, roles.all)
    const token = await holderOf('RoleAssign Edit', 'Schedule List')
    expect((await update({ user_id: user.id, role_ids: [roles.desk] }, token)).problem.code).toBe('beyond_own')
    expect(await held(user.id)).toEqual(['all', 'desk'])
    // Unchanged roles may exceed the caller's own abilities.
    expect((await update({ user_id: user.id, role_ids: [roles.all] }, token)).status).toBe(200)
    expect(await held(user.id)).toEqual(['all'])
  })
})

describe('GET /api/users/{id}/abilities', () => {
  const why = (id: string, token = everything) => app.request('GET /api/users/{id}/abilities', { params: { id }, token })

  it('says which role grants what', async () => {
    const user = await holding(roles.desk, roles.planner, roles.mentor)
    const { status, body } = await why(user.id, await holderOf('RoleAssign List'))
    expect(status).toBe(200)
    const named = (name: 'desk' | 'planner' | 'mentor') => ({ id: roles[name], name })
    expect(body.abilities).toEqual([
      { ability: 'Schedule List', roles: [named('desk'), named('planner')] },
      { ability: 'Schedule Edit', roles: [named('planner')] },
    ])
    expect([body.opens_admin, body.is_mentor]).toEqual([[named('desk'), named('planner')], [named('mentor')]])
  })

  it('explains a person without roles, and `*`', async () => {
    expect((await why((await holding()).id)).body).toMatchObject({ roles: [], abilities: [], opens_admin: [], is_mentor: [] })
    expect((await why((await holding(roles.all)).id)).body.abilities).toEqual([{ ability: '*', roles: [{ id: roles.all, name: 'all' }] }])
  })

  it('is for those who may', async () => {
    const { id } = await holding(roles.desk)
    expect((await app.request('GET /api/users/{id}/abilities', { params: { id } })).status).toBe(401)
    expect((await why(id, await holderOf('RoleAssign Edit', 'User List'))).status).toBe(403)
    expect((await why(unknownId)).status).toBe(404)
    expect((await why('here')).status).toBe(404)
  })
})

describe('POST /api/role-assign/several/remove', () => {
  const take = (body: object, token: string | undefined = everything) =>
    app.request('POST /api/role-assign/several/remove', { body, token })

  it('takes the role from each person who can lose it, and leaves other roles', async () => {
    const [one, other] = [await holding(roles.desk, roles.mentor), await holding(roles.mentor)]
    const { status, body } = await take({ role_id: roles.desk, user_ids: [one.id, other.id, unknownId] })
    expect([status, body.removed]).toEqual([200, [one.id]])
    expect(body.skipped).toMatchObject([{ id: unknownId, code: 'invalid' }])
    expect([await held(one.id), await held(other.id)]).toEqual([['mentor'], ['mentor']])
    const entries = await app.db.selectFrom('audit').select(['before', 'after']).where('subject_id', '=', one.id).execute()
    expect(entries.at(-1)).toEqual({ before: { roles: ['desk', 'mentor'] }, after: { roles: ['mentor'] } })
  })

  it('says before who can lose it, and who does not hold it', async () => {
    const [one, other] = [await holding(roles.desk), await holding(roles.mentor)]
    const preview = (body: object, token: string | undefined = everything) =>
      app.request('POST /api/role-assign/several/remove/preview', { body, token })
    const body = { role_id: roles.desk, user_ids: [one.id, other.id, unknownId] }
    expect((await preview(body)).body.users).toMatchObject([
      { id: one.id, problem: null, holds_it: true },
      { id: other.id, problem: null, holds_it: false },
      { id: unknownId, problem: { code: 'invalid' } },
    ])
    const weaker = await holderOf('RoleAssign Edit', 'User List')
    expect((await preview(body, weaker)).body.users[0].problem.code).toBe('beyond_own')
    expect(await held(one.id)).toEqual(['desk'])
    expect((await preview({ ...body, role_id: unknownId })).status).toBe(422)
    expect((await preview(body, await holderOf('RoleAssign List'))).status).toBe(403)
    expect((await preview(body, '')).status).toBe(401)
  })

  it('takes nothing beyond what the caller holds, and refuses other callers', async () => {
    const one = await holding(roles.planner)
    const body = { role_id: roles.planner, user_ids: [one.id] }
    const { removed, skipped } = (await take(body, await holderOf('RoleAssign Edit', 'Schedule List'))).body
    expect([removed, skipped[0].code]).toEqual([[], 'beyond_own'])
    expect((await take(body, await holderOf('RoleAssign List'))).status).toBe(403)
    expect((await take(body, '')).status).toBe(401)
    expect((await take({ ...body, user_ids: [] })).status).toBe(422)
    expect(await held(one.id)).toEqual(['planner'])
  })
})

describe('POST /api/role-assign/several', () => {
  const preview = (body: object, token: string | undefined = everything) =>
    app.request('POST /api/role-assign/several/preview', { body, token })
  const give = (body: object, token: string | undefined = everything) => app.request('POST /api/role-assign/several', { body, token })
  const codes = (items: { code?: string; problem?: { code: string } | null }[]) => items.map(each => each.code ?? each.problem?.code)

  it('gives a role to each person that can have it, and says why the others cannot', async () => {
    const [fresh, holder] = [await holding(roles.mentor), await holding(roles.desk)]
    const gone = await makeUser(app.db, { active: false })
    const body = { role_id: roles.desk, user_ids: [fresh.id, holder.id, gone.id, unknownId] }
    const seen = await preview(body)
    expect(seen.body.users).toMatchObject([
      { id: fresh.id, problem: null, holds_it: false },
      { id: holder.id, problem: null, holds_it: true },
      { id: gone.id, problem: { code: 'invalid', message: 'Is not active; bring the person back first.' } },
      { id: unknownId, problem: { code: 'invalid' } },
    ])
    expect(await held(fresh.id)).toEqual(['mentor'])
    const done = await give(body)
    // Undo takes the role from those who are listed, so it lists no one who held it before.
    expect([done.status, done.body.assigned]).toEqual([200, [fresh.id]])
    expect(codes(done.body.skipped)).toEqual(['invalid', 'invalid'])
    expect(await held(fresh.id)).toEqual(['desk', 'mentor'])
    expect(await held(gone.id)).toEqual([])
    expect((await preview({ ...body, role_id: unknownId })).status).toBe(422)
  })

  it('gives nothing beyond what the caller holds, also when it was taken a moment ago', async () => {
    const [one, two] = [await holding(), await holding(roles.planner)]
    const desk = await holderOf('RoleAssign Edit', 'Schedule List')
    const body = { role_id: roles.planner, user_ids: [one.id, two.id] }
    expect(codes((await preview(body, desk)).body.users)).toEqual(['beyond_own', undefined])
    expect((await give(body, desk)).body).toMatchObject({ assigned: [], skipped: [{ id: one.id, code: 'beyond_own' }] })
    expect(await held(two.id)).toEqual(['planner'])
    expect((await give({ ...body, role_id: roles.all }, desk)).body.assigned).toEqual([])
    expect(await held(one.id)).toEqual([])
    const caller = await makeAdmin(app.db, ['RoleAssign Edit', 'Schedule List', 'Schedule Edit'])
    const token = await app.signIn(caller)
    expect((await preview(body, token)).body.users[0].problem).toBe(null)
    await app.db.deleteFrom('role_assignments').where('user_id', '=', caller.id).execute()
    expect((await give(body, token)).status).toBe(403)
    expect(await held(one.id)).toEqual([])
  })

  it('refuses too many, none, the same twice, and other callers', async () => {
    const one = await holding()
    const reader = await holderOf('RoleAssign List')
    for (const call of [preview, give]) {
      for (const user_ids of [[], [one.id, one.id], ['x'], Array.from({ length: 101 }, () => one.id)])
        expect((await call({ role_id: roles.desk, user_ids })).status).toBe(422)
      expect((await call({ role_id: roles.desk, user_ids: [one.id] }, reader)).status).toBe(403)
      expect((await call({ role_id: roles.desk, user_ids: [one.id] }, '')).status).toBe(401)
    }
  })
})
