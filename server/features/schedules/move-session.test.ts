import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { makeAppointment, makeSchedule } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startOrganisation, type TestOrganisation } from '../../testing/organisation.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())
afterEach(() => o.clearWaitingList())

const change = (id: string, body: object) => o.app.request('PUT /api/schedules/{id}', { params: { id }, body, token: o.token })
const preview = async (id: string, body: object) =>
  (await o.app.request('POST /api/schedules/{id}/preview', { params: { id }, body, token: o.token })).body
const times = (date: string, starts: string, ends: string) => ({ starts_at: `${date}T${starts}`, ends_at: `${date}T${ends}` })
const namesOf = (clients: { name: string }[] = []) => clients.map(({ name }) => name)

/** A published morning, 09:00 to 11:00 in half hours, with a client in its first slot. */
async function morning() {
  const mentor = await o.newMentor()
  const { supportType, place } = o
  const at = { from: '2026-11-24T09:00', to: '2026-11-24T11:00' }
  const { schedule, slots } = await makeSchedule(o.app.db, { supportType, place, mentors: [mentor], ...at })
  const client = await o.client('Iris')
  const appointment = (await makeAppointment(o.app.db, slots[0]!.id, client.id)).id
  return { id: schedule.id, slots, mentor, client, appointment }
}
const startOf = async (appointment: string) =>
  (await o.app.db.selectFrom('appointments').select('starts_at').where('id', '=', appointment).executeTakeFirstOrThrow()).starts_at
const movesTold = async (userId: string) =>
  (await o.app.db.selectFrom('outbox').select('kind').where('user_id', '=', userId).where('kind', '=', 'appointment_moved').execute())
    .length

it('moves the clients of a session whom the preview listed, and tells each once', async () => {
  const { id, client, appointment } = await morning()
  const body = times('2026-11-25', '14:00', '16:00')
  const seen = await preview(id, body)
  expect([namesOf(seen.moving), seen.booked, seen.busy, seen.clashes]).toEqual([['Iris'], [], [], []])
  expect((await change(id, body)).problem.code).toBe('has_bookings')
  expect(await movesTold(client.id)).toBe(0)
  const { status, body: saved } = await change(id, { ...body, move_clients: [appointment], revision: 1 })
  expect([status, saved.seats.taken]).toEqual([200, 1])
  expect([await startOf(appointment), await movesTold(client.id)]).toEqual(['2026-11-25T14:00:00Z', 1])
})

it('never moves a client who booked after the preview', async () => {
  const { id, slots, appointment } = await morning()
  const late = await o.client('Late')
  await makeAppointment(o.app.db, slots[1]!.id, late.id)
  const before = await o.everything()
  const { problem } = await change(id, { ...times('2026-11-26', '14:00', '16:00'), move_clients: [appointment] })
  expect([problem.code, namesOf(problem.booked)]).toEqual(['has_bookings', ['Iris', 'Late']])
  expect(await o.everything()).toEqual(before)
})

it('never moves a client onto another appointment, a booked client out of a shorter session, or one onto a busy mentor', async () => {
  const { id, mentor, client, appointment } = await morning()
  const { supportType, place } = o
  const at = { supportType, place, from: '2026-11-24T14:00', to: '2026-11-24T15:00' }
  const other = await makeSchedule(o.app.db, { ...at, mentors: [await o.newMentor()] })
  await makeAppointment(o.app.db, other.slots[0]!.id, client.id)
  await makeSchedule(o.app.db, { ...at, from: '2026-11-25T14:00', to: '2026-11-25T15:00', mentors: [mentor] })
  const before = await o.everything()
  const named = { move_clients: [appointment] }
  const [busy, shorter, clash] = [
    times('2026-11-24', '14:00', '16:00'),
    times('2026-11-24', '09:30', '11:00'),
    times('2026-11-25', '14:00', '16:00'),
  ]
  expect((await change(id, { ...busy, ...named })).problem.code).toBe('client_busy')
  expect(namesOf((await preview(id, busy)).busy)).toEqual(['Iris'])
  expect((await change(id, { ...shorter, ...named })).problem.code).toBe('has_bookings')
  expect(namesOf((await preview(id, shorter)).booked)).toEqual(['Iris'])
  expect((await change(id, { ...clash, ...named })).problem.code).toBe('mentor_busy')
  expect(await o.everything()).toEqual(before)
})

it('never moves a session to a time of a mentor whose role has ended, but still makes it shorter', async () => {
  const { id, mentor, appointment } = await morning()
  await o.app.db.deleteFrom('role_assignments').where('user_id', '=', mentor.id).execute()
  const before = await o.everything()
  const moved = await change(id, { ...times('2026-11-27', '14:00', '16:00'), move_clients: [appointment] })
  expect([moved.status, Object.keys(moved.problem.errors ?? {})]).toEqual([422, ['mentor_ids']])
  expect(await o.everything()).toEqual(before)
  expect((await change(id, times('2026-11-24', '09:00', '10:00'))).status).toBe(200)
})

it('never lets two coordinators both move a session', async () => {
  const { id, client, appointment } = await morning()
  const move = (starts: string, ends: string) =>
    change(id, { ...times('2026-11-25', starts, ends), move_clients: [appointment], revision: 1 })
  const answers = await Promise.all([move('14:00', '16:00'), move('15:00', '17:00')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)!.problem.code).toBe('stale')
  expect(await movesTold(client.id)).toBe(1)
})

it('never moves half of a session when its connection is lost on the way', async () => {
  const { id, slots, client, appointment } = await morning()
  const before = await o.everything()
  const holder = await o.app.db.startTransaction().execute()
  await sql`SELECT 1 FROM slots WHERE id = ${slots[2]!.id} FOR UPDATE`.execute(holder)
  const asked = change(id, { ...times('2026-11-26', '14:00', '16:00'), move_clients: [appointment] })
  await waitForLocks(o.app.db)
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
    o.app.db,
  )
  const { status } = await asked
  await holder.rollback().execute()
  expect(status).toBeGreaterThanOrEqual(500)
  expect(await o.everything()).toEqual(before)
  expect((await change(id, { ...times('2026-11-26', '14:00', '16:00'), move_clients: [appointment] })).status).toBe(200)
  expect([await startOf(appointment), await movesTold(client.id)]).toEqual(['2026-11-26T14:00:00Z', 1])
})

it('never leaves the old time in calendar feeds and webhooks', async () => {
  const { id, client, appointment } = await morning()
  const hook = { address: 'https://hooks.example.org/moves', events: ['appointment.moved'] }
  const { body: added } = await o.app.request('POST /api/webhooks', { body: hook, token: o.token })
  const token = await o.app.signIn(client)
  const { address } = (await o.app.request('POST /api/my-calendars', { token, body: { kind: 'client' } })).body
  const feed = async () => {
    const secret = /calendars\/([\w-]+)\.ics$/.exec(address)?.[1] ?? ''
    return String((await o.app.request('GET /api/calendars/{token}.ics', { params: { token: secret } })).body)
  }
  expect(await feed()).toContain('20261124T09')
  expect((await change(id, { ...times('2026-11-26', '10:00', '12:00'), move_clients: [appointment] })).status).toBe(200)
  const after = await feed()
  expect(after).toContain('20261126T10')
  expect(after).not.toContain('20261124T09')
  const events = await o.app.db.selectFrom('webhook_events').select(['kind', 'data']).execute()
  expect(events.map(({ kind }) => kind)).toEqual(['appointment.moved'])
  expect(JSON.stringify(events)).toContain('2026-11-26T10:00:00Z')
  expect(added.webhook.id).toBeTruthy()
})
