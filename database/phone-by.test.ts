import { type Insertable, sql } from 'kysely'
import { expect, it } from 'vitest'
import { messageKinds } from '#contract/message-kinds.ts'
import { lastMomentOf } from '#domain/messages/last-moment.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'
import type { Database } from './types.ts'

const { db } = await openTestDatabase()

const settled_at = '2026-11-20T09:00:00Z'
const weekLater = '2026-11-27T09:00:00Z'

const client = await makeUser(db)
const { slots } = await makeSchedule(db, {
  supportType: await makeSupportType(db),
  place: await makePlace(db),
  mentors: [await makeMentor(db)],
  from: '2027-03-01T09:00',
  to: '2027-03-01T10:00',
})
const appointment_id = (await makeAppointment(db, slots[0]!.id, client.id)).id
await makeAppointment(db, slots[1]!.id, (await makeUser(db)).id)
const byClient = JSON.stringify({ by: 'client' })
const { starts_at: start, ends_at: end } = slots[0]!

const fail = async (fields: Partial<Insertable<Database['outbox']>> = {}) =>
  (
    await db
      .insertInto('outbox')
      .values({ kind: 'appointment_moved', user_id: client.id, state: 'failed', settled_at, ...fields })
      .returning('phone_by')
      .executeTakeFirstOrThrow()
  ).phone_by

it.each<[string, string | null, Partial<Insertable<Database['outbox']>>]>([
  ['a failed message about an appointment, until it starts', start, { appointment_id }],
  ['another failed message, for a week', weekLater, { kind: 'waiting_removed' }],
  ['a message without a usable address, for a week', weekLater, { state: 'unsendable' }],
  ['no message without a person', null, { user_id: null }],
  ['no message that can wait', null, { kind: 'contract_to_accept' }],
  ['a reminder that failed, until the appointment starts', start, { kind: 'reminder', appointment_id }],
  ['no reminder of a client without an address', null, { kind: 'reminder', appointment_id, state: 'unsendable' }],
  ['no cancellation by the client', null, { kind: 'appointment_cancelled', appointment_id, detail: byClient }],
  [
    'a cancellation by the organisation, until the appointment would have ended',
    end,
    { kind: 'appointment_cancelled', appointment_id, detail: JSON.stringify({ by: 'organisation' }) },
  ],
  ['a move by the client', start, { appointment_id, detail: byClient }],
  ['a change for a client who wants no messages', start, { appointment_id, state: 'unsendable', why: 'not_wanted' }],
  ['nothing else for such a client', null, { kind: 'appointment_booked', appointment_id, state: 'unsendable', why: 'not_wanted' }],
  ['a booking that failed for another reason', start, { kind: 'appointment_booked', appointment_id, why: 'refused' }],
  ['no message that arrived', null, { state: 'delivered' }],
])('staff phone about %s', async (_, phoneBy, fields) => {
  expect(await fail(fields)).toBe(phoneBy)
})

it('staff phone about an appointment until the last moment at which the domain still sends the message', async () => {
  const until = new Map<string, string | null>()
  for (const kind of messageKinds) until.set(kind, await fail({ kind, appointment_id, detail: JSON.stringify({ by: 'organisation' }) }))
  const phoned = [...until].filter(([, phoneBy]) => phoneBy !== null)
  expect(phoned).toEqual(phoned.map(([kind]) => [kind, lastMomentOf(kind, { starts_at: start, ends_at: end })]))
  expect(phoned.map(([kind]) => kind)).toEqual(expect.arrayContaining(['appointment_cancelled', 'appointment_moved', 'reminder']))
})

it('staff phone about an offer until it ends, and not about the end of another one', async () => {
  const offers = []
  for (const offer_ends_at of ['2027-02-01T12:00:00Z', '2027-02-02T12:00:00Z']) {
    const { schedule, slots: times } = await makeSchedule(db, {
      supportType: await makeSupportType(db),
      place: await makePlace(db),
      mentors: [await makeMentor(db)],
      from: '2027-03-01T09:00',
      to: '2027-03-01T09:30',
    })
    const days = { from_date: '2027-03-01', to_date: '2027-03-01' }
    const offer = { state: 'offered', offered_slot_id: times[0]!.id, offer_ends_at } as const
    const entry = { user_id: client.id, support_type_id: schedule.support_type_id, ...days, ...offer }
    offers.push(await db.insertInto('waiting_list').values(entry).returning('id').executeTakeFirstOrThrow())
  }
  expect(await fail({ kind: 'waiting_offer', detail: JSON.stringify({ entry_id: offers[1]!.id }) })).toBe('2027-02-02T12:00:00Z')
})

it('staff phone for a week from now about a message that fails before it is settled', async () => {
  const { rows } = await sql`INSERT INTO outbox (kind, user_id, state) VALUES ('waiting_removed', ${client.id}, 'failed')
    RETURNING phone_by = now() + interval '7 days' AS within_a_week`.execute(db)
  expect(rows).toEqual([{ within_a_week: true }])
})
