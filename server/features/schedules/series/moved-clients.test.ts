import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAppointment, makePlace } from '#database/factories.ts'
import { startOrganisation, type TestOrganisation } from '../../../testing/organisation.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())

interface Session {
  id: string
  revision: number
}

/** Published Tuesdays from 24 November on, 09:00 to 11:00 in hours, of a new mentor. */
async function tuesdays(input: Record<string, unknown> = {}) {
  const mentor = await o.newMentor()
  const times = { ends_at: '2026-11-24T11:00', slot_minutes: 60, mentor_ids: [mentor.id], repeat: 'FREQ=WEEKLY;COUNT=3' }
  const { status, body } = await o.app.request('POST /api/schedules', { body: o.input({ ...times, ...input }), token: o.token })
  expect(status).toBe(201)
  return body.id as string
}
const sessionsOf = async (id: string) =>
  ((await o.app.request('GET /api/schedules/{id}/series', { params: { id }, token: o.token })).body.sessions as Session[]).map(
    ({ id: session, revision }) => ({ id: session, revision }),
  )
/** Changes the series and moves the clients whom the preview lists. */
async function change(id: string, body: { change: object; sessions: object[]; chosen_times?: object[] }) {
  const previewed = await o.app.request('POST /api/schedules/{id}/series/preview', { params: { id }, body, token: o.token })
  const moving = (previewed.body?.sessions ?? []).flatMap((session: { moving: { appointment_id: string }[] }) => session.moving)
  const move_clients = moving.map(({ appointment_id }: { appointment_id: string }) => appointment_id)
  return o.app.request('PUT /api/schedules/{id}/series', { params: { id }, body: { ...body, move_clients }, token: o.token })
}
const at = (starts: string, ends: string, move_days = 0) => ({ times: { starts, ends, move_days } })
async function book(scheduleId: string, clientId: string) {
  const slot = await o.app.db
    .selectFrom('slots')
    .select('id')
    .where('schedule_id', '=', scheduleId)
    .orderBy('starts_at')
    .executeTakeFirstOrThrow()
  return (await makeAppointment(o.app.db, slot.id, clientId)).id
}
/** The messages since the booking, in order. */
const messagesTo = async (userId: string) =>
  (await o.app.db.selectFrom('outbox').select('kind').where('user_id', '=', userId).orderBy('id').execute())
    .map(({ kind }) => kind)
    .filter(kind => kind !== 'appointment_booked')

it('never moves a client without recording who did it', async () => {
  const id = await tuesdays()
  const appointment = await book(id, (await o.client()).id)
  expect((await change(id, { change: at('09:30', '11:30'), sessions: await sessionsOf(id) })).status).toBe(200)
  const moves = await o.app.db
    .selectFrom('audit')
    .select('actor_id')
    .where('subject_id', '=', appointment)
    .where('action', '=', 'moved')
    .execute()
  expect(moves).toEqual([{ actor_id: o.admin.id }])
})

it('never moves a client who has arrived', async () => {
  const id = await tuesdays({ starts_at: '2026-11-20T10:00', ends_at: '2026-11-20T12:00' })
  const appointment = await book(id, (await o.client('Iris')).id)
  await o.app.db.updateTable('appointments').set({ status: 'arrived' }).where('id', '=', appointment).execute()
  const { status, problem } = await change(id, { change: at('10:00', '12:00', 1), sessions: await sessionsOf(id) })
  expect([status, problem.code, problem.booked?.map(({ name }: { name: string }) => name)]).toEqual([409, 'has_bookings', ['Iris']])
})

it('never tells a client twice of one change', async () => {
  const place = await makePlace(o.app.db, { kind: 'online', meeting_url: 'https://meet.example/house' })
  const id = await tuesdays({ place_id: place.id })
  const client = await o.client()
  for (const session of await sessionsOf(id)) await book(session.id, client.id)
  const link = { meeting_url: 'https://meet.example/other' }
  expect((await change(id, { change: link, sessions: await sessionsOf(id) })).status).toBe(200)
  expect(await messagesTo(client.id)).toEqual(['place_changed'])
  const moved = { ...at('09:30', '11:30'), meeting_url: 'https://meet.example/third' }
  expect((await change(id, { change: moved, sessions: await sessionsOf(id) })).status).toBe(200)
  expect(await messagesTo(client.id)).toEqual(['place_changed', 'appointment_moved', 'appointment_moved', 'appointment_moved'])
})

it('never moves a client who booked after the preview', async () => {
  const id = await tuesdays()
  const sessions = await sessionsOf(id)
  const seen = await book(sessions[0]!.id, (await o.client('Seen')).id)
  const late = await book(sessions[1]!.id, (await o.client('Late')).id)
  const before = await o.everything()
  const body = { change: at('09:30', '11:30'), sessions, move_clients: [seen] }
  const { status, problem } = await o.app.request('PUT /api/schedules/{id}/series', { params: { id }, body, token: o.token })
  expect([status, problem.code, problem.booked?.map(({ name }: { name: string }) => name)]).toEqual([409, 'has_bookings', ['Seen', 'Late']])
  expect(await o.everything()).toEqual(before)
  // One who has cancelled since is no obstacle.
  const gone = { status: 'cancelled', cancelled_by: 'client', cancelled_at: new Date() } as const
  await o.app.db.updateTable('appointments').set(gone).where('id', '=', seen).execute()
  expect((await change(id, { ...body, sessions: await sessionsOf(id) })).body).toMatchObject({ changed: 3, moved: 1 })
  expect(late).not.toBe(seen)
})

it('never offers a choice of times that it then ignores', async () => {
  const lagos = await makePlace(o.app.db, { time_zone: 'Africa/Lagos' })
  const id = await tuesdays({
    place_id: lagos.id,
    starts_at: '2027-03-21T01:30',
    ends_at: '2027-03-21T04:00',
    repeat: 'FREQ=WEEKLY;COUNT=2',
  })
  const sessions = await sessionsOf(id)
  const body = { change: { place_id: o.place.id }, sessions }
  const asked = await change(id, body)
  expect([asked.problem.code, asked.problem.choices]).toEqual(['time_skipped', ['2027-03-28T00:59', '2027-03-28T02:00']])
  const chosen_times = [{ id: sessions[1]!.id, starts_at: '2027-03-28T02:00' }]
  expect((await change(id, { ...body, chosen_times })).status).toBe(200)
  const starts = await o.app.db.selectFrom('schedules').select('starts_at').where('id', '=', sessions[1]!.id).execute()
  expect(starts).toEqual([{ starts_at: '2027-03-28T01:00:00Z' }])
})
