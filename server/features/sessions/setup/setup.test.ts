import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeMentor, makeUser } from '#database/factories.ts'
import { standardRoles } from '#domain/people/standard-roles.ts'
import { totpCode, timeStepAt } from '../second-step/check-totp.ts'
import { authenticatorPlace } from '../second-step/commands.ts'
import { readSecret } from '../../../testing/authenticator.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import * as setup from './commands.ts'

const createSetupLink = async (db: TestApp['db']) => (await setup.createSetupLink(db))?.token ?? null
const first = { name: 'Ada', phone: '+447700900001', password: 'seven purple kettles' }

let app: TestApp
const rolesThere = () => app.db.selectFrom('roles').select(['name', 'abilities', 'opens_admin', 'is_mentor']).orderBy('name').execute()
const settingsThere = () => app.db.selectFrom('settings').select(['locale', 'time_zone']).executeTakeFirstOrThrow()
const setUp = (body: object) => app.request('POST /api/setup', { body: { ...first, ...body } })

beforeEach(async () => (app = await startTestApp({ env: { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on' } })))
afterEach(() => app.close())

describe('POST /api/setup', () => {
  it('makes the first administrator with the link, once, and logs them in', async () => {
    const setup_token = await createSetupLink(app.db)
    expect(setup_token).toMatch(/^[\w-]{43}$/)
    const answer = await setUp({ setup_token })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      user: { name: 'Ada', phone: first.phone },
      access: { isAdmin: true, isMentor: false },
      abilities: ['*'],
    })
    expect((await app.request('GET /api/my-session', { token: answer.body.token })).body.abilities).toEqual(['*'])
    const { phone, password } = first
    // The next login needs an authenticator: without a gateway the link is the proof for setting it up.
    const login = (more: object) => app.request('POST /api/login', { body: { phone, password, ...more } })
    expect((await login({})).problem.code).toBe('no_gateway')
    expect((await login({ setup_token: 'made-up' })).problem.code).toBe('no_gateway')
    expect((await login({ setup_token, password: 'not the right one' })).problem.code).toBe('wrong_login')
    expect((await login({ setup_token })).problem).toMatchObject({ code: 'code_required', authenticator: { secret: expect.any(String) } })
    expect((await setUp({ setup_token })).problem).toMatchObject({ status: 409, code: 'setup_done' })
  })

  it('takes an e-mail address instead of the number, with which the administrator then logs in', async () => {
    const setup_token = (await createSetupLink(app.db))!
    const email = 'ada@example.org'
    const body = { setup_token, name: 'Ada', email: 'Ada@Example.org', password: first.password }
    expect((await app.request('POST /api/setup', { body: { ...body, phone: first.phone } })).status).toBe(422)
    const answer = await app.request('POST /api/setup', { body })
    expect(answer.body).toMatchObject({ user: { email, phone: null }, abilities: ['*'] })
    const login = await app.request('POST /api/login', { body: { email, password: first.password, setup_token } })
    expect(login.problem).toMatchObject({ code: 'code_required', authenticator: { secret: expect.any(String) } })
  })

  it('the link sets up an authenticator once: not after an administrator has one, and not for any other person', async () => {
    const { phone, password } = first
    const setup_token = (await createSetupLink(app.db))!
    expect((await setUp({ setup_token })).status).toBe(201)
    const { password_hash } = await app.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
    const mentor = await makeMentor(app.db, { password_hash })
    const login = (token: string, as = phone) => app.request('POST /api/login', { body: { phone: as, password, setup_token: token } })
    expect((await login(setup_token, mentor.phone!)).problem.code).toBe('no_gateway')

    // A restart before that prints another link, for logging in, and the earlier one stops working.
    const next = await setup.createSetupLink(app.db)
    expect(next?.makes).toBe('authenticator')
    expect((await login(setup_token)).problem.code).toBe('no_gateway')
    const { login_ticket, authenticator } = (await login(next!.token)).body
    const code = totpCode(readSecret(authenticator.secret), timeStepAt(app.clock.now()))
    expect((await app.request('POST /api/login/confirm', { body: { login_ticket, code } })).status).toBe(200)
    expect(await createSetupLink(app.db)).toBeNull()
    await app.db.deleteFrom('authenticators').execute()
    expect((await login(next!.token)).problem.code).toBe('no_gateway')
  })

  it('does not bring back the roles that an organisation removed or changed', async () => {
    await app.db.insertInto('roles').values({ name: 'Front desk', abilities: [], opens_admin: true }).execute()
    expect((await setUp({ setup_token: await createSetupLink(app.db) })).status).toBe(201)
    expect(await rolesThere()).toMatchObject([
      { name: 'Administrator', abilities: ['*'] },
      { name: 'Front desk', abilities: [] },
    ])
  })

  it('names the standard roles in the administrator’s language', async () => {
    const body = { ...first, setup_token: await createSetupLink(app.db) }
    const answer = await app.request('POST /api/setup', { body, headers: { 'accept-language': 'de' } })
    expect([answer.status, answer.body.user.locale]).toEqual([201, 'de'])
    expect((await rolesThere()).map(({ name }) => name)).toEqual(['Administration', 'Ansprechperson', 'Empfang', 'Koordination'])
  })

  it('gives a new organisation the administrator’s language and time zone', async () => {
    const body = { ...first, setup_token: await createSetupLink(app.db), time_zone: 'Europe/Berlin' }
    const answer = await app.request('POST /api/setup', { body, headers: { 'accept-language': 'de' } })
    expect(answer.body.user).toMatchObject({ locale: 'de', time_zone: 'Europe/Berlin' })
    expect(await settingsThere()).toEqual({ locale: 'de', time_zone: 'Europe/Berlin' })
  })

  it('is not ended by a time zone that only the browser knows', async () => {
    const before = await settingsThere()
    const answer = await setUp({ setup_token: await createSetupLink(app.db), time_zone: 'Mars/Base' })
    expect([answer.status, answer.body.user.time_zone]).toEqual([201, before.time_zone])
  })

  it('keeps the settings of an organisation that has roles, and gives the administrator its zone by default', async () => {
    await app.db.insertInto('roles').values({ name: 'Front desk', abilities: [], opens_admin: true }).execute()
    const before = await settingsThere()
    const body = { ...first, setup_token: await createSetupLink(app.db) }
    const answer = await app.request('POST /api/setup', { body, headers: { 'accept-language': 'de' } })
    expect(answer.body.user).toMatchObject({ locale: 'de', time_zone: before.time_zone })
    expect(await settingsThere()).toEqual(before)
  })

  it('has one winner among 15 at once', async () => {
    const setup_token = await createSetupLink(app.db)
    const answers = await Promise.all(Array.from({ length: 15 }, (_, index) => setUp({ setup_token, phone: `+4477009000${10 + index}` })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ problem }) => problem.code === 'setup_done')).toHaveLength(14)
    expect(await app.db.selectFrom('users').select('id').execute()).toHaveLength(1)
    expect(await rolesThere()).toEqual(Object.values(standardRoles).toSorted((a, b) => a.name.localeCompare(b.name)))
  })

  it('refuses another token, and an older link’s', async () => {
    expect((await setUp({ setup_token: 'made-up' })).problem).toMatchObject({ status: 404, code: 'not_found' })
    const older = await createSetupLink(app.db)
    const setup_token = await createSetupLink(app.db)
    expect((await setUp({ setup_token: older })).status).toBe(404)
    expect((await setUp({ setup_token })).status).toBe(201)
  })

  it('refuses what is malformed or weak, and the link stays good', async () => {
    const setup_token = await createSetupLink(app.db)
    for (const [body, field] of [
      [{ phone: '999' }, 'phone'],
      [{ password: 'passwordpassword' }, 'password'],
      [{ password: 'short' }, 'password'],
      [{ name: '' }, 'name'],
      [{ role: 'x' }, 'role'],
    ] as const) {
      const { status, problem } = await setUp({ setup_token, ...body })
      expect([status, Object.keys(problem.errors!)]).toEqual([422, [field]])
    }
    expect((await app.request('POST /api/setup', { body: {} })).status).toBe(422)
    expect((await setUp({ setup_token })).status).toBe(201)
  })

  it('refuses where an administrator exists, and a number that a person has', async () => {
    const setup_token = await createSetupLink(app.db)
    await makeUser(app.db, { phone: first.phone })
    expect((await setUp({ setup_token })).problem).toMatchObject({ status: 409, code: 'phone_taken' })
    await makeAdmin(app.db)
    expect((await setUp({ setup_token, phone: '+447700900002' })).problem.code).toBe('setup_done')
    expect((await setUp({ setup_token: 'made-up' })).problem.code).toBe('setup_done')
  })

  it('does not count holders of fewer abilities as administrators', async () => {
    const { id } = await makeAdmin(app.db, ['Settings Edit'])
    await app.db
      .insertInto('authenticators')
      .values({
        user_id: id,
        secret: app.platform.secrets.seal(authenticatorPlace(id), randomBytes(20)),
        last_step: 0,
        created_at: app.clock.now(),
      })
      .execute()
    expect((await setup.createSetupLink(app.db))?.makes).toBe('administrator')
  })
})
