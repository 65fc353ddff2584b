import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, expect, describe, it } from 'vitest'
import { giveRole, makeAdmin, makeMentor, makeUser } from '#database/factories.ts'
import { sendDueBatch } from '../messages/send-batch.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let clerk: string
let client: Awaited<ReturnType<typeof makeUser>>
let serial = 0
let number: string
beforeAll(async () => {
  app = await startTestApp()
  const user = await makeUser(app.db)
  await giveRole(app.db, user.id, { abilities: ['User Edit'] })
  clerk = await app.signIn(user)
})
afterAll(() => app.close())
beforeEach(async () => {
  client = await makeUser(app.db, { email: 'client@example.org' })
  number = `+44796${String(1_000_000 + (serial += 1))}`
})

const edit = (id: string, phone: string | null, token = clerk) =>
  app.request('PUT /api/users/{id}', { params: { id }, body: { phone }, token })
const ask = (id: string, phone = number, token = clerk) =>
  app.request('POST /api/users/{id}/phone', { params: { id }, body: { phone }, token })
const confirm = (id: string, code: string, phone = number, token = clerk) =>
  app.request('POST /api/users/{id}/phone/confirm', { params: { id }, body: { phone, code }, token })
const join = async (phone: string) => {
  const { body } = await app.request('POST /api/join', { body: { phone } })
  return app.request('POST /api/confirm', { body: { phone, code: body.demo_code } })
}
const rowOf = (id: string) => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a confirmed number', () => {
  it.each([
    ['another number', () => number],
    ['no number', () => null],
  ])('cannot be replaced by %s that staff type, and the typed number opens nothing', async (_what, typed) => {
    const answer = await edit(client.id, typed())
    expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([422, ['phone']])
    expect((await rowOf(client.id)).phone).toBe(client.phone)
    expect((await join(number)).body).toHaveProperty('registration_ticket')
  })

  it('is replaced by a code from the new one: all sessions end, and both numbers are recorded', async () => {
    const session = await app.signIn(client)
    const asked = await ask(client.id)
    expect(asked.status).toBe(200)
    expect((await confirm(client.id, asked.body.demo_code === '000000' ? '000001' : '000000')).problem.code).toBe('wrong_code')
    expect((await rowOf(client.id)).phone).toBe(client.phone)
    const { status, body } = await confirm(client.id, asked.body.demo_code)
    expect([status, body.phone]).toEqual([200, number])
    expect(body.phone_verified_at).not.toBeNull()
    expect((await app.request('GET /api/my-session', { token: session })).status).toBe(401)
    const audit = await app.db.selectFrom('audit').select(['action', 'before', 'after']).where('person_id', '=', client.id).execute()
    expect(audit).toEqual([{ action: 'changed', before: { phone: client.phone }, after: { fields: ['phone'], phone: number } }])
    expect((await join(number)).body.user.id).toBe(client.id)
  })

  it('is not replaced without a notice to the number before and to the e-mail address, switched off or not', async () => {
    const { body } = await ask(client.id)
    await confirm(client.id, body.demo_code)
    const rows = await app.db
      .selectFrom('outbox')
      .select(['kind', 'detail'])
      .where('user_id', '=', client.id)
      .where('kind', '<>', 'code')
      .execute()
    expect(rows).toEqual([{ kind: 'phone_changed', detail: { phone: client.phone, email: client.email } }])
    const admin = await app.signIn(await makeAdmin(app.db))
    const off = await app.request('PUT /api/settings', { body: { messages_off: ['phone_changed'] }, token: admin })
    expect(off.status).toBe(422)
    while ((await sendDueBatch(app.platform, { mailer: null, sms: null, origin: null, pausedUntil: new Map() })).count > 0);
    const told = await app.db
      .selectFrom('outbox')
      .select(['channel', 'recipient'])
      .where('user_id', '=', client.id)
      .where('kind', '=', 'phone_changed')
      .orderBy('channel')
      .execute()
    expect(told).toEqual([
      { channel: 'email', recipient: client.email },
      { channel: 'sms', recipient: client.phone },
    ])
  })

  it('is not replaced by a code for another purpose, or for another person', async () => {
    const other = await makeUser(app.db)
    const { body } = await ask(other.id)
    expect((await confirm(client.id, body.demo_code)).problem.code).toBe('wrong_code')
    const joining = await app.request('POST /api/join', { body: { phone: number } })
    expect((await confirm(client.id, joining.body.demo_code)).problem.code).toBe('wrong_code')
  })

  it('is not given to two people', async () => {
    const other = await makeUser(app.db)
    const { body } = await ask(client.id, other.phone!)
    expect((await confirm(client.id, body.demo_code, other.phone!)).problem.code).toBe('phone_taken')
  })
})

describe('User Edit alone does not take over the account of', () => {
  const unproved = { phone_verified_at: null }
  it.each([
    ['a mentor', async () => makeMentor(app.db, unproved)],
    [
      'a holder of the same ability',
      async () => {
        const user = await makeUser(app.db, unproved)
        await giveRole(app.db, user.id, { abilities: ['User Edit'] })
        return user
      },
    ],
  ])('%s, confirmed or not', async (_who, make) => {
    const person = await make()
    for (const answer of [await edit(person.id, number), await ask(person.id)]) expect(answer.status).toBe(403)
    expect((await rowOf(person.id)).phone).toBe(person.phone)
  })

  it('a mentor: RoleAssign Edit is needed, and enough', async () => {
    const mentor = await makeMentor(app.db)
    const assigner = await app.signIn(await makeAdmin(app.db, ['User Edit', 'RoleAssign Edit']))
    const { body } = await ask(mentor.id, number, assigner)
    expect((await confirm(mentor.id, body.demo_code, number)).problem.code).toBe('outranked')
    expect((await confirm(mentor.id, body.demo_code, number, assigner)).status).toBe(200)
  })
})

describe('a number that only staff entered', () => {
  it('can be corrected, and opens the record once its owner confirms a code', async () => {
    const made = await makeUser(app.db, { phone_verified_at: null })
    expect((await edit(made.id, number)).status).toBe(200)
    expect((await rowOf(made.id)).phone_verified_at).toBeNull()
    expect((await join(number)).body.user.id).toBe(made.id)
    expect((await rowOf(made.id)).phone_verified_at).not.toBeNull()
    expect((await edit(made.id, '07700900998')).status).toBe(422)
  })

  it('does not log in with a password', async () => {
    const password = 'seven purple kettles'
    const made = await makeUser(app.db, { phone_verified_at: null, password_hash: await hash(password) })
    const logIn = () => app.request('POST /api/login', { body: { phone: made.phone, password } })
    expect((await logIn()).problem.code).toBe('wrong_login')
    await join(made.phone!)
    expect((await logIn()).status).toBe(200)
  })
})

describe('the page of a person', () => {
  const read = async (id: string) => (await app.request('GET /api/users/{id}/edit', { params: { id }, token: reader })).body
  let reader: string
  beforeAll(async () => (reader = await app.signIn(await makeAdmin(app.db))))

  it('says whether a number needs a code and an invitation is possible, by passkey and provider, too', async () => {
    const unconfirmed = { email: 'only@example.org', phone_verified_at: null }
    const [none, byPassword, byPasskey, byProvider] = [
      await makeUser(app.db, unconfirmed),
      await makeUser(app.db, { ...unconfirmed, password_hash: await hash('seven purple kettles') }),
      await makeUser(app.db, unconfirmed),
      await makeUser(app.db, unconfirmed),
    ]
    await app.db
      .insertInto('passkeys')
      .values({
        user_id: byPasskey.id,
        credential_id: Buffer.from('credential'),
        public_key: Buffer.from('key'),
        counter: 0,
        synced: false,
        name: 'A passkey',
        created_at: app.clock.now(),
      })
      .execute()
    const at = app.clock.now().toISOString()
    const provider = { name: 'University', issuer: 'https://login.example.org', client_id: 'openhour', created_at: at, enabled: true }
    const { id: provider_id } = await app.db.insertInto('identity_providers').values(provider).returning('id').executeTakeFirstOrThrow()
    await app.db
      .insertInto('provider_accounts')
      .values({ provider_id, subject: 'someone', user_id: byProvider.id, linked_at: at, last_seen_at: at })
      .execute()
    expect(await read(none.id)).toMatchObject({ signs_in: false, has_account: false })
    for (const { id } of [byPasskey, byProvider]) {
      expect((await edit(id, number, reader)).problem.errors).toHaveProperty('phone')
      expect(await read(id)).toMatchObject({ signs_in: true, has_account: true })
    }
    // No one who signs in by a provider alone is said to have no way to sign in.
    expect((await read(byProvider.id)).sign_in.providers).toEqual(['University'])
    // A password alone opens nothing; it needs a number.
    expect(await read(byPassword.id)).toMatchObject({ signs_in: false, has_account: true })
    expect((await edit(byPassword.id, number, reader)).status).toBe(200)
    await app.db.updateTable('identity_providers').set({ enabled: false }).execute()
    expect(await read(byProvider.id)).toMatchObject({ signs_in: false, has_account: true })
  })
})
