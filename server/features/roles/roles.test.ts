import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abilityGroups } from '#contract/abilities.ts'
import { rolesHeader } from '#contract/granted.ts'
import { giveRole, makeAdmin, makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let everything: string
beforeAll(async () => {
  app = await startTestApp()
  everything = await app.signIn(await makeAdmin(app.db))
})
afterAll(() => app.close())

const unknownId = '019aa000-0000-7000-8000-000000000000'
const holderOf = async (...abilities: string[]) => app.signIn(await makeAdmin(app.db, abilities))
const audit = (id: string) =>
  app.db.selectFrom('audit').select(['action', 'before', 'after']).where('subject_id', '=', id).orderBy('id').execute()
const roleOf = (id: string) =>
  app.db.selectFrom('roles').select(['name', 'abilities', 'opens_admin', 'is_mentor', 'revision']).where('id', '=', id).executeTakeFirst()

let count = 0
const input = (change: Record<string, unknown> = {}) => ({ name: `Desk ${(count += 1)}`, abilities: ['Schedule List'], ...change })
const create = (body: unknown, token = everything) => app.request('POST /api/roles', { body, token })
const makeRole = async (change: Record<string, unknown> = {}) =>
  (await create(input(change))).body as { id: string; name: string; revision: number }

describe('GET /api/roles', () => {
  it('lists every role by name with how many active people hold it', async () => {
    const role = await makeRole({ name: 'aardvark', abilities: ['User List', 'Schedule List'], is_mentor: true })
    for (const active of [true, true, false]) {
      const user = await makeUser(app.db, { active })
      await app.db.insertInto('role_assignments').values({ user_id: user.id, role_id: role.id }).execute()
    }
    const { status, body } = await app.request('GET /api/roles', { token: await holderOf('Role List') })
    expect(status).toBe(200)
    expect(body.roles[0]).toEqual({
      id: role.id,
      name: 'aardvark',
      abilities: ['Schedule List', 'User List'],
      opens_admin: false,
      is_mentor: true,
      single_sign_on_only: false,
      revision: 1,
      holders: 2,
    })
  })

  it('is for those who may', async () => {
    expect((await app.request('GET /api/roles')).status).toBe(401)
    expect((await app.request('GET /api/roles', { token: await holderOf('Role Edit', 'Role Create') })).status).toBe(403)
  })
})

describe('GET /api/roles/create', () => {
  it('offers every ability by what it touches, to those who may', async () => {
    expect((await app.request('GET /api/roles/create', { token: await holderOf('Role Create') })).body).toEqual({
      abilities: abilityGroups,
    })
    expect((await app.request('GET /api/roles/create')).status).toBe(401)
    expect((await app.request('GET /api/roles/create', { token: await holderOf('Role List') })).status).toBe(403)
  })
})

describe('POST /api/roles', () => {
  it('makes a role, in the catalogue’s order, and records it', async () => {
    const { status, body } = await create(
      input({ name: ' Night desk ', abilities: ['User List', 'Schedule List', 'User List'], opens_admin: true }),
    )
    expect([status, body]).toEqual([
      201,
      {
        id: body.id,
        name: 'Night desk',
        abilities: ['Schedule List', 'User List'],
        opens_admin: true,
        is_mentor: false,
        single_sign_on_only: false,
        revision: 1,
      },
    ])
    expect(await audit(body.id)).toMatchObject([{ action: 'created', before: null, after: { name: 'Night desk' } }])
  })

  it('keeps * alone', async () => {
    expect((await create(input({ abilities: ['Schedule List', '*'] }))).body.abilities).toEqual(['*'])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['an empty name', { name: ' ' }, 'name'],
    ['a name too long', { name: 'x'.repeat(81) }, 'name'],
    ['an ability that does not exist', { abilities: ['Schedule Delete'] }, 'abilities.0'],
    ['an unknown field', { colour: 'red' }, 'colour'],
  ])('refuses %s', async (_, change, field) => {
    const { status, problem } = await create(input(change))
    expect([status, Object.keys(problem.errors!)]).toEqual([422, [field]])
  })

  it('is for those who may', async () => {
    expect((await app.request('POST /api/roles', { body: input() })).status).toBe(401)
    expect((await create(input(), await holderOf('Role Edit'))).status).toBe(403)
  })

  it('gives nothing that one does not hold', async () => {
    const token = await holderOf('Role Create', 'Schedule List')
    const { status, problem } = await create(input({ abilities: ['Schedule List', 'User List'] }), token)
    expect([status, problem.code]).toEqual([403, 'beyond_own'])
    expect(problem.message).toContain('User List, which you do not hold')
    expect((await create(input({ abilities: ['*'] }), token)).problem.code).toBe('beyond_own')
    expect((await create(input({ opens_admin: true, is_mentor: true }), token)).status).toBe(201)
    const outside = await makeUser(app.db)
    await giveRole(app.db, outside.id, { abilities: ['Role Create', 'Schedule List'] })
    expect((await create(input({ opens_admin: true }), await app.signIn(outside))).problem.code).toBe('beyond_own')
  })

  it('refuses a name that is taken', async () => {
    const { name } = await makeRole()
    const { status, problem } = await create(input({ name }))
    expect([status, problem.code]).toEqual([409, 'name_taken'])
  })
})

describe('GET /api/roles/{id}/edit', () => {
  const edit = (id: string, token = everything) => app.request('GET /api/roles/{id}/edit', { params: { id }, token })

  it('shows a role and who holds it', async () => {
    const role = await makeRole()
    const holder = await makeUser(app.db, { name: 'Holder' })
    await app.db.insertInto('role_assignments').values({ user_id: holder.id, role_id: role.id }).execute()
    const { status, body } = await edit(role.id, await holderOf('Role Edit'))
    expect([status, body]).toEqual([
      200,
      {
        abilities: abilityGroups,
        role,
        holders: [{ id: holder.id, name: 'Holder', phone: holder.phone, photo: null }],
        holders_total: 1,
      },
    ])
  })

  it('is for those who may, and knows no other ids', async () => {
    const { id } = await makeRole()
    expect((await app.request('GET /api/roles/{id}/edit', { params: { id } })).status).toBe(401)
    expect((await edit(id, await holderOf('Role List'))).status).toBe(403)
    expect((await edit(unknownId)).status).toBe(404)
    expect((await edit('here')).status).toBe(404)
  })
})

describe('PUT /api/roles/{id}', () => {
  const change = (id: string, body: unknown, token = everything) => app.request('PUT /api/roles/{id}', { params: { id }, body, token })

  it('changes what differs, and it holds from the next request on, which says that something changed', async () => {
    const role = await makeRole({ abilities: ['Role List'] })
    const holder = await makeUser(app.db)
    await app.db.insertInto('role_assignments').values({ user_id: holder.id, role_id: role.id }).execute()
    const token = await app.signIn(holder)
    const before = await app.request('GET /api/roles', { token })
    expect(before.status).toBe(200)
    const { status, body } = await change(role.id, { revision: 1, name: 'Renamed', abilities: ['User List'] })
    expect([status, body]).toMatchObject([200, { name: 'Renamed', abilities: ['User List'], revision: 2 }])
    const after = await app.request('GET /api/roles', { token })
    expect(after.status).toBe(403)
    expect(after.headers[rolesHeader]).not.toBe(before.headers[rolesHeader])
    expect((await app.request('GET /api/my-session', { token })).body.abilities).toEqual(['User List'])
    expect(await audit(role.id)).toMatchObject([
      { action: 'created' },
      { action: 'changed', before: { name: role.name, abilities: ['Role List'] }, after: { name: 'Renamed', abilities: ['User List'] } },
    ])
  })

  it('does nothing where nothing differs', async () => {
    const { id, name } = await makeRole()
    expect((await change(id, { name })).body.revision).toBe(1)
    expect(await audit(id)).toHaveLength(1)
  })

  it('refuses what is malformed, signed out, not allowed, not there', async () => {
    const { id } = await makeRole()
    expect((await change(id, { abilities: 'all' })).status).toBe(422)
    expect((await change(id, { holders: 1 })).status).toBe(422)
    expect((await app.request('PUT /api/roles/{id}', { params: { id }, body: {} })).status).toBe(401)
    expect((await change(id, {}, await holderOf('Role List', 'Role Create'))).status).toBe(403)
    expect((await change(unknownId, { colour: 1 })).status).toBe(404)
  })

  it('refuses a stale revision and a name that is taken', async () => {
    const [one, two] = [await makeRole(), await makeRole()]
    expect((await change(one.id, { revision: 2, name: 'Other' })).problem.code).toBe('stale')
    expect((await change(one.id, { name: two.name })).problem.code).toBe('name_taken')
    expect(await roleOf(one.id)).toMatchObject({ name: one.name, revision: 1 })
  })

  it('is limited to the caller’s own abilities, before and after the change', async () => {
    const token = await holderOf('Role Edit', 'Schedule List')
    const [mine, more] = [await makeRole(), await makeRole({ abilities: ['Schedule List', 'User List'] })]
    expect((await change(mine.id, { abilities: ['Schedule List', 'Role Edit'] }, token)).status).toBe(200)
    for (const [id, body] of [
      [mine.id, { abilities: ['User List'] }],
      [mine.id, { abilities: ['*'] }],
      [more.id, { abilities: ['Schedule List'] }],
      [more.id, { name: 'Mine now' }],
    ] as const) {
      const before = await roleOf(id)
      const { status, problem } = await change(id, body, token)
      expect([status, problem.code]).toEqual([403, 'beyond_own'])
      expect(await roleOf(id)).toEqual(before)
    }
  })
})

describe('a role that is given while it changes', () => {
  // Only production requires a second factor.
  let production: TestApp
  beforeAll(async () => {
    production = await startTestApp({ databaseOf: app, env: { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on' } })
  })
  afterAll(() => production.close())

  const hold = async () => {
    const holding = await app.db.startTransaction().execute()
    await sql`SELECT pg_advisory_xact_lock(hashtext('openhour.administrators'))`.execute(holding)
    return holding
  }

  it.each<[string, object]>([
    ['abilities', { abilities: ['User List'] }],
    ['a required identity provider', { single_sign_on_only: true }],
  ])('leaves no earlier session of its new holder with %s', async (_, change) => {
    const provider = { name: 'University', client_id: 'openhour', enabled: true, created_at: app.clock.now() }
    await app.db
      .insertInto('identity_providers')
      .values({ ...provider, issuer: `https://${crypto.randomUUID()}.example.org` })
      .execute()
    const role = await makeRole({ abilities: [] })
    const holder = await makeUser(app.db)
    const token = await app.signIn(holder)
    const holding = await hold()
    const giving = production.request('POST /api/role-assign', { token: everything, body: { user_id: holder.id, role_ids: [role.id] } })
    await waitForLocks(app.db)
    const changing = production.request('PUT /api/roles/{id}', { token: everything, params: { id: role.id }, body: change })
    await waitForLocks(app.db, 2)
    await holding.commit().execute()
    expect([(await giving).status, (await changing).status]).toEqual([201, 200])
    expect(await roleOf(role.id)).toMatchObject({ revision: 2 })
    expect((await production.request('GET /api/my-session', { token })).status).toBe(401)
  })
})

describe('DELETE /api/roles/{id}', () => {
  const remove = (id: string, token = everything) => app.request('DELETE /api/roles/{id}', { params: { id }, token })

  it('deletes a role without holders, and audits it', async () => {
    const role = await makeRole()
    expect((await remove(role.id)).status).toBe(200)
    expect(await roleOf(role.id)).toBeUndefined()
    expect(await audit(role.id)).toMatchObject([{ action: 'created' }, { action: 'deleted', before: { name: role.name } }])
    expect((await remove(role.id)).status).toBe(404)
  })

  it('refuses a role with holders, active or inactive', async () => {
    const { id } = await makeRole()
    const user = await makeUser(app.db, { active: false })
    await app.db.insertInto('role_assignments').values({ user_id: user.id, role_id: id }).execute()
    expect((await remove(id)).problem.code).toBe('role_in_use')
  })

  it('is for those who may, within what they hold', async () => {
    const { id } = await makeRole({ abilities: ['User List'] })
    expect((await app.request('DELETE /api/roles/{id}', { params: { id } })).status).toBe(401)
    expect((await remove(id, await holderOf('Role List'))).status).toBe(403)
    expect((await remove(id, await holderOf('Role Edit'))).problem.code).toBe('beyond_own')
    expect((await remove('here')).status).toBe(404)
  })
})

describe('the last holder of *', () => {
  // The rule concerns the whole database.
  let alone: TestApp
  const admins: { id: string }[] = []
  beforeAll(async () => {
    alone = await startTestApp()
    admins.push(await makeAdmin(alone.db))
  })
  afterAll(() => alone.close())

  const assignments = () => alone.db.selectFrom('role_assignments').selectAll().execute()
  const stepDown = async (who: { id: string }, by: { id: string }) =>
    alone.request('POST /api/role-assign-update', { body: { user_id: who.id, role_ids: [] }, token: await alone.signIn(by) })

  it.each([{ abilities: ['Role Edit' as const] }, { opens_admin: false }])('keeps it when the role is changed to %j', async body => {
    const [{ role_id } = { role_id: '' }] = await assignments()
    const { status, problem } = await alone.request('PUT /api/roles/{id}', {
      params: { id: role_id },
      body,
      token: await alone.signIn(admins[0]!),
    })
    expect([status, problem.code]).toEqual([409, 'last_administrator'])
    expect((await alone.db.selectFrom('roles').select('abilities').where('id', '=', role_id).executeTakeFirst())?.abilities).toEqual(['*'])
    expect(await alone.db.selectFrom('audit').selectAll().where('subject', '=', 'role').execute()).toEqual([])
  })

  it('keeps it when two demote each other, or both step back, at the same moment', async () => {
    admins.push(await makeAdmin(alone.db))
    const held = await assignments()
    for (const mutual of [true, false, true, false]) {
      const answers = await Promise.all([0, 1].map(me => stepDown(admins[mutual ? 1 - me : me]!, admins[me]!)))
      expect(answers.map(({ status, problem }) => [status, problem.code]).toSorted()).toEqual([
        [200, undefined],
        mutual ? [403, 'missing_ability'] : [409, 'last_administrator'],
      ])
      const [left, ...others] = await assignments()
      expect(others).toEqual([])
      await alone.db
        .insertInto('role_assignments')
        .values(held.filter(({ user_id }) => user_id !== left!.user_id).map(({ user_id, role_id }) => ({ user_id, role_id })))
        .execute()
    }
  })
})
