import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Calls } from '#contract/calls.ts'
import { makeAdmin, makeContract, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import type { ReadFromReplica } from '../platform/database/read-replica.ts'
import { type TestApp, startTestApp } from '../testing/app.ts'

let app: TestApp
let replicaReads = 0

beforeAll(async () => {
  app = await startTestApp()
  // On one connection, as on a replica.
  const counted: ReadFromReplica = read => {
    replicaReads += 1
    return app.db.connection().execute(read)
  }
  Object.assign(app.platform, { readFromReplica: counted })
})
afterAll(() => app.close())

/** How often a call reads from the connection that may be a replica. */
async function readsReplica(name: keyof Calls, sending: Parameters<TestApp['request']>[1]) {
  replicaReads = 0
  const { status } = await app.request(name, sending)
  return { name, status, replicaReads }
}

test('reads the audit log, messages, feedback and acceptances from the replica, and nothing that a decision depends on', async () => {
  const { db } = app
  const token = await app.signIn(await makeAdmin(db))
  const { contract } = await makeContract(db)
  for (const name of ['GET /api/audit', 'GET /api/messages', 'GET /api/feedback'] as const)
    expect(await readsReplica(name, { token })).toEqual({ name, status: 200, replicaReads: 1 })
  for (const name of ['GET /api/legally-binding-contract/{id}/acceptances', 'GET /api/legally-binding-contract/{id}/missing'] as const)
    expect(await readsReplica(name, { token, params: { id: contract.id } })).toEqual({ name, status: 200, replicaReads: 1 })

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
  expect(await readsReplica('GET /api/search-schedule/{support_type_id}', { params: { support_type_id: supportType.id } })).toMatchObject({
    status: 200,
    replicaReads: 0,
  })
  expect(await readsReplica('POST /api/appointments', { token: client, body })).toMatchObject({ status: 201, replicaReads: 0 })
  expect(await readsReplica('GET /api/users', { token })).toMatchObject({ status: 200, replicaReads: 0 })
})
