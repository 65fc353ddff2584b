import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveRole, makeAdmin, makeMentor, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let clerk: string
let client: Awaited<ReturnType<typeof makeUser>>
let serial = 0
beforeAll(async () => {
  app = await startTestApp()
  const user = await makeUser(app.db)
  await giveRole(app.db, user.id, { abilities: ['User Edit'] })
  clerk = await app.signIn(user)
})
afterAll(() => app.close())
beforeEach(async () => {
  client = await makeUser(app.db, { phone: null, email: `client.${(serial += 1)}@example.org`, email_verified_at: app.clock.now() })
})

const edit = (id: string, body: object, token = clerk) => app.request('PUT /api/users/{id}', { params: { id }, body, token })
const joinBy = async (address: { phone: string } | { email: string }) => {
  const { body } = await app.request('POST /api/join', { body: address })
  return app.request('POST /api/confirm', { body: { ...address, code: body.demo_code } })
}
const rowOf = (id: string) => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('User Edit alone does not take over the account of a person with a confirmed e-mail address', () => {
  it.each([
    ['another address', 'clerk@example.org'],
    ['no address', null],
  ])('by %s', async (_what, email) => {
    const answer = await edit(client.id, { email })
    expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([422, ['email']])
    expect(await rowOf(client.id)).toMatchObject({ email: client.email, email_verified_at: expect.any(String) })
  })

  it('by a number without a code', async () => {
    const phone = `+44797${1_000_000 + serial}`
    expect((await edit(client.id, { phone })).problem.errors).toHaveProperty('phone')
    expect((await joinBy({ phone })).body).toHaveProperty('registration_ticket')
  })

  it('and with a code sent to the number, not without ending all sessions and telling the address', async () => {
    const session = await app.signIn(client)
    const phone = `+44797${2_000_000 + serial}`
    const target = { params: { id: client.id }, token: clerk }
    const { body } = await app.request('POST /api/users/{id}/phone', { ...target, body: { phone } })
    expect((await app.request('POST /api/users/{id}/phone/confirm', { ...target, body: { phone, code: body.demo_code } })).status).toBe(200)
    expect((await app.request('GET /api/my-session', { token: session })).status).toBe(401)
    const told = await app.db
      .selectFrom('outbox')
      .select('detail')
      .where('user_id', '=', client.id)
      .where('kind', '=', 'phone_changed')
      .execute()
    expect(told).toEqual([{ detail: { phone: null, email: client.email } }])
  })

  it('of a mentor, whose contact address needs RoleAssign Edit: a code for it could open the record', async () => {
    const mentor = await makeMentor(app.db, { phone: null, email: null })
    const email = `mentor.${serial}@example.org`
    expect((await edit(mentor.id, { email })).status).toBe(403)
    const assigner = await app.signIn(await makeAdmin(app.db, ['User Edit', 'RoleAssign Edit']))
    expect((await edit(mentor.id, { email }, assigner)).status).toBe(200)
  })
})

it('an address that only staff entered can be corrected, and the one before opens nothing', async () => {
  const [wrong, right] = [`wrong.${serial}@example.org`, `right.${serial}@example.org`]
  const made = await makeUser(app.db, { phone: null, email: wrong })
  expect((await edit(made.id, { email: right })).status).toBe(200)
  expect((await joinBy({ email: wrong })).body).toHaveProperty('registration_ticket')
  expect((await joinBy({ email: right })).body.user.id).toBe(made.id)
})

it('reactivating a person whose address another person has confirmed meanwhile is refused', async () => {
  await app.db.updateTable('users').set({ active: false }).where('id', '=', client.id).execute()
  await makeUser(app.db, { email: client.email, email_verified_at: app.clock.now() })
  const answer = await app.request('POST /api/users/{id}/reactivate', { params: { id: client.id }, token: clerk })
  expect(answer.problem).toMatchObject({ status: 409, code: 'email_taken' })
})

describe('merging', () => {
  const merge = async (staysId: string, goesId: string) => {
    const token = await app.signIn(await makeAdmin(app.db))
    return app.request('POST /api/users/{id}/merge', { params: { id: staysId }, body: { other_id: goesId, take: ['email'] }, token })
  }

  it('does not pass the proof of an address on: it opens neither record', async () => {
    const stays = await makeUser(app.db, { email: null })
    expect((await merge(stays.id, client.id)).status).toBe(200)
    expect(await rowOf(stays.id)).toMatchObject({ email: client.email, email_verified_at: null })
    expect((await joinBy({ email: client.email! })).problem.code).toBe('record_merged')
  })

  it('does not replace a confirmed address, whatever was chosen', async () => {
    const goes = await makeUser(app.db, { phone: null, email: 'other@example.org' })
    expect((await merge(client.id, goes.id)).status).toBe(200)
    expect(await rowOf(client.id)).toMatchObject({ email: client.email, email_verified_at: expect.any(String) })
  })
})
