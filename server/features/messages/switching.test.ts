import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeAdmin } from '#database/factories.ts'
import { writeDueReminders } from './job.ts'
import { moveTo, openOrganisation, type Organisation } from '../../testing/messages.ts'

let o: Organisation
let admin: Awaited<ReturnType<typeof makeAdmin>>
beforeAll(async () => {
  o = await openOrganisation()
  admin = await makeAdmin(o.db, ['Settings Edit'])
})
afterAll(() => o.close())
beforeEach(() => set({ messages_off: [], reminder_minutes: [1440, 120] }))

/** Logs in each time, because the clock advances by days. */
const change = async (body: object) => o.app.request('PUT /api/settings', { token: await o.app.signIn(admin), body })
const set = async (body: object) => {
  const answer = await change(body)
  expect(answer.status).toBe(200)
  return answer.body
}
const fates = async (user: { id: string }) => (await o.of(user)).map(({ kind, state, why }) => [kind, state, why])
const before = ({ starts_at }: { starts_at: string }, minutes: number) =>
  o.app.clock.set(new Date(Date.parse(starts_at) - minutes * 60_000).toISOString())

it('a kind that is switched off is dropped when it would be sent, also where it was written before; the others go', async () => {
  const { user, appointment, slots } = await o.book()
  const { messages_off } = await set({ messages_off: ['low_feedback', 'appointment_booked'] })
  expect(messages_off).toEqual(['appointment_booked', 'low_feedback'])
  await o.send()
  await moveTo(o, appointment.id, slots[1]?.id ?? '', '')
  await o.send()
  expect(await fates(user)).toEqual([
    ['appointment_booked', 'dropped', 'switched_off'],
    ['appointment_moved', 'sent', null],
  ])
  expect(o.mail.to(user.email ?? '')).toHaveLength(1)
  const { rows } = await sql`SELECT after FROM audit WHERE subject = 'settings' ORDER BY at DESC LIMIT 1`.execute(o.db)
  expect(rows).toEqual([{ after: { messages_off: ['appointment_booked', 'low_feedback'] } }])
})

it('reminders that are switched off are not even written, and those that are still due come once they are on again', async () => {
  const { user, appointment } = await o.book()
  await o.send()
  await set({ messages_off: ['reminder'] })
  before(appointment, 1440)
  await writeDueReminders(o.app.platform)
  expect(await fates(user)).toEqual([['appointment_booked', 'sent', null]])
  await set({ messages_off: [] })
  before(appointment, 90)
  await sql`UPDATE settings SET quiet_until = '06:00'`.execute(o.db)
  await writeDueReminders(o.app.platform)
  await o.send()
  expect((await o.of(user)).map(({ kind, detail }) => [kind, detail.minutes])).toEqual([
    ['appointment_booked', undefined],
    ['reminder', 120],
  ])
})

it('reminders come when the organisation says, from the next look on', async () => {
  const { user, appointment } = await o.book()
  await o.send()
  await set({ reminder_minutes: [2880] })
  before(appointment, 2880)
  await writeDueReminders(o.app.platform)
  await o.send()
  expect((await o.of(user)).map(({ kind, state }) => [kind, state])).toEqual([
    ['appointment_booked', 'sent'],
    ['reminder', 'sent'],
  ])
})

it('a one-time code cannot be switched off', async () => {
  const { status, problem } = await change({ messages_off: ['code'] })
  expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['messages_off.0']])
})

it('a client sees the messages about their own appointment with masked recipients, and no other person’s', async () => {
  const { user, appointment, slots } = await o.book({ email: 'jo.client@example.org' })
  const told = async (who: { id: string }) =>
    o.app.request('GET /api/appointments/{id}/messages', { token: await o.app.signIn(who as never), params: { id: appointment.id } })
  expect((await told(user)).body.data).toMatchObject([{ kind: 'appointment_booked', state: 'on_its_way', recipient: null }])
  await o.send()
  o.mail.behave({ refuse: () => 550 })
  await moveTo(o, appointment.id, slots[1]?.id ?? '', '')
  await o.send()
  await set({ messages_off: ['reminder'] })
  await sql`INSERT INTO outbox (kind, user_id, appointment_id, detail) VALUES ('reminder', ${user.id}, ${appointment.id}, '{}')`.execute(
    o.db,
  )
  await o.send()
  expect((await told(user)).body.data).toMatchObject([
    { kind: 'appointment_booked', state: 'sent', channel: 'email', recipient: 'j…@example.org' },
    { kind: 'appointment_moved', state: 'not_reached', channel: 'email', recipient: 'j…@example.org' },
  ])
  expect((await told(await o.client())).status).toBe(404)
  o.mail.behave({})
})
