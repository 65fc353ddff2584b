import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeAppointment } from '#database/factories.ts'
import { writeDueReminders } from './job.ts'
import { cancelWithReason, moveTo, openOrganisation, type Organisation } from '../../testing/messages.ts'

let o: Organisation
beforeAll(async () => {
  o = await openOrganisation()
})
afterAll(() => o.close())
beforeEach(async () => {
  await sql`DELETE FROM outbox`.execute(o.db)
  await sql`UPDATE appointments SET status = 'entered-in-error' WHERE status = 'booked'`.execute(o.db)
  await sql`DELETE FROM outbox`.execute(o.db)
})

const hour = 3_600_000
/** This many hours before the start. */
const before = ({ starts_at }: { starts_at: string }, hours: number) =>
  o.app.clock.set(new Date(Date.parse(starts_at) - hours * hour).toISOString())
/** A person's reminders: minutes before the start, and state. */
const reminders = async (user: { id: string }) =>
  (await o.of(user)).filter(({ kind }) => kind === 'reminder').map(({ detail, state, why }) => [detail.minutes, state, why])
/** Another client in the second slot of the same session. */
async function also({ slots }: Awaited<ReturnType<Organisation['book']>>) {
  const user = await o.client()
  return { user, appointment: await makeAppointment(o.db, slots[1]!.id, user.id) }
}
const sendReminders = async () => {
  await writeDueReminders(o.app.platform)
  await o.send()
}

it('a day and two hours before, once each, on any number of servers and runs', async () => {
  const { user, appointment } = await o.book()
  before(appointment, 24.01)
  await sendReminders()
  expect(await reminders(user)).toEqual([])
  before(appointment, 24)
  await Promise.all([writeDueReminders(o.app.platform), writeDueReminders(o.app.platform), writeDueReminders(o.app.platform)])
  await sendReminders()
  expect(await reminders(user)).toEqual([[1440, 'sent', null]])
  before(appointment, 2)
  await sql`UPDATE settings SET quiet_until = '06:00'`.execute(o.db)
  await sendReminders()
  await sendReminders()
  expect(await reminders(user)).toEqual([
    [1440, 'sent', null],
    [120, 'sent', null],
  ])
  const [, first, second] = o.mail.to(user.email!)
  expect([first!.subject, second!.subject]).toEqual([
    'Your appointment on Tuesday 9 March, 09:00',
    'Your appointment on Tuesday 9 March, 09:00',
  ])
  expect(first!.text).toContain('Number:    1')
  expect(first!.attachments).toEqual([])
  await sql`UPDATE settings SET quiet_until = '08:00'`.execute(o.db)
})

it('for the new time after a move, not for the old one, nor for cancelled or unapproved appointments', async () => {
  const moved = await o.book()
  const cancelled = await also(moved)
  before(moved.appointment, 23)
  await writeDueReminders(o.app.platform)
  expect([...(await reminders(moved.user)), ...(await reminders(cancelled.user))]).toEqual([
    [1440, 'waiting', null],
    [1440, 'waiting', null],
  ])
  await moveTo(o, moved.appointment.id, moved.slots[3]!.id, '')
  await cancelWithReason(o, cancelled.appointment.id, '')
  o.app.clock.advance(hour / 2)
  await sendReminders()
  expect(await reminders(moved.user)).toEqual([
    [1440, 'dropped', 'superseded'],
    [1440, 'sent', null],
  ])
  expect(await reminders(cancelled.user)).toEqual([[1440, 'dropped', 'changed']])
})

it('after an outage the later one alone, and none of what is over', async () => {
  const over = await o.book()
  const soon = await also(over)
  before(over.appointment, 23)
  await writeDueReminders(o.app.platform)
  await sql`UPDATE outbox SET due_at = due_at + interval '2 days' WHERE user_id = ${over.user.id}`.execute(o.db)
  before(soon.appointment, 1)
  expect(await reminders(soon.user)).toEqual([[1440, 'waiting', null]])
  await sendReminders()
  expect(await reminders(soon.user)).toEqual([
    [1440, 'dropped', 'superseded'],
    [120, 'sent', null],
  ])
  o.app.clock.set(new Date(Date.parse(over.appointment.starts_at) + 48 * hour).toISOString())
  await sendReminders()
  expect((await reminders(over.user))[0]).toEqual([1440, 'dropped', 'past'])
})

it('not after a later message about the appointment', async () => {
  const { user, appointment } = await o.book()
  before(appointment, 3)
  await sql`UPDATE outbox SET created_at = ${o.app.clock.now()} WHERE user_id = ${user.id}`.execute(o.db)
  await sendReminders()
  expect(await reminders(user)).toEqual([])
})

it('in the quiet hours it waits until they are over, and goes if it is still ahead', async () => {
  const { user, appointment } = await o.book()
  before(appointment, 2)
  await sendReminders()
  expect((await o.of(user)).filter(({ kind }) => kind === 'reminder')).toMatchObject([
    { state: 'waiting', due_at: appointment.starts_at.replace('09:00', '08:00') },
  ])
  before(appointment, 1)
  await sendReminders()
  expect(await reminders(user)).toEqual([[120, 'sent', null]])
})

it('five hundred and more that are due at once are all written', async () => {
  const { schedule, slots } = await o.plan({ seats: 100, slotMinutes: 20 })
  await sql`INSERT INTO users (name, phone, email) SELECT 'Many ' || n, '+4477009' || lpad(n::text, 5, '0'), 'many' || n || '@example.org' FROM generate_series(1, 510) n`.execute(
    o.db,
  )
  await sql`INSERT INTO appointments (slot_id, user_id, status, booked_by, changed_by)
    SELECT (${slots.map(({ id }) => id)}::uuid[])[1 + row_number() OVER () % 6], id, 'booked', id, id FROM users WHERE name LIKE 'Many %'`.execute(
    o.db,
  )
  before(schedule, 22)
  await writeDueReminders(o.app.platform)
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM outbox WHERE kind = 'reminder'`.execute(o.db)
  expect(rows).toEqual([{ count: 510 }])
})
