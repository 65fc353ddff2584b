import { randomBytes } from 'node:crypto'
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

/** Sets the clock back and runs the job. Returns a function that runs it once more. */
async function putBack(ms: number): Promise<() => Promise<unknown>> {
  const start = app.clock.now().getTime()
  let wall = start
  const clock = openSystemClock(
    () => wall,
    () => 0,
  )
  wall -= ms
  expect(clock.now().getTime()).toBe(start)
  const job = clockJob(clock)
  const run = async () => job.run({ ...app.platform, clock }, new AbortController().signal)
  await run()
  expect(clock.now().getTime()).toBe(start - ms)
  app.clock.advance(-ms)
  return run
}

/** What `write` does happens with the time before the clock went back, after the expiries were shifted. */
async function putBackDuring<T>(ms: number, write: () => Promise<T>): Promise<T> {
  const run = await putBack(ms)
  app.clock.advance(ms)
  const written = await write()
  app.clock.advance(-ms)
  await run()
  return written
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

test('a code written while the clock goes back counts no longer than its term', async () => {
  const code = await putBackDuring(day, codeFor)
  app.clock.advance(5 * minute + 1000)
  expect((await confirm(code)).status).toBe(422)
})

test('a registration ticket written while the clock goes back counts no longer than its term', async () => {
  const { registration_ticket } = (await putBackDuring(day, async () => confirm(await codeFor()))).body
  app.clock.advance(15 * minute + 1000)
  const answer = await app.request('POST /api/register', { body: { registration_ticket, name: 'Ana' } })
  expect(answer.problem.code).toBe('ticket_expired')
})

test('a session used while the clock goes back ends after an hour idle', async () => {
  const token = await app.signIn(await makeAdmin(app.db))
  const { sessionId } = (await app.platform.gate(token, null, app.clock.now())) as { sessionId: string }
  // The request found the session before its times were shifted.
  const recordUse = () => app.db.updateTable('sessions').set({ last_used_at: app.clock.now() }).where('id', '=', sessionId).execute()
  await putBackDuring(day, recordUse)
  expect(await isIn(token)).toBe(true)
  app.clock.advance(hour + 1000)
  expect(await isIn(token)).toBe(false)
})

test.each(['invitations', 'setup_links'] as const)('a link of %s keeps its remaining lifetime', async table => {
  const [admin, person] = [await makeAdmin(app.db), await makeUser(app.db)]
  const now = app.clock.now()
  const link = { token_hash: randomBytes(32), created_at: now, expires_at: new Date(now.getTime() + hour) }
  if (table === 'setup_links')
    await app.db
      .insertInto(table)
      .values({ ...link, user_id: admin.id })
      .execute()
  else
    await app.db
      .insertInto(table)
      .values({ ...link, user_id: person.id, invited_by: admin.id, channel: 'print' })
      .execute()
  await putBack(day)
  const { expires_at } = await app.db
    .selectFrom(table)
    .select('expires_at')
    .where('token_hash', '=', link.token_hash)
    .executeTakeFirstOrThrow()
  expect(Date.parse(expires_at!) - app.clock.now().getTime()).toBe(hour)
})

test('a server that starts with an earlier clock sees to it too', async () => {
  const code = await codeFor()
  app.clock.advance(-2 * hour)
  await applyClockChanges(app.platform)
  app.clock.advance(5 * minute)
  expect((await confirm(code)).status).toBe(422)
})
