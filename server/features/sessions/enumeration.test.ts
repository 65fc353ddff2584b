import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeUser } from '#database/factories.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/app.ts'

// Responses reveal nothing about the owner of a number or an e-mail address, neither by content nor by
// timing.

let app: TestApp
const phones: Record<string, string> = { unknown: '+447906000001', impossible: 'none' }
const emails: Record<string, string> = { unknown: 'unknown@example.org', impossible: 'none' }

beforeAll(async () => {
  app = await startTestApp()
  const password_hash = await hash('openhour-demo-2026')
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

/** The whole response except the request's id, the code shown by the demo, and the random ticket. */
function whatIsSaid({ status, body, headers }: TestAnswer) {
  const { demo_code: _, request_id: __, join_ticket: _____, ...said } = body
  const { 'x-request-id': ___, date: ____, ...named } = headers
  return { status, said, headers: named }
}

describe.each(cases)('%s by %s', (name, _way, people, call) => {
  it('sends identical responses, byte for byte', async () => {
    const asked = Object.keys(people).filter(who => who !== 'impossible' || name === 'login')
    const answers = await Promise.all(asked.map(async who => whatIsSaid(await call(who))))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.status).toBe({ join: 200, login: 401 }[name] ?? 422)
  })

  it('takes the same time for the known and the unknown', async () => {
    // Other load only makes a request slower. So the fastest of enough requests shows what it takes.
    const fastest = new Map<string, number>()
    const difference = () => Math.max(...fastest.values()) / Math.min(...fastest.values())
    for (let round = 0; round < 15 || (round < 60 && difference() >= 1.6); round += 1) {
      // Alternating, so that load affects all of them.
      for (const who of ['unknown', 'a client', 'an administrator', 'a deactivated person']) {
        const begun = performance.now()
        await call(who)
        fastest.set(who, Math.min(fastest.get(who) ?? Infinity, performance.now() - begun))
      }
    }
    expect(difference()).toBeLessThan(1.6)
  })
})
