import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { makeAppointment, makeSchedule } from '#database/factories.ts'
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
