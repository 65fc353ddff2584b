import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeAdmin, makeUser } from '#database/factories.ts'
import { openSystemClock } from '../../platform/clock.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { applyClockChanges, clockJob } from './clock-job.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let app: TestApp
let phone: string
let serial = 0
beforeAll(async () => (app = await startTestApp()))
afterAll(() => app.close())
beforeEach(() => (phone = `+44791${String(1_000_000 + (serial += 1))}`))

/** Sets the clock back and runs the job. */
async function putBack(ms: number) {
  const start = app.clock.now().getTime()
  let wall = start
  const clock = openSystemClock(
    () => wall,
    () => 0,
  )
  wall -= ms
  expect(clock.now().getTime()).toBe(start)
  await clockJob(clock).run({ ...app.platform, clock }, new AbortController().signal)
  expect(clock.now().getTime()).toBe(start - ms)
  app.clock.advance(-ms)
}

const codeFor = async (): Promise<string> => (await app.request('POST /api/join', { body: { phone } })).body.demo_code
const confirm = async (code: string) => app.request('POST /api/confirm', { body: { phone, code } })
const isIn = async (token: string) => (await app.request('GET /api/my-profile', { token })).status === 200

test.each([
  [59, 200],
  [61, 422],
])('a code that had a minute left has one when the clock is put back: after %i s %i', async (seconds, status) => {
  const code = await codeFor()
  app.clock.advance(4 * minute)
  await putBack(3 * hour)
  app.clock.advance(seconds * 1000)
  expect((await confirm(code)).status).toBe(status)
})

test('a registration ticket ends when it would have', async () => {
  const { registration_ticket } = (await confirm(await codeFor())).body
  app.clock.advance(14 * minute)
  await putBack(day)
  app.clock.advance(minute)
  const answer = await app.request('POST /api/register', { body: { registration_ticket, name: 'Ana' } })
  expect([answer.status, answer.problem.code]).toEqual([422, 'ticket_expired'])
})

test('keeps the remaining lifetime of sessions: staff after an hour idle, programs at their fixed end', async () => {
  const admin = await makeAdmin(app.db)
  const [early, late] = [await app.signIn(admin), await app.signIn(admin)]
  const program = await app.signIn(await makeUser(app.db))
  const ends = new Date(app.clock.now().getTime() + 2 * hour)
  await app.db
    .updateTable('sessions')
    .set({ program: 'Script', expires_at: ends })
    .where('id', '=', ((await app.platform.gate(program, null, app.clock.now())) as { sessionId: string }).sessionId)
    .execute()
  app.clock.advance(59 * minute)
  await putBack(30 * minute)
  expect(await isIn(early)).toBe(true)
  app.clock.advance(2 * minute)
  expect([await isIn(early), await isIn(late)]).toEqual([true, false])
  app.clock.advance(58 * minute)
  expect(await isIn(program)).toBe(true)
  app.clock.advance(2 * minute)
  expect(await isIn(program)).toBe(false)
})

test('a server that starts with an earlier clock sees to it too', async () => {
  const code = await codeFor()
  app.clock.advance(-2 * hour)
  await applyClockChanges(app.platform)
  app.clock.advance(5 * minute)
  expect((await confirm(code)).status).toBe(422)
})
