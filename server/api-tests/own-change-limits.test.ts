import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Calls } from '#contract/calls.ts'
import { makeAdmin, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'

// Each change stays as a row, and many send messages or tell other systems.

const maxPerDay = 60
const maxMentorChangesPerDay = 600

let app: TestApp
let body: { schedule_id: string; starts_at: string }
let supportType: Awaited<ReturnType<typeof makeSupportType>>
beforeAll(async () => {
  app = await startTestApp({ env: { OPENHOUR_RATE_LIMIT: 'on' } })
  supportType = await makeSupportType(app.db)
  const [place, mentor] = [await makePlace(app.db), await makeMentor(app.db)]
  const session = { supportType, place, mentors: [mentor], from: '2026-12-01T09:00', to: '2026-12-01T12:00' }
  const { schedule, slots } = await makeSchedule(app.db, session)
  body = { schedule_id: schedule.id, starts_at: new Date(slots[0]!.starts_at).toISOString() }
})
afterAll(() => app.close())

const book = async (token: string) => {
  const { status, body: booked } = await app.request('POST /api/appointments', { token, body })
  expect(status).toBe(201)
  return booked.id
}
const cancel = async (token: string, id: string) =>
  (await app.request('POST /api/appointments/{id}/cancel', { token, params: { id }, body: {} })).status

test('a client cannot book and cancel any number of times a day', async () => {
  const token = await app.signIn(await makeUser(app.db))
  for (let count = 0; count < maxPerDay; count += 1) expect(await cancel(token, await book(token))).toBe(200)
  const last = await book(token)
  expect(await cancel(token, last)).toBe(429)
  app.clock.advance(24 * 60 * 60_000)
  expect(await cancel(await app.signIn(await makeUser(app.db)), last)).toBe(404)
  expect(await cancel(token, last)).toBe(200)
})

/** Whether the call is answered so many times a day, from any address, and then refused. */
const ends = async (token: string, call: keyof Calls, max: number) => {
  const [method, path] = call.split(' ') as ['POST', string]
  const statuses = new Set<number>()
  const send = async (index: number) => {
    const url = path.replace('{id}', supportType.id)
    const remoteAddress = `10.0.${index >> 8}.${index & 255}`
    return (await app.http.inject({ method, url, remoteAddress, headers: { authorization: `Bearer ${token}` }, payload: {} })).statusCode
  }
  for (let count = 0; count < max; count += 1) statuses.add(await send(count))
  return !statuses.has(429) && (await send(max)) === 429
}

const own: (keyof Calls)[] = [
  'POST /api/appointments/{id}/move',
  'POST /api/waiting-list',
  'PUT /api/my-profile',
  'POST /api/my-profile/photo',
  'POST /api/my-profile/tokens',
  'POST /api/my-calendars',
  'POST /api/my-profile/passkeys',
  'PUT /api/my-profile/passkeys/{id}',
  'POST /api/my-profile/recovery-codes',
  'POST /api/my-profile/provider-accounts',
]
test.each(own)('a client cannot call %s any number of times a day, from many addresses', async call => {
  expect(await ends(await app.signIn(await makeUser(app.db)), call, maxPerDay)).toBe(true)
})

test.each([
  ['POST /api/mentor-proposals', maxPerDay],
  ['POST /api/mentor-time-off-requests', maxPerDay],
  ['POST /api/time-off', maxMentorChangesPerDay],
  ['POST /api/busy-calendars', maxMentorChangesPerDay],
] as const)('a mentor cannot call %s any number of times a day', async (call, max) => {
  expect(await ends(await app.signIn(await makeMentor(app.db)), call, max)).toBe(true)
})

test('no administrator creates and stops a place’s calendar address any number of times a day', async () => {
  const token = await app.signIn(await makeAdmin(app.db))
  const params = { id: (await makePlace(app.db)).id }
  const create = () => app.request('POST /api/places/{id}/calendars', { token, params, body: {} })
  for (let count = 0; count < maxPerDay; count += 1) {
    const { status, body: made } = await create()
    expect(status).toBe(201)
    await app.request('DELETE /api/place-calendars/{id}', { token, params: { id: made.feed.id } })
  }
  expect((await create()).status).toBe(429)
})
