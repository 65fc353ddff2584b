import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveRole, makeAdmin, makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import type { TestApp } from '../../testing/app.ts'
import type { TestIdentityProvider } from '../../../e2e/support/identity-provider.ts'
import { enableProvider, giveAccount, openBrowser, startProviderSite, type ProviderSite } from '../../testing/provider-sign-in.ts'
import { lockRoleAssignments } from '../people/commands.ts'

let site: ProviderSite
let app: TestApp
let idp: TestIdentityProvider
let root: string
let count = 0
beforeAll(async () => {
  site = await startProviderSite()
  ;({ app, idp, root } = site)
})
afterAll(() => site.close())
beforeEach(() => site.setClocks())

const makeRole = (abilities: string[], rest: object = {}) =>
  app.db
    .insertInto('roles')
    .values({ name: `Post ${(count += 1)}`, abilities, ...rest })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()

/** A person at the provider with groups, linked to a person here. */
async function linked(provider_id: string, groups: unknown) {
  const sub = `member-${(count += 1)}`
  idp.add({ sub, name: 'Ada', groups })
  const user = await makeUser(app.db)
  await giveAccount({ app, id: provider_id }, sub, user.id)
  return { sub, user, become: (next: unknown) => idp.add({ sub, name: 'Ada', groups: next }) }
}
const rolesOf = async (userId: string) =>
  (
    await app.db
      .selectFrom('role_assignments as a')
      .innerJoin('roles as r', 'r.id', 'a.role_id')
      .select('r.name')
      .where('a.user_id', '=', userId)
      .orderBy('r.name')
      .execute()
  ).map(({ name }) => name)
const enter = (id: string, sub: string) => openBrowser(app, idp).signIn(id, sub)

describe('roles from claims', () => {
  it('gives them at a sign-in, takes them at the next one, and leaves those given by hand', async () => {
    const [desk, books] = [await makeRole(['Appointment List']), await makeRole(['Report View'])]
    const mapping = [
      { claim: 'groups', value: 'desk', role_id: desk.id },
      { claim: 'groups', value: 'books', role_id: books.id },
    ]
    const id = await enableProvider(app, idp, root, { mapping })
    const { sub, user, become } = await linked(id, ['desk', 'choir'])
    const byHand = await giveRole(app.db, user.id, { abilities: ['User List'] })
    expect((await enter(id, sub)).body.login.abilities).toEqual(['Appointment List', 'User List'])
    become(['books'])
    expect((await enter(id, sub)).body.login.abilities).toEqual(['Report View', 'User List'])
    become(undefined)
    await enter(id, sub)
    expect(await rolesOf(user.id)).toEqual([byHand.name])
    const audit = await app.db
      .selectFrom('audit')
      .select(['reason', 'after'])
      .where('person_id', '=', user.id)
      .where('action', '=', 'roles')
      .execute()
    expect(audit).toHaveLength(3)
  })

  it('does not take a role that was given by hand when the provider stops giving it', async () => {
    const role = await makeRole(['Report View'])
    const id = await enableProvider(app, idp, root, { mapping: [{ claim: 'groups', value: 'a', role_id: role.id }] })
    const { sub, user, become } = await linked(id, 'a')
    await app.db.insertInto('role_assignments').values({ user_id: user.id, role_id: role.id }).execute()
    await enter(id, sub)
    become([])
    await enter(id, sub)
    expect(await rolesOf(user.id)).toEqual([role.name])
  })

  it('takes no role from a person whose groups are kept elsewhere, because they are too many', async () => {
    const role = await makeRole(['Report View'])
    const id = await enableProvider(app, idp, root, { mapping: [{ claim: 'groups', value: 'a', role_id: role.id }] })
    const { sub, user, become } = await linked(id, ['a'])
    await enter(id, sub)
    const source = { _claim_sources: { src1: { endpoint: 'https://graph.example/groups' } } }
    idp.add({ sub, name: 'Ada', _claim_names: { groups: 'src1' }, ...source })
    expect((await enter(id, sub)).status).toBe(200)
    expect(await rolesOf(user.id)).toEqual([role.name])
    idp.add({ sub, name: 'Ada', _claim_names: { other: 'src1' }, ...source })
    await enter(id, sub)
    expect(await rolesOf(user.id)).toEqual([])
    become(['a'])
    expect((await enter(id, sub)).body.login.abilities).toEqual(['Report View'])
  })

  it('gives nothing for a value that is only part of the text, or of another type', async () => {
    const role = await makeRole(['Report View'])
    const id = await enableProvider(app, idp, root, { mapping: [{ claim: 'groups', value: 'admin', role_id: role.id }] })
    for (const groups of ['not-admin', 'admin,desk', { admin: true }, [['x', 'admin2']], ['ADMIN'], true]) {
      const { sub, user } = await linked(id, groups)
      await enter(id, sub)
      expect(await rolesOf(user.id)).toEqual([])
    }
  })

  it('keeps the last administrator', async () => {
    const role = await makeRole(['*'], { opens_admin: true })
    const id = await enableProvider(app, idp, root, { mapping: [{ claim: 'groups', value: 'root', role_id: role.id }] })
    const { sub, user, become } = await linked(id, ['root'])
    await enter(id, sub)
    const others = await app.db
      .selectFrom('role_assignments as a')
      .innerJoin('roles as r', 'r.id', 'a.role_id')
      .select(['a.user_id', 'a.role_id'])
      .where('a.user_id', '<>', user.id)
      .where(sql<boolean>`'*' = ANY (r.abilities)`)
      .execute()
    for (const { user_id, role_id } of others)
      await app.db.deleteFrom('role_assignments').where('user_id', '=', user_id).where('role_id', '=', role_id).execute()
    become([])
    expect((await enter(id, sub)).status).toBe(200)
    expect(await rolesOf(user.id)).toEqual([role.name])
    await app.db.insertInto('role_assignments').values(others).execute()
  })
})

it('never takes both roles that open everything from the last administrator', async () => {
  const [all, area] = [await makeRole(['*']), await makeRole([], { opens_admin: true })]
  const mapping = [all, area].map(role => ({ claim: 'groups', value: 'root', role_id: role.id }))
  const id = await enableProvider(app, idp, root, { mapping })
  const { sub, user, become } = await linked(id, ['root'])
  await enter(id, sub)
  const others = await app.db.deleteFrom('role_assignments').where('user_id', '<>', user.id).returningAll().execute()
  become([])
  expect((await enter(id, sub)).status).toBe(200)
  expect(await rolesOf(user.id)).toEqual([all.name, area.name])
  await app.db.insertInto('role_assignments').values(others).execute()
})

describe('a changed mapping', () => {
  it('gives no role of before to a person who came with it and registers, or links a record by a code', async () => {
    const [before, after] = [await makeRole(['Report View']), await makeRole(['User List'])]
    const rule = { claim: 'groups', value: 'a', role_id: before.id }
    const id = await enableProvider(app, idp, root, { mapping: [rule], email_proof: 'email_verified' })
    const sub = `newcomer-${(count += 1)}`
    const email = `${sub}@uni.example`
    const known = await makeUser(app.db, { email, email_verified_at: app.clock.now() })
    idp.add({ sub, name: 'Ada', groups: ['a'], email, email_verified: true })
    idp.add({ sub: `${sub}-2`, name: 'Grace', groups: ['a'] })
    const [linking, registering] = [openBrowser(app, idp), openBrowser(app, idp)]
    const tickets = [
      (await linking.signIn(id, sub)).body.arrival.provider_ticket,
      (await registering.signIn(id, `${sub}-2`)).body.arrival.provider_ticket,
    ]
    const asked = await linking.request('POST /api/login/provider/code', { body: { provider_ticket: tickets[0], by: 'email' } })
    const { demo_code: code, join_ticket } = asked.body
    // The role is still mapped, but to others.
    const mapping = [
      { ...rule, value: 'b' },
      { ...rule, role_id: after.id },
    ]
    const changed = await app.request('PUT /api/providers/{id}', { token: root, params: { id }, body: { mapping } })
    expect(changed.status).toBe(200)
    const link = { provider_ticket: tickets[0], by: 'email', code, join_ticket }
    const register = { provider_ticket: tickets[1], name: 'Grace', accepted_version_ids: [] }
    const answers = [
      await linking.request('POST /api/login/provider/link', { body: link }),
      await registering.request('POST /api/login/provider/register', { body: register }),
    ]
    expect(answers.map(({ problem }) => problem.code)).toEqual(['ticket_expired', 'ticket_expired'])
    expect(await rolesOf(known.id)).toEqual([])
    const again = (await registering.signIn(id, `${sub}-2`)).body.arrival
    const { body } = await registering.request('POST /api/login/provider/register', {
      body: { ...register, provider_ticket: again.provider_ticket },
    })
    expect(body.abilities).toEqual(['User List'])
  })

  it('waits for a registration with a ticket, and keeps tickets where the mapping stays', async () => {
    const role = await makeRole(['Report View'])
    const id = await enableProvider(app, idp, root, { mapping: [{ claim: 'groups', value: 'a', role_id: role.id }] })
    const sub = `newcomer-${(count += 1)}`
    idp.add({ sub, name: 'Ada', groups: ['a'] })
    const own = openBrowser(app, idp)
    const { provider_ticket } = (await own.signIn(id, sub)).body.arrival
    const change = (body: object) => app.request('PUT /api/providers/{id}', { token: root, params: { id }, body })
    expect((await change({ colour: '#123456' })).status).toBe(200)
    const holding = await app.db.startTransaction().execute()
    await sql`LOCK TABLE role_assignments IN SHARE MODE`.execute(holding)
    const body = { provider_ticket, name: 'Ada', accepted_version_ids: [] }
    const registering = own.request('POST /api/login/provider/register', { body })
    await waitForLocks(app.db)
    const changing = change({ mapping: [] })
    await waitForLocks(app.db, 2)
    await holding.commit().execute()
    expect([(await registering).status, (await changing).status]).toEqual([201, 200])
  })
})

describe('removing a provider at the same moment', () => {
  /** What happens after the removal has begun, and what it is answered with. */
  const others = {
    'a registration': [422, 'ticket_expired'],
    'a login': [403, 'provider_refused'],
    'the begin of a login': [404, 'not_found'],
    'a change of the mapping': [404, 'not_found'],
  } as const

  it.each(Object.entries(others) as [keyof typeof others, readonly [number, string]][])(
    'fails neither itself nor %s',
    async (name, expected) => {
      const role = await makeRole(['Report View'])
      const id = await enableProvider(app, idp, root, { mapping: [{ claim: 'groups', value: 'a', role_id: role.id }] })
      const { sub } = await linked(id, ['a'])
      const newcomer = `newcomer-${(count += 1)}`
      idp.add({ sub: newcomer, name: 'Ada', groups: ['a'] })
      const own = openBrowser(app, idp)
      const { provider_ticket } = (await own.signIn(id, newcomer)).body.arrival
      const known = openBrowser(app, idp)
      const back = await known.comeBack(id, sub)
      const begin = {
        'a registration': () =>
          own.request('POST /api/login/provider/register', { body: { provider_ticket, name: 'Ada', accepted_version_ids: [] } }),
        'a login': () => known.confirm(back),
        'the begin of a login': () => known.start(id),
        'a change of the mapping': () => app.request('PUT /api/providers/{id}', { token: root, params: { id }, body: { mapping: [] } }),
      }[name]
      const holding = await app.db.startTransaction().execute()
      await lockRoleAssignments(holding)
      const removing = app.request('DELETE /api/providers/{id}', { token: root, params: { id } })
      await waitForLocks(app.db)
      const other = begin()
      await waitForLocks(app.db, 2)
      await holding.commit().execute()
      const { status, problem } = await other
      expect([(await removing).status, status, problem.code]).toEqual([200, ...expected])
    },
  )
})

describe('the author of a mapping', () => {
  const author = async (abilities: string[]) => {
    const user = await makeAdmin(app.db, ['Settings Edit', 'RoleAssign Edit', ...abilities])
    return { user, token: await app.signIn(user) }
  }

  it('cannot map to a role beyond their own abilities, nor change a mapping that has one', async () => {
    const { token } = await author([])
    const [beyond, all] = [await makeRole(['Report View']), await makeRole(['*'])]
    for (const role of [beyond, all]) {
      const mapping = [{ claim: 'groups', value: 'a', role_id: role.id }]
      const body = { name: `Mine ${(count += 1)}`, issuer: idp.issuer, client_id: 'x', mapping }
      const made = await app.request('POST /api/providers', { token, body })
      expect([made.status, made.problem.code]).toEqual([403, 'beyond_own'])
    }
    const id = await enableProvider(app, idp, root, { mapping: [{ claim: 'groups', value: 'a', role_id: beyond.id }] })
    const change = (mapping: object[]) => app.request('PUT /api/providers/{id}', { token, params: { id }, body: { mapping } })
    expect((await change([])).problem.code).toBe('beyond_own')
    expect((await change([{ claim: 'groups', value: 'anything', role_id: beyond.id }])).problem.code).toBe('beyond_own')
    const remove = await app.request('DELETE /api/providers/{id}', { token, params: { id } })
    expect(remove.status).toBe(200)
  })

  it('cannot remove a provider that gave roles beyond their own', async () => {
    const { token } = await author([])
    const role = await makeRole(['Report View'])
    const id = await enableProvider(app, idp, root, { mapping: [{ claim: 'groups', value: 'a', role_id: role.id }] })
    const { sub, user } = await linked(id, ['a'])
    await enter(id, sub)
    expect((await app.request('DELETE /api/providers/{id}', { token, params: { id } })).problem.code).toBe('beyond_own')
    expect((await app.request('DELETE /api/providers/{id}', { token: root, params: { id } })).status).toBe(200)
    expect(await rolesOf(user.id)).toEqual([])
  })

  it('leaves no calendar address to which a removed provider’s role gave the right', async () => {
    const role = await makeRole([], { is_mentor: true })
    const id = await enableProvider(app, idp, root, { mapping: [{ claim: 'groups', value: 'a', role_id: role.id }] })
    const { sub, user } = await linked(id, ['a'])
    await enter(id, sub)
    const feed = { user_id: user.id, kind: 'mentor' as const, token_hash: Buffer.alloc(32, 1), created_at: app.clock.now() }
    await app.db.insertInto('calendar_feeds').values(feed).execute()
    expect((await app.request('DELETE /api/providers/{id}', { token: root, params: { id } })).status).toBe(200)
    const { revoked_at } = await app.db
      .selectFrom('calendar_feeds')
      .select('revoked_at')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(revoked_at).not.toBeNull()
  })

  it('gives nothing any more once they have lost the ability, are deactivated, or a role has grown beyond them', async () => {
    const role = await makeRole(['Report View'])
    const { user: writer, token } = await author(['Report View'])
    const id = await enableProvider(app, idp, token, { mapping: [{ claim: 'groups', value: 'a', role_id: role.id }] })
    const { sub, user } = await linked(id, ['a'])
    const gives = async () => {
      expect((await enter(id, sub)).status).toBe(200)
      return rolesOf(user.id)
    }
    expect(await gives()).toEqual([role.name])
    await app.db
      .updateTable('roles')
      .set({ abilities: ['Report View', 'User Erase'] })
      .where('id', '=', role.id)
      .execute()
    expect(await gives()).toEqual([])
    await app.db
      .updateTable('roles')
      .set({ abilities: ['Report View'] })
      .where('id', '=', role.id)
      .execute()
    expect(await gives()).toEqual([role.name])
    await app.db.updateTable('users').set({ active: false }).where('id', '=', writer.id).execute()
    expect(await gives()).toEqual([])
    await app.db.updateTable('users').set({ active: true }).where('id', '=', writer.id).execute()
    expect(await gives()).toEqual([role.name])
    await app.db.deleteFrom('role_assignments').where('user_id', '=', writer.id).execute()
    expect(await gives()).toEqual([])
  })

  it('cannot take over accounts: the issuer of a provider never changes', async () => {
    const id = await enableProvider(app, idp, root)
    const body = { issuer: 'https://evil.example' }
    expect((await app.request('PUT /api/providers/{id}', { token: root, params: { id }, body })).status).toBe(422)
  })
})

describe('the preview', () => {
  it('shows claims and roles to the administrator who asked, opens no session, and allows switching on', async () => {
    const role = await makeRole(['Report View'])
    const mapping = [{ claim: 'groups', value: 'a', role_id: role.id }]
    const body = { name: `Council ${(count += 1)}`, issuer: idp.issuer, ...idp.client, mapping }
    const { id } = (await app.request('POST /api/providers', { token: root, body })).body
    const on = () => app.request('PUT /api/providers/{id}', { token: root, params: { id }, body: { enabled: true } })
    expect((await on()).problem.code).toBe('preview_required')
    const { sub } = await linked(id, ['a', 'b'])
    const own = openBrowser(app, idp)
    const begin = async () => (await own.request('POST /api/providers/{id}/preview', { token: root, params: { id } })).body.address
    const other = await app.signIn(await makeAdmin(app.db))
    expect((await own.confirm(await own.visit(await begin(), sub), other)).problem.code).toBe('unauthenticated')
    const { body: answer } = await own.confirm(await own.visit(await begin(), sub), root)
    expect(answer.login).toBeUndefined()
    expect(answer.preview).toMatchObject({ subject: sub, name: 'Ada', roles: [{ name: role.name, given: true }] })
    expect(answer.preview.claims).toContainEqual({ name: 'groups', value: '["a","b"]' })
    expect((await on()).body.enabled).toBe(true)
    const changed = { client_secret: 'another', enabled: false }
    await app.request('PUT /api/providers/{id}', { token: root, params: { id }, body: changed })
    expect((await on()).problem.code).toBe('preview_required')
  })

  it('does not call roles none that are unknown, because the provider only names their claim', async () => {
    const role = await makeRole(['Report View'])
    const body = { name: `Council ${(count += 1)}`, issuer: idp.issuer, ...idp.client }
    const mapping = [{ claim: 'groups', value: 'a', role_id: role.id }]
    const { id } = (await app.request('POST /api/providers', { token: root, body: { ...body, mapping } })).body
    const sub = `many-groups-${(count += 1)}`
    idp.add({ sub, name: 'Ada', _claim_names: { groups: 'src1' } })
    const own = openBrowser(app, idp)
    const { address } = (await own.request('POST /api/providers/{id}/preview', { token: root, params: { id } })).body
    expect((await own.confirm(await own.visit(address, sub), root)).body.preview).toMatchObject({ subject: sub, roles: null })
  })

  it('tests the connection, and says what is wrong', async () => {
    const test = async (issuer: string) => {
      const body = { name: `Test ${(count += 1)}`, issuer, client_id: 'x' }
      const { id } = (await app.request('POST /api/providers', { token: root, body })).body
      return (await app.request('POST /api/providers/{id}/test', { token: root, params: { id } })).body
    }
    expect(await test(idp.issuer)).toEqual({ problem: null, keys: 1, ends_sessions: true, back_channel: true })
    expect(await test(`${idp.issuer}/nothing`)).toMatchObject({ keys: 0, problem: expect.stringMatching(/./) })
  })

  it('refuses issuers that the server must not ask', async () => {
    for (const issuer of [
      'http://169.254.169.254',
      'https://10.0.0.1',
      'ftp://example.org',
      'javascript:alert(1)',
      'https://user:secret@example.org',
    ])
      expect((await app.request('POST /api/providers', { token: root, body: { name: 'X', issuer, client_id: 'x' } })).status).toBe(422)
  })

  it('never shows the client secret', async () => {
    const id = await enableProvider(app, idp, root)
    const { body } = await app.request('GET /api/providers', { token: root })
    expect(JSON.stringify(body)).not.toContain(idp.client.client_secret)
    expect(body.data.find((one: { id: string }) => one.id === id).has_secret).toBe(true)
  })
})
