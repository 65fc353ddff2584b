import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeAppointment, makePlace } from '#database/factories.ts'
import { openOrganisation, type Organisation } from '../../testing/messages.ts'

let o: Organisation
let token: string
beforeAll(async () => {
  o = await openOrganisation()
  token = await o.app.signIn(o.staff)
})
afterAll(() => o.close())
beforeEach(async () => {
  await sql`DELETE FROM outbox`.execute(o.db)
})

const change = (id: string, body: object) => o.app.request('PUT /api/places/{id}', { token, params: { id }, body })
const told = async (user: { id: string }) => (await o.of(user)).filter(({ kind }) => kind === 'place_changed')
const letterTo = ({ email }: { email: string | null }) => o.mail.to(email!).at(-1)!
const revisionOf = async (id: string) =>
  (await o.db.selectFrom('appointments').select('revision').where('id', '=', id).executeTakeFirstOrThrow()).revision

test('a changed address notifies each booked client once, with a new SEQUENCE', async () => {
  const place = await makePlace(o.db, { name: 'Annexe', address: '2 High Street' })
  const { user, appointment, slots } = await o.book({}, { place })
  const again = await makeAppointment(o.db, slots[2]!.id, user.id)
  const other = await o.book({}, { place })
  const elsewhere = await o.book()
  const gone = await o.book({}, { place })
  await sql`UPDATE appointments SET status = 'cancelled', cancelled_by = 'client' WHERE id = ${gone.appointment.id}`.execute(o.db)
  await o.send()
  const found = await o.app.request('GET /api/places/{id}', { token, params: { id: place.id } })
  expect(found.body.clients_ahead).toBe(2)
  const before = [await revisionOf(appointment.id), await revisionOf(again.id), await revisionOf(elsewhere.appointment.id)]

  const { status, body } = await change(place.id, { address: '9 Low Street' })
  expect([status, body.told]).toEqual([200, 2])
  expect([await revisionOf(appointment.id), await revisionOf(again.id), await revisionOf(elsewhere.appointment.id)]).toEqual([
    before[0]! + 1,
    before[1]! + 1,
    before[2]!,
  ])
  await o.send()
  expect(await told(user)).toMatchObject([{ state: 'sent' }])
  expect([await told(other.user), await told(elsewhere.user), await told(gone.user)]).toMatchObject([[{ state: 'sent' }], [], []])
  const letter = letterTo(user)
  expect(letter.text).toContain('9 Low Street')
  expect(`${letter.subject} ${letter.text}`).not.toMatch(/bereavement|counselling/i)
  expect((await change(place.id, { address: '9 Low Street' })).body.told).toBe(0)
})

test('a new link of a place tells only those who would use it, and no message contains it', async () => {
  const link = 'https://meet.example.org/{room}'
  const place = await makePlace(o.db, { kind: 'online', name: 'Video', address: '', meeting_url: link })
  const { user } = await o.book({}, { place })
  const own = await o.book({}, { place, fields: { meeting_url: 'https://own.example.org/{room}' } })
  await o.send()
  const found = await o.app.request('GET /api/places/{id}', { token, params: { id: place.id } })
  expect([found.body.clients_ahead, found.body.clients_ahead_of_link]).toEqual([2, 1])
  expect((await change(place.id, { meeting_url: 'https://other.example.org/{room}' })).body.told).toBe(1)
  await o.send()
  expect([await told(user), await told(own.user)]).toMatchObject([[{ kind: 'place_changed', state: 'sent' }], []])
  expect(letterTo(user).text).toContain('/my/appointments/')
  const { rows } = await sql<{ body: string }>`SELECT body FROM outbox WHERE body IS NOT NULL`.execute(o.db)
  for (const { body } of rows) expect(body).not.toMatch(/(meet|other|own)\.example\.org/)

  const schedule = await o.app.request('PUT /api/schedules/{id}', {
    token,
    params: { id: own.schedule.id },
    body: { meeting_url: 'https://own.example.org/new/{room}' },
  })
  expect(schedule.status).toBe(200)
  expect(await told(own.user)).toHaveLength(1)
})

test('the forms do not count clients who will not be notified', async () => {
  const place = await makePlace(o.db, {
    kind: 'online',
    name: 'Room of links',
    address: '',
    meeting_url: 'https://meet.example.org/{room}',
  })
  const plain = await o.book({}, { place })
  const own = await o.book({}, { place, fields: { meeting_url: 'https://own.example.org/{room}' } })
  const [, second, third, fourth] = own.slots
  await makeAppointment(o.db, second!.id, own.user.id)
  await makeAppointment(o.db, third!.id, plain.user.id)
  const gone = await makeAppointment(o.db, fourth!.id, (await o.book()).user.id)
  await sql`UPDATE appointments SET status = 'cancelled', cancelled_by = 'client' WHERE id = ${gone.id}`.execute(o.db)
  const ofPlace = async () => {
    const { body } = await o.app.request('GET /api/places/{id}', { token, params: { id: place.id } })
    return [body.clients_ahead, body.clients_ahead_of_link]
  }
  const ofSession = async ({ schedule }: { schedule: { id: string } }) =>
    (await o.app.request('GET /api/schedules/{id}/edit', { token, params: { id: schedule.id } })).body.clients_ahead
  expect([await ofPlace(), await ofSession(plain), await ofSession(own)]).toEqual([[2, 1], 1, 2])

  // The form's number equals the number of notified clients.
  const toldOf = async () => (await o.db.selectFrom('outbox').select('id').where('kind', '=', 'place_changed').execute()).length
  const changeSession = (id: string, body: object) => o.app.request('PUT /api/schedules/{id}', { token, params: { id }, body })
  await changeSession(own.schedule.id, { meeting_url: 'https://own.example.org/other/{room}' })
  expect(await toldOf()).toBe(2)
  expect((await change(place.id, { meeting_url: 'https://meet.example.org/other/{room}' })).body.told).toBe(1)
  expect((await change(place.id, { address: 'By video' })).body.told).toBe(2)

  // Clients of a started session are not notified.
  o.app.clock.set(own.slots[1]!.starts_at)
  token = await o.app.signIn(o.staff)
  expect(await ofSession(own)).toBe(1)
})
