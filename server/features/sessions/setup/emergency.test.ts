import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveRole, makeUser } from '#database/factories.ts'
import { connectClient } from '#database/connect/client.ts'
import { endEverySession } from '#database/restored.ts'
import { mintScope } from '../../../platform/scope.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { createSetupLink } from './commands.ts'
import { createEmergencyLink } from './emergency-commands.ts'
import { endSetupLinks } from './link-commands.ts'

const password = 'nine green bottles on a wall'
let app: TestApp
let password_hash: string
beforeAll(async () => {
  app = await startTestApp()
  password_hash = await hash(password)
})
afterAll(() => app.close())

const scope = () => mintScope({ person: null, now: app.clock.now(), ip: null, userAgent: '', browser: false })
const link = (address: string) => createEmergencyLink(app.db, scope(), address)
const enter = (token: string, given = password) => app.request('POST /api/login/emergency', { body: { token, password: given } })

async function administrator(fields: object = {}) {
  const user = await makeUser(app.db, { password_hash, ...fields })
  await giveRole(app.db, user.id, { abilities: ['*'], opens_admin: true, single_sign_on_only: true })
  return user
}

describe('the emergency link', () => {
  it('lets an administrator in whose role demands a provider, with their password, once', async () => {
    const { id, phone } = await administrator()
    expect((await app.request('POST /api/login', { body: { phone, password } })).problem.code).toBe('single_sign_on_only')
    const token = (await link(phone ?? '')) ?? ''
    expect((await enter(token, 'not the right one at all')).problem.code).toBe('wrong_login')
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const audit = await app.db.selectFrom('audit').select('action').where('person_id', '=', id).orderBy('id').execute()
    expect(audit.map(({ action }) => action)).toEqual(['emergency_link', 'emergency_used'])
  })

  it('lets them choose a password if they have none', async () => {
    const { email } = await administrator({ password_hash: null, email: 'Head@example.org' })
    const token = (await link(email?.toLowerCase() ?? '')) ?? ''
    expect((await enter(token, 'short')).problem.errors).toHaveProperty('password')
    expect((await enter(token)).status).toBe(200)
  })

  it('ends after half an hour, with a newer one, and when the person is no administrator any more', async () => {
    const { id, phone } = await administrator()
    const first = (await link(phone ?? '')) ?? ''
    const second = (await link(phone ?? '')) ?? ''
    expect((await enter(first)).status).toBe(404)
    app.clock.advance(30 * 60_000 + 1)
    expect((await enter(second)).status).toBe(404)
    const third = (await link(phone ?? '')) ?? ''
    await giveRole(app.db, (await administrator()).id, { abilities: ['*'] })
    await app.db.deleteFrom('role_assignments').where('user_id', '=', id).execute()
    expect((await enter(third)).status).toBe(404)
  })

  it('ends with a restore, and not when a colleague sets up an authenticator', async () => {
    const token = (await link((await administrator()).phone ?? '')) ?? ''
    const other = (await link((await administrator()).phone ?? '')) ?? ''
    await endSetupLinks(app.db, scope(), (await administrator()).id)
    expect((await enter(token)).status).toBe(200)
    const client = await connectClient(app.url, { settings: null })
    await endEverySession(client).finally(() => client.end())
    expect((await enter(other)).status).toBe(404)
  })

  it('is made for administrators only, and creates none', async () => {
    const { phone } = await makeUser(app.db, { password_hash })
    expect(await link(phone ?? '')).toBeNull()
    expect(await link('+44 7700 900999')).toBeNull()
    const admin = await administrator()
    const token = (await link(admin.phone ?? '')) ?? ''
    const made = await app.request('POST /api/setup', { body: { setup_token: token, name: 'Eve', phone: '+447700900998', password } })
    expect(made.problem.code).toBe('setup_done')
    // A start of the server, which makes its own link, leaves it.
    await createSetupLink(app.db)
    expect((await enter(token)).status).toBe(200)
  })
})
