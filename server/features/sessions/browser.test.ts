import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeUser } from '#database/factories.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/app.ts'
import { createSetupLink } from './setup/commands.ts'
import { textOf } from '../../testing/text-of.ts'

const password = 'openhour-demo-2026'
const browser = { 'sec-fetch-site': 'same-origin' }

let app: TestApp
let password_hash: string
let phone: string
beforeAll(async () => {
  app = await startTestApp()
  password_hash = await hash(password)
})
afterAll(() => app.close())
beforeEach(async () => {
  phone = (await makeUser(app.db, { password_hash })).phone!
})

const logIn = (headers: Record<string, string> = browser) => app.request('POST /api/login', { body: { phone, password }, headers })
const mySession = (token: string, cookie?: string) =>
  app.request('GET /api/my-session', { token, headers: { ...browser, ...(cookie !== undefined && { cookie }) } })
const cookiesOf = ({ headers }: TestAnswer) => [headers['set-cookie'] ?? []].flat() as string[]
/** As a browser returns it. */
const sentBack = (answer: TestAnswer) => cookiesOf(answer)[0]!.split(';')[0]!
const attributes = 'Path=/; HttpOnly; SameSite=Strict; Max-Age=34560000'

describe('a login from a browser', () => {
  it('comes with a cookie that no script reads, and works only together with it', async () => {
    const answer = await logIn()
    expect(Object.keys(answer.body).toSorted()).toEqual(['abilities', 'access', 'token', 'user'])
    const [cookie, ...others] = cookiesOf(answer)
    expect(cookie).toMatch(/^__Host-openhour=[\w-]{43}; /)
    expect(cookie).toContain(`; ${attributes}; Secure`)
    // The demo's second cookie, for browsers that keep no `Secure` cookie over plain http on this
    // machine.
    expect(others).toEqual([`${cookie!.slice('__Host-'.length).replace('; Secure', '')}`])
    expect(JSON.stringify(answer.body)).not.toContain(sentBack(answer).split('=')[1])

    const { token } = answer.body
    expect((await mySession(token, sentBack(answer))).status).toBe(200)
    expect((await mySession(token, `a=1; ${sentBack(answer)}; b=2`)).status).toBe(200)
    expect((await mySession(token, others[0]!.split(';')[0])).status).toBe(200)
  })

  it.each([
    ['no cookie', () => '', 'cookie_missing'],
    ['another cookie', () => 'session=1', 'cookie_missing'],
    ['a secret of the wrong form', () => '__Host-openhour=short', 'cookie_missing'],
    ['a made-up secret', () => `__Host-openhour=${'x'.repeat(43)}`, 'unauthenticated'],
    ['another login’s cookie', async () => sentBack(await logIn()), 'unauthenticated'],
    ['half of it made up', (own: string) => `${own.slice(0, -20)}${'x'.repeat(20)}`, 'unauthenticated'],
  ])('is unauthenticated with %s', async (_what, make, code) => {
    const answer = await logIn()
    const cookie = await make(sentBack(answer))
    for (const headers of [{ ...browser, cookie }, { cookie }, {}] as Record<string, string>[]) {
      const { status, problem } = await app.request('GET /api/my-session', { token: answer.body.token, headers })
      expect([status, problem.code]).toEqual([401, headers.cookie ? code : 'cookie_missing'])
    }
    // Public calls are answered as for visitors.
    expect((await app.request('GET /api/previous-history', { token: answer.body.token })).body.last_appointment).toBeNull()
    expect((await mySession(answer.body.token, sentBack(answer))).status).toBe(200)
  })

  it('says nothing by its cookie alone', async () => {
    const answer = await logIn()
    for (const name of ['POST /api/logout', 'GET /api/my-session', 'DELETE /api/my-profile/sessions'] as const)
      expect((await app.request(name, { headers: { ...browser, cookie: sentBack(answer) } })).problem.code).toBe('unauthenticated')
    expect((await mySession(answer.body.token, sentBack(answer))).status).toBe(200)
  })

  it('leaves its cookie to the next who logs in there, and the token before is worth nothing', async () => {
    const first = await logIn()
    const second = await logIn({ ...browser, cookie: sentBack(first) })
    expect(sentBack(second)).not.toBe(sentBack(first))
    expect((await mySession(second.body.token, sentBack(second))).status).toBe(200)
    expect((await mySession(first.body.token, sentBack(second))).status).toBe(401)
  })

  it('keeps its cookie with regular use, and loses it by logging out', async () => {
    const answer = await logIn()
    const again = await mySession(answer.body.token, sentBack(answer))
    expect(cookiesOf(again)).toEqual(cookiesOf(answer))
    const out = await app.request('POST /api/logout', { token: answer.body.token, headers: { ...browser, cookie: sentBack(answer) } })
    expect(out.status).toBe(200)
    expect(cookiesOf(out)).toEqual([
      '__Host-openhour=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure',
      'openhour=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    ])
    expect((await mySession(answer.body.token, sentBack(answer))).status).toBe(401)
  })

  it('keeps only a hash of the secret', async () => {
    const answer = await logIn()
    const secret = sentBack(answer).split('=')[1]!
    const rows = await app.db.selectFrom('sessions').selectAll().where('cookie_hash', 'is not', null).execute()
    expect(rows.every(({ cookie_hash }) => cookie_hash?.length === 32)).toBe(true)
    expect(textOf(rows)).not.toContain(secret)
  })

  it('is bound by a code, a registration and the first administrator’s link too', async () => {
    const codeOf = async (number: string) => (await app.request('POST /api/join', { body: { phone: number } })).body.demo_code
    const confirm = async (number: string) =>
      app.request('POST /api/confirm', { body: { phone: number, code: await codeOf(number) }, headers: browser })
    const known = await confirm(phone)
    const ticket = await confirm('+447905000001')
    expect(cookiesOf(ticket)).toEqual([])
    const body = { registration_ticket: ticket.body.registration_ticket, name: 'Ana' }
    const registered = await app.request('POST /api/register', { body, headers: browser })
    const fresh = await startTestApp({ env: { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on' } })
    const first = {
      setup_token: (await createSetupLink(fresh.db))?.token,
      name: 'Ada',
      phone: '+447905000002',
      password: 'seven purple kettles',
    }
    const setUp = await fresh.request('POST /api/setup', { body: first, headers: browser })
    // In production there is one cookie, only for https.
    expect(cookiesOf(setUp)).toEqual([expect.stringMatching(/^__Host-openhour=[\w-]{43}; .*; Secure$/)])
    expect((await fresh.request('GET /api/my-session', { token: setUp.body.token })).problem.code).toBe('cookie_missing')
    await fresh.close()
    for (const answer of [known, registered]) {
      expect((await mySession(answer.body.token)).problem.code).toBe('cookie_missing')
      expect((await mySession(answer.body.token, sentBack(answer))).status).toBe(200)
    }
  })

  it('gives no cookie where it fails', async () => {
    const wrong = await app.request('POST /api/login', { body: { phone, password: 'not the right one' }, headers: browser })
    expect([wrong.status, cookiesOf(wrong)]).toEqual([401, []])
  })
})

describe('a login from a program', () => {
  it('works by the header alone and gets no cookie', async () => {
    const answer = await logIn({})
    expect(cookiesOf(answer)).toEqual([])
    expect((await app.request('GET /api/my-session', { token: answer.body.token })).status).toBe(200)
    // Also in a browser with another login's cookie.
    expect((await mySession(answer.body.token, sentBack(await logIn()))).status).toBe(200)
    const out = await app.request('POST /api/logout', { token: answer.body.token })
    expect([out.status, cookiesOf(out)]).toEqual([200, []])
  })
})
