import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { giveRole } from '#database/factories.ts'
import { openOrganisation, type Organisation } from '../../testing/messages.ts'
import { maxUnconfirmedPerDay } from './email-budget-commands.ts'

let o: Organisation
let slot: { schedule_id: string; starts_at: string }
beforeAll(async () => {
  o = await openOrganisation()
})
afterAll(() => o.close())
beforeEach(async () => {
  o.mail.letters.splice(0)
  await sql`DELETE FROM outbox`.execute(o.db)
  const { schedule, slots } = await o.plan()
  slot = { schedule_id: schedule.id, starts_at: new Date(slots[0]!.starts_at).toISOString() }
})

type Person = Awaited<ReturnType<Organisation['client']>>

/** Books and cancels this often, as a client does it; each time a letter is due at once. */
async function bookAndCancel(user: Person, times: number) {
  const token = await o.app.signIn(user)
  for (let count = 0; count < times; count += 1) {
    const booked = await o.app.request('POST /api/appointments', { token, body: slot })
    expect(booked.status).toBe(201)
    await o.send()
    const cancelled = await o.app.request('POST /api/appointments/{id}/cancel', { token, params: { id: booked.body.id }, body: {} })
    expect(cancelled.status).toBe(200)
    await o.send()
  }
}
const change = (user: Person, email: string) => o.db.updateTable('users').set({ email }).where('id', '=', user.id).execute()

it('a client cannot have any number of letters sent to addresses that are not confirmed', async () => {
  const user = await o.client({ email: 'victim@example.org' })
  await bookAndCancel(user, maxUnconfirmedPerDay / 2)
  // Another address is no way around it.
  await change(user, 'another.victim@example.org')
  await bookAndCancel(user, 1)
  expect([o.mail.to('victim@example.org').length, o.mail.to('another.victim@example.org').length]).toEqual([maxUnconfirmedPerDay, 0])
  const rows = await o.of(user)
  expect(rows.slice(-2).map(({ state, why, recipient }) => ({ state, why, recipient }))).toEqual([
    { state: 'unsendable', why: 'email_budget', recipient: null },
    { state: 'unsendable', why: 'email_budget', recipient: null },
  ])
  o.app.clock.advance(24 * 60 * 60_000)
  await bookAndCancel(user, 1)
  expect(o.mail.to('another.victim@example.org')).toHaveLength(2)
})

it.each([
  [
    'a confirmed address',
    async (user: Person) => void (await sql`UPDATE users SET email_verified_at = now() WHERE id = ${user.id}`.execute(o.db)),
  ],
  ['a person with a role', async (user: Person) => giveRole(o.db, user.id, { abilities: ['Report View'] })],
])('%s gets every letter', async (_who, make) => {
  const user = await o.client()
  await make(user)
  await bookAndCancel(user, maxUnconfirmedPerDay / 2 + 1)
  expect(o.mail.to(user.email!)).toHaveLength(maxUnconfirmedPerDay + 2)
})

it('a client cannot have any number of letters about their sign-in sent there, and others do not crowd them out', async () => {
  const user = await o.client()
  await bookAndCancel(user, maxUnconfirmedPerDay / 2)
  const detail = JSON.stringify({ what: 'password_changed', phone: null, email: user.email })
  for (let count = 0; count <= maxUnconfirmedPerDay; count += 1) {
    await sql`INSERT INTO outbox (kind, user_id, detail) VALUES ('sign_in_changed', ${user.id}, ${detail})`.execute(o.db)
    await o.send()
  }
  expect(o.mail.to(user.email!)).toHaveLength(2 * maxUnconfirmedPerDay)
  expect((await o.of(user)).at(-1)).toMatchObject({ state: 'unsendable', why: 'email_budget' })
})

it('of letters that are due at once no more are sent', async () => {
  const { user, appointment } = await o.book()
  await sql`INSERT INTO outbox (kind, user_id, appointment_id) SELECT 'appointment_booked', ${user.id}, ${appointment.id} FROM generate_series(1, 40)`.execute(
    o.db,
  )
  for (let count = 0; count < 4; count += 1) await o.send()
  expect(o.mail.to(user.email!).length).toBeLessThanOrEqual(maxUnconfirmedPerDay)
})
