import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Calls } from '#contract/calls.ts'
import { makeAdmin, makeContract, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import type { LookBack } from '../platform/read-copy.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'

let app: TestApp
let looked = 0

beforeAll(async () => {
  app = await startTestApp()
  const { lookBack } = app.platform
  const counted: LookBack = read => {
    looked += 1
    return lookBack(read)
  }
  Object.assign(app.platform, { lookBack: counted })
})
afterAll(() => app.close())

/** How often a call asks for what may be a copy. */
async function looksBack(name: keyof Calls, sending: Parameters<TestApp['request']>[1]) {
  looked = 0
  const { status } = await app.request(name, sending)
  return { name, status, looked }
}

test('lists that look back may be read from a copy; what is decided upon, and whatever decides, never is', async () => {
  const { db } = app
  const token = await app.signIn(await makeAdmin(db))
  const { contract } = await makeContract(db)
  for (const name of ['GET /api/audit', 'GET /api/messages', 'GET /api/feedback'] as const)
    expect(await looksBack(name, { token })).toEqual({ name, status: 200, looked: 1 })
  for (const name of ['GET /api/legally-binding-contract/{id}/acceptances', 'GET /api/legally-binding-contract/{id}/missing'] as const)
    expect(await looksBack(name, { token, params: { id: contract.id } })).toEqual({ name, status: 200, looked: 1 })

  const supportType = await makeSupportType(db)
  const place = await makePlace(db)
  const mentor = await makeMentor(db)
  const { schedule, slots } = await makeSchedule(db, {
    supportType,
    place,
    mentors: [mentor],
    from: '2026-12-01T09:00',
    to: '2026-12-01T10:00',
  })
  const client = await app.signIn(await makeUser(db))
  const body = { schedule_id: schedule.id, mentor_id: mentor.id, starts_at: slots[0]!.starts_at }
  expect(await looksBack('GET /api/search-schedule/{support_type_id}', { params: { support_type_id: supportType.id } })).toMatchObject({
    status: 200,
    looked: 0,
  })
  expect(await looksBack('POST /api/appointments', { token: client, body })).toMatchObject({ status: 201, looked: 0 })
  expect(await looksBack('GET /api/users', { token })).toMatchObject({ status: 200, looked: 0 })
})
