import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { calls as contract } from '#contract/calls.ts'
import { makeAdmin, makeUser } from '#database/factories.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/app.ts'
import { passwordComparisons } from '../people/hash-password.ts'

// Responses reveal nothing about the owner of a number or an e-mail address, and each takes the same
// work. How long
// that takes is measured by the drill `timing`.

/**
 * Codes are queued for gateways, as in production: a demo that shows them does less. No worker sends
 * them here.
 */
const gateways = {
  OPENHOUR_SMS_URL: 'http://127.0.0.1:9/send',
  OPENHOUR_SMS_SECRET: `whsec_${Buffer.alloc(32, 9).toString('base64')}`,
  OPENHOUR_SMTP_URL: 'smtp://127.0.0.1:9',
  OPENHOUR_MAIL_FROM: 'desk@example.org',
}

let app: TestApp
const phones: Record<string, string> = { unknown: '+447906000001', impossible: 'none' }
const emails: Record<string, string> = { unknown: 'unknown@example.org', impossible: 'none' }

beforeAll(async () => {
  app = await startTestApp({ env: gateways })
  const password_hash = await hash('openhour-demo-2026', { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  phones['a client'] = (await makeUser(app.db, { password_hash })).phone!
  phones['a person without a password'] = (await makeUser(app.db)).phone!
  phones['a deactivated person'] = (await makeUser(app.db, { password_hash, active: false })).phone!
  const admin = await makeAdmin(app.db)
  await app.db.updateTable('users').set({ password_hash }).where('id', '=', admin.id).execute()
  phones['an administrator'] = admin.phone!
  const confirmed = (fields: object = {}) => ({
    email: `known.${Math.random()}@example.org`,
    email_verified_at: app.clock.now(),
    ...fields,
  })
  emails['a client'] = (await makeUser(app.db, confirmed({ password_hash }))).email!
  emails['a person without a password'] = (await makeUser(app.db, confirmed())).email!
  emails['a contact address'] = (await makeUser(app.db, confirmed({ password_hash, email_verified_at: null }))).email!
  emails['a deactivated person'] = (await makeUser(app.db, confirmed({ password_hash, active: false }))).email!
  emails['an administrator'] = 'admin@example.org'
  // The address first: a change of it clears its proof.
  for (const part of [{ email: 'admin@example.org' }, { email_verified_at: app.clock.now() }])
    await app.db.updateTable('users').set(part).where('id', '=', admin.id).execute()
})
afterAll(() => app.close())

const calls = {
  join: (address: object) => app.request('POST /api/join', { body: address }),
  login: (address: object) => app.request('POST /api/login', { body: { ...address, password: 'not the right one' } }),
  'a code too many': (address: object) => app.request('POST /api/confirm', { body: { ...address, code: '000000' } }),
}
const ways = { phone: phones, email: emails }
const cases = Object.entries(calls).flatMap(([name, call]) =>
  Object.entries(ways).map(([way, people]) => [name, way, people, (who: string) => call({ [way]: people[who] })] as const),
)

/**
 * What a call makes the server do: its statements in their order, the costs of the passwords that it
 * compares, and the messages that it queues.
 */
async function workOf(call: () => Promise<unknown>) {
  const messages = () => app.db.selectFrom('outbox').select(['id', 'kind', 'via', 'state', 'why', 'user_id']).execute()
  const earlier = new Set((await messages()).map(({ id }) => id))
  const compared: unknown[] = []
  const compare = (cost: unknown) => void compared.push(cost)
  passwordComparisons.subscribe(compare)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await call()
  const statements = query.mock.calls.map(([asked]: unknown[]) => (typeof asked === 'string' ? asked : (asked as { text: string }).text))
  query.mockRestore()
  passwordComparisons.unsubscribe(compare)
  return {
    // The connection that hears of changes is tried, the organisation's texts are read, and new connections get their
    // settings from time to time, whatever is called.
    statements: statements.filter(text => text !== 'SELECT' && !/translatable_texts|set_config\('timezone'/.test(text)),
    compared,
    queued: (await messages()).filter(({ id }) => !earlier.has(id)).map(({ id: _, ...message }) => message),
  }
}

/** The whole response except the request's id, the code shown by the demo, and the random ticket. */
function pickComparable({ status, body, headers }: TestAnswer) {
  const { demo_code: _, request_id: __, join_ticket: _____, ...said } = body
  const { 'x-request-id': ___, date: ____, ...named } = headers
  return { status, said, headers: named }
}

describe.each(cases)('%s by %s', (name, _way, people, call) => {
  it('does the same work for the known and the unknown', async () => {
    const { impossible: _, unknown: __, ...known } = people
    const unknown = await workOf(() => call('unknown'))
    expect(unknown.statements.length).toBeGreaterThan(0)
    expect([unknown.compared.length, unknown.queued.length]).toEqual(name === 'login' ? [1, 0] : name === 'join' ? [0, 1] : [0, 0])
    for (const who of Object.keys(known)) expect([who, await workOf(() => call(who))]).toEqual([who, unknown])
  })

  it('sends identical responses, byte for byte', async () => {
    const asked = Object.keys(people).filter(who => who !== 'impossible' || name === 'login')
    const answers = await Promise.all(asked.map(async who => pickComparable(await call(who))))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.status).toBe({ join: 200, login: 401 }[name] ?? 422)
  })
})

it('names every public call that takes a number or an address; the others need a ticket or link first', () => {
  const takes = Object.entries<Call>(contract).filter(([, { access, body }]) => {
    const { properties = {} } = body ? z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) : {}
    return access === 'public' && ('phone' in properties || 'email' in properties)
  })
  expect(takes.map(([name]) => name)).toEqual([
    'POST /api/join',
    'POST /api/confirm',
    'POST /api/confirm/identity',
    'POST /api/register',
    'POST /api/login',
    'POST /api/setup',
    'POST /api/login/provider/register',
  ])
})
