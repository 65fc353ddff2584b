import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeUser } from '#database/factories.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/app.ts'

// Responses reveal nothing about the owner of a number, neither by content nor by timing.

let app: TestApp
const phones: Record<string, string> = { unknown: '+447906000001', impossible: 'none' }

beforeAll(async () => {
  app = await startTestApp()
  const password_hash = await hash('openhour-demo-2026')
  phones['a client'] = (await makeUser(app.db, { password_hash })).phone!
  phones['a person without a password'] = (await makeUser(app.db)).phone!
  phones['a deactivated person'] = (await makeUser(app.db, { password_hash, active: false })).phone!
  const admin = await makeAdmin(app.db)
  await app.db.updateTable('users').set({ password_hash }).where('id', '=', admin.id).execute()
  phones['an administrator'] = admin.phone!
})
afterAll(() => app.close())

const calls = {
  join: (phone: string) => app.request('POST /api/join', { body: { phone } }),
  login: (phone: string) => app.request('POST /api/login', { body: { phone, password: 'not the right one' } }),
  'a code too many': (phone: string) => app.request('POST /api/confirm', { body: { phone, code: '000000' } }),
}

/** The whole response except the request's id, the code shown by the demo, and the random ticket. */
function whatIsSaid({ status, body, headers }: TestAnswer) {
  const { demo_code: _, request_id: __, join_ticket: _____, ...said } = body
  const { 'x-request-id': ___, date: ____, ...named } = headers
  return { status, said, headers: named }
}

describe.each(Object.entries(calls))('%s', (name, call) => {
  it('sends identical responses, byte for byte', async () => {
    const numbers = Object.entries(phones).filter(([who]) => who !== 'impossible' || name === 'login')
    const answers = await Promise.all(numbers.map(async ([, phone]) => whatIsSaid(await call(phone))))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.status).toBe({ join: 200, login: 401 }[name] ?? 422)
  })

  it('takes the same time for known and unknown numbers', async () => {
    // Other load only slows calls down, so the fastest of enough calls shows the duration.
    const fastest = new Map<string, number>()
    const difference = () => Math.max(...fastest.values()) / Math.min(...fastest.values())
    for (let round = 0; round < 15 || (round < 60 && difference() >= 1.6); round += 1) {
      // Alternating, so that load affects all of them.
      for (const who of ['unknown', 'a client', 'an administrator', 'a deactivated person']) {
        const begun = performance.now()
        await call(phones[who]!)
        fastest.set(who, Math.min(fastest.get(who) ?? Infinity, performance.now() - begun))
      }
    }
    expect(difference()).toBeLessThan(1.6)
  })
})
