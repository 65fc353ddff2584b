import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'

// Each booking stays as a row, sends messages and tells other systems.

const maxPerDay = 60

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

test('a client cannot move an appointment, or join and leave the waiting list, any number of times a day', async () => {
  const token = await app.signIn(await makeUser(app.db))
  const move = async () => (await app.request('POST /api/appointments/{id}/move', { token, params: { id: supportType.id }, body })).status
  const wait = async () => (await app.request('POST /api/waiting-list', { token, body: {} as never })).status
  const times = async (one: () => Promise<number>) => {
    const answered: number[] = []
    for (let count = 0; count <= maxPerDay; count += 1) answered.push(await one())
    return [answered.slice(0, -1).every(status => status !== 429), answered.at(-1)]
  }
  expect([await times(move), await times(wait)]).toEqual([
    [true, 429],
    [true, 429],
  ])
})
