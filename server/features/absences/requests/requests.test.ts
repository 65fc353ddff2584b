import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startOrganisation, type TestOrganisation } from '../../../testing/organisation.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())
afterEach(() => setApproval(false))

const setApproval = (time_off_approval: boolean) => o.app.db.updateTable('settings').set({ time_off_approval }).execute()
const span = { starts_at: '2026-12-01T09:00', ends_at: '2026-12-01T17:00' }
const request = (token: string, body: Record<string, unknown> = { ...span, reason: 'Dentist' }) =>
  o.app.request('POST /api/mentor-time-off-requests', { body, token })
const own = async (token: string) => (await o.app.request('GET /api/mentor-time-off-requests', { token })).body
const approve = (id: string, token = o.token) => o.app.request('POST /api/time-off-requests/{id}/approve', { params: { id }, token })
const decline = (id: string, reason: string, token = o.token) =>
  o.app.request('POST /api/time-off-requests/{id}/decline', { params: { id }, body: { reason }, token })
const withdraw = (id: string, token: string) => o.app.request('POST /api/mentor-time-off-requests/{id}/withdraw', { params: { id }, token })
async function mentorWithToken(name = 'Ana') {
  const mentor = await o.newMentor(name)
  return { mentor, token: await o.app.signIn(mentor) }
}
const offOf = (id: string) => o.app.db.selectFrom('time_off').select(['starts_at', 'reason']).where('mentor_id', '=', id).execute()
const messagesTo = async (id: string) =>
  (await o.app.db.selectFrom('outbox').select('kind').where('user_id', '=', id).execute()).map(({ kind }) => kind)

it('lets mentors enter time off themselves unless the organisation wants to approve it', async () => {
  const { token } = await mentorWithToken()
  expect((await own(token)).needed).toBe(false)
  expect((await o.app.request('POST /api/time-off', { body: span, token })).status).toBe(201)
  await setApproval(true)
  expect((await own(token)).needed).toBe(true)
  const { status, problem } = await o.app.request('POST /api/time-off', { body: { ...span, starts_at: '2026-12-01T08:00' }, token })
  expect([status, problem.code]).toEqual([403, 'missing_ability'])
  const { mentor } = await mentorWithToken()
  expect((await o.app.request('POST /api/time-off', { body: { ...span, mentor_id: mentor.id }, token: o.token })).status).toBe(201)
})

it('never blocks a time before a planner approves the request, and tells the mentor', async () => {
  const { mentor, token } = await mentorWithToken()
  const { status, body } = await request(token)
  expect([status, body.state, body.note]).toEqual([201, 'open', 'Dentist'])
  expect(await offOf(mentor.id)).toEqual([])
  const open = (await o.app.request('GET /api/time-off-requests', { token: o.token })).body.data
  expect(open).toMatchObject([{ id: body.id, mentor: { id: mentor.id } }])
  expect((await approve(body.id)).body).toMatchObject({ mentor: { id: mentor.id }, reason: 'Dentist' })
  expect(await offOf(mentor.id)).toEqual([{ starts_at: '2026-12-01T09:00:00Z', reason: 'Dentist' }])
  expect(await messagesTo(mentor.id)).toEqual(['hours_decided'])
  expect((await own(token)).data).toMatchObject([{ state: 'approved' }])
  expect((await approve(body.id)).problem.code).toBe('bad_transition')
})

it('declines with a reason that the mentor reads, and is withdrawn once', async () => {
  const { mentor, token } = await mentorWithToken()
  const { id } = (await request(token)).body
  expect((await decline(id, ' ')).status).toBe(422)
  expect((await decline(id, 'Everyone is away')).status).toBe(200)
  expect((await own(token)).data).toMatchObject([{ state: 'declined', reason: 'Everyone is away' }])
  expect(await offOf(mentor.id)).toEqual([])
  const { id: second } = (await request(token)).body
  expect((await withdraw(second, token)).status).toBe(200)
  expect((await withdraw(second, token)).problem.code).toBe('bad_transition')
  expect((await approve(second)).problem.code).toBe('bad_transition')
})

it('lets one of two planners decide', async () => {
  const { mentor, token } = await mentorWithToken()
  const { id } = (await request(token)).body
  const answers = await Promise.all([approve(id), approve(id), decline(id, 'No')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await offOf(mentor.id)).length).toBe(answers[2].status === 200 ? 0 : 1)
  expect(await messagesTo(mentor.id)).toHaveLength(1)
})

it('never approves the request of a mentor whose role has ended, nor shows or withdraws another mentor’s', async () => {
  const { mentor, token } = await mentorWithToken()
  const { id } = (await request(token)).body
  const other = await mentorWithToken('Ben')
  expect((await own(other.token)).data).toEqual([])
  expect((await withdraw(id, other.token)).status).toBe(404)
  await o.app.db.deleteFrom('role_assignments').where('user_id', '=', mentor.id).execute()
  expect((await request(token)).status).toBe(403)
  expect((await approve(id)).problem.code).toBe('bad_transition')
  const open = (await o.app.request('GET /api/time-off-requests', { token: o.token })).body.data
  expect(open.map((one: { id: string }) => one.id)).not.toContain(id)
})

it('refuses an end before the start, too many open requests, a planner without Schedule Edit, and a visitor', async () => {
  const { token } = await mentorWithToken()
  expect((await request(token, { starts_at: span.ends_at, ends_at: span.starts_at })).status).toBe(422)
  for (let count = 0; count < 20; count += 1) expect((await request(token)).status).toBe(201)
  const { problem } = await request(token)
  expect(problem.code).toBe('bad_transition')
  const planner = await o.holderOf('Schedule Create')
  const { id } = (await own(token)).data[0]
  expect((await approve(id, planner)).status).toBe(403)
  expect((await o.app.request('GET /api/time-off-requests')).status).toBe(401)
})
