import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makeContract } from '#database/factories.ts'
import { writeDueMessages } from './job.ts'
import { cancelWithReason, openOrganisation, type Organisation } from '../../testing/messages.ts'
import { holdMs } from '../undo/commands.ts'

let o: Organisation
beforeAll(async () => {
  o = await openOrganisation()
})
afterAll(() => o.close())
beforeEach(async () => {
  o.mail.behave({})
  await sql`UPDATE appointments SET status = 'entered-in-error' WHERE holds_seat(status)`.execute(o.db)
  for (const table of ['outbox', 'feedback', 'feedback_questions']) await sql`DELETE FROM ${sql.table(table)}`.execute(o.db)
  o.app.clock.set('2027-03-01T10:00:00Z')
})

const minute = 60_000
const hour = 60 * minute
const told = async (user: { id: string }) => (await o.of(user)).map(({ kind, state, why }) => [kind, state, why])
const letterTo = ({ email }: { email: string | null }) => o.mail.to(email!).at(-1)!
const look = async () => {
  await Promise.all([writeDueMessages(o.app.platform), writeDueMessages(o.app.platform), writeDueMessages(o.app.platform)])
  await o.send()
}
/** It does not contain the subject of the appointment. */
const expectDiscreet = (text: string) => expect(text).not.toMatch(/bereavement|counselling/i)

describe('another mentor', () => {
  it('in the same slot: notifies in the same transaction, on every path', async () => {
    const { user, appointment, slots } = await o.book()
    await o.send()
    await sql`UPDATE slots SET mentor_id = ${o.mentors[1].id} WHERE id = ${slots[0]!.id}`.execute(o.db)
    expect(await told(user)).toEqual([
      ['appointment_booked', 'sent', null],
      ['appointment_moved', 'waiting', null],
    ])
    await o.send()
    expect(letterTo(user).subject).toContain('a different mentor will see you')
    expect(letterTo(user).text).toContain('The time of your appointment stays the same, but you will meet Max Mentor instead.')
    const { rows } = await sql<{
      action: string
      before: { mentor_id: string }
    }>`SELECT action, before FROM audit WHERE subject_id = ${appointment.id} ORDER BY at DESC LIMIT 1`.execute(o.db)
    expect(rows).toMatchObject([{ action: 'moved', before: { mentor_id: o.mentors[0].id } }])
  })

  it('is not sent for a past session', async () => {
    const { user, appointment, slots } = await o.book()
    await sql`UPDATE appointments SET status = 'arrived' WHERE id = ${appointment.id}`.execute(o.db)
    await sql`DELETE FROM outbox`.execute(o.db)
    await sql`UPDATE slots SET mentor_id = ${o.mentors[1].id} WHERE id = ${slots[0]!.id}`.execute(o.db)
    await o.send()
    expect(await told(user)).toEqual([['appointment_moved', 'dropped', 'changed']])
  })
})

describe('a cancelled session', () => {
  it('notifies its clients and mentors once each, except the person who cancels it', async () => {
    const { user, schedule } = await o.book({}, { mentors: [...o.mentors] })
    const token = await o.app.signIn(await makeAdmin(o.db, ['Schedule Edit']))
    await sql`UPDATE users SET email = 'm' || id || '@example.org', channel = 'email' WHERE id IN (${o.mentors[0].id}, ${o.mentors[1].id})`.execute(
      o.db,
    )
    const answer = await o.app.request('POST /api/schedules/{id}/cancel', {
      token,
      params: { id: schedule.id },
      body: { reason: 'The house is closed' },
    })
    expect(answer.status).toBe(200)
    o.app.clock.advance(holdMs)
    await o.send()
    expect(await told(user)).toEqual([
      ['appointment_booked', 'dropped', 'superseded'],
      ['appointment_cancelled', 'sent', null],
    ])
    for (const mentor of o.mentors) {
      expect(await told(mentor)).toEqual([['session_cancelled', 'sent', null]])
      const letter = o.mail.to(`m${mentor.id}@example.org`).at(-1)!
      expect(letter.subject).toMatch(/^Your session on \w+ \d+ March, 09:00 is cancelled$/)
      expect(letter.text).toContain('Why: The house is closed')
      expect(letter.text).toContain('Where: Room 1')
      expect(letter.text).toContain('https://book.example.org/mentor')
      expectDiscreet(letter.raw)
    }
  })

  it('notifies a client whose appointment runs already, until it ends', async () => {
    const { user, appointment, schedule } = await o.book({}, { from: '2027-03-22T09:00', to: '2027-03-22T12:00' })
    await o.send()
    o.app.clock.set(new Date(Date.parse(appointment.starts_at) + 60_000).toISOString())
    const token = await o.app.signIn(await makeAdmin(o.db, ['Schedule Edit']))
    const { body } = await o.app.request('POST /api/schedules/{id}/cancel', { token, params: { id: schedule.id }, body: { reason: 'Ill' } })
    expect(body.told).toBe(1)
    o.app.clock.advance(holdMs)
    await o.send()
    expect((await told(user)).at(-1)).toEqual(['appointment_cancelled', 'sent', null])
    await sql`UPDATE outbox SET state = 'failed' WHERE user_id = ${user.id} AND kind = 'appointment_cancelled'`.execute(o.db)
    const { rows } = await sql`SELECT o.phone_by = a.ends_at AS is_end FROM outbox o JOIN appointments a ON a.id = o.appointment_id
      WHERE o.user_id = ${user.id} AND o.kind = 'appointment_cancelled'`.execute(o.db)
    expect(rows).toEqual([{ is_end: true }])
  })

  it('cancelled with others is one message to a mentor, which lists each', async () => {
    const [first, second] = [
      await o.book({}, { from: '2027-04-13T09:00', to: '2027-04-13T12:00' }),
      await o.book({}, { from: '2027-04-14T09:00', to: '2027-04-14T12:00' }),
    ]
    const [mentor] = o.mentors
    await o.db
      .updateTable('users')
      .set({ email: `m${mentor.id}@example.org`, channel: 'email' })
      .where('id', '=', mentor.id)
      .execute()
    const listed = [first, second].map(({ schedule }) => ({ id: schedule.id, revision: schedule.revision }))
    const token = await o.app.signIn(await makeAdmin(o.db, ['Schedule Edit']))
    const body = { reason: 'The house is closed', sessions: listed }
    expect((await o.app.request('POST /api/schedules/cancel', { token, body })).status).toBe(200)
    o.app.clock.advance(holdMs)
    await o.send()
    expect(await told(mentor)).toEqual([['session_cancelled', 'sent', null]])
    const letter = o.mail.to(`m${mentor.id}@example.org`).at(-1)!
    expect(letter.subject).toBe('Sessions cancelled: 2')
    expect(letter.text).toContain('Why: The house is closed')
    for (const day of ['Tuesday 13 April', 'Wednesday 14 April'])
      expect(letter.text).toContain(`Cancelled: ${day} 2027, 09:00 to 12:00 (Europe/London), Room 1`)
    expectDiscreet(letter.raw)
  })
})

describe('proposed weekly hours', () => {
  const decide = async (decision: object) => {
    const [mentor] = o.mentors
    const { place_id } = await o.db.selectFrom('schedules').select('place_id').limit(1).executeTakeFirstOrThrow()
    const hours = { place_id, ranges: '[]', slot_minutes: 30, break_minutes: 0, seats_per_slot: 1, from_date: '2027-03-01' }
    const at = { created_at: o.app.clock.now(), decided_at: o.app.clock.now() }
    const { id } = await o.db
      .insertInto('hours_proposals')
      .values({ ...hours, ...at, mentor_id: mentor.id, ...decision })
      .returning('id')
      .executeTakeFirstOrThrow()
    const message = { kind: 'hours_decided', user_id: mentor.id, detail: JSON.stringify({ proposal_id: id }) }
    await o.db.insertInto('outbox').values(message).execute()
    await o.send()
    return { mentor, letter: o.mail.to(`m${mentor.id}@example.org`).at(-1)! }
  }

  it('tell the mentor that they are declined and why, the reason in the letter only', async () => {
    await o.book()
    const { mentor, letter } = await decide({ state: 'declined', reason: 'The rooms are full' })
    expect(await told(mentor)).toEqual([['hours_decided', 'sent', null]])
    expect(letter.subject).toBe('Your proposed weekly hours')
    expect(letter.text).toContain('Why: The rooms are full')
    expect(letter.text).toContain('https://book.example.org/mentor')
  })

  it('tell the mentor that they are approved', async () => {
    await o.book()
    const { place_id } = await o.db.selectFrom('schedules').select('place_id').limit(1).executeTakeFirstOrThrow()
    const fields = { mentor_id: o.mentors[0].id, place_id, slot_minutes: 30, break_minutes: 0, seats_per_slot: 1, from_date: '2027-03-01' }
    const { id } = await o.db.insertInto('weekly_hours').values(fields).returning('id').executeTakeFirstOrThrow()
    const { letter } = await decide({ state: 'approved', weekly_hours_id: id })
    expect(letter.subject).toBe('Your weekly hours are approved')
  })
})

describe('requests', () => {
  const ask = async (slotId: string) => {
    const user = await o.client()
    return o.db
      .insertInto('appointments')
      .values({ slot_id: slotId, user_id: user.id, status: 'pending', booked_by: user.id, changed_by: user.id })
      .returning('id')
      .executeTakeFirstOrThrow()
  }
  const decide = (id: string) => sql`UPDATE appointments SET status = 'booked', changed_by = ${o.staff.id} WHERE id = ${id}`.execute(o.db)

  it('notify people who may decide, once, and of later requests after an hour; not of decided ones', async () => {
    const decider = await makeAdmin(o.db, ['Appointment Edit'])
    const reader = await makeAdmin(o.db, ['Appointment List'])
    await sql`UPDATE users SET email = 'decider@example.org', channel = 'email' WHERE id = ${decider.id}`.execute(o.db)
    const { slots } = await o.plan()
    await look()
    expect(await told(decider)).toEqual([])
    const first = await ask(slots[0]!.id)
    await look()
    await look()
    expect([await told(decider), await told(reader)]).toEqual([[['request_pending', 'sent', null]], []])
    const second = await ask(slots[1]!.id)
    o.app.clock.advance(59 * minute)
    await look()
    expect(await told(decider)).toHaveLength(1)
    o.app.clock.advance(minute)
    await look()
    expect(await told(decider)).toHaveLength(2)
    const letter = o.mail.to('decider@example.org').at(-1)!
    expect([letter.subject, letter.text!.includes('https://book.example.org/admin/lists/pending')]).toEqual([
      'Requests waiting for a decision: 2',
      true,
    ])
    expect(letter.text).not.toContain('Jo Client')
    expectDiscreet(letter.raw)
    await decide(first.id)
    const third = await ask(slots[2]!.id)
    o.app.clock.advance(2 * hour)
    await writeDueMessages(o.app.platform)
    await decide(second.id)
    await decide(third.id)
    await o.send()
    expect((await told(decider)).at(-1)).toEqual(['request_pending', 'dropped', 'changed'])
  })
})

describe('how it was', () => {
  const question = () =>
    o.db
      .insertInto('feedback_questions')
      .values({ type: 'client', widget: 'star', prompt: 'How was it?', position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
  /** A session that ended this many minutes ago. */
  const held = async (minutesAgo: number) => {
    const booked = await o.book()
    await sql`UPDATE appointments SET status = 'fulfilled', changed_by = ${o.staff.id} WHERE id = ${booked.appointment.id}`.execute(o.db)
    await sql`DELETE FROM outbox`.execute(o.db)
    o.app.clock.set(new Date(Date.parse(booked.appointment.ends_at) + minutesAgo * minute).toISOString())
    return booked
  }

  it('is asked an hour after a session that took place, once; not where there is nothing to ask, of one that did not, or days later', async () => {
    const none = await held(60)
    await look()
    expect(await told(none.user)).toEqual([])
    await question()
    const missed = await o.book()
    const { user, appointment } = await held(59)
    await sql`UPDATE appointments SET status = 'noshow', changed_by = ${o.staff.id} WHERE id = ${missed.appointment.id}`.execute(o.db)
    await look()
    expect(await told(user)).toEqual([])
    o.app.clock.advance(minute)
    await look()
    await look()
    expect(await told(user)).toEqual([['feedback_request', 'sent', null]])
    expect((await told(missed.user)).filter(([kind]) => kind === 'feedback_request')).toEqual([])
    expect(letterTo(user).text).toContain(`https://book.example.org/feedback?appointment_id=${appointment.id}`)
    expect(letterTo(user).subject).toBe('How was your appointment?')
    expectDiscreet(letterTo(user).raw)
    const late = await held(3 * 24 * 60 + 1)
    await look()
    expect(await told(late.user)).toEqual([])
  })

  it('is not sent to a client who has given feedback in the meantime', async () => {
    await question()
    const { user, appointment } = await held(60)
    await writeDueMessages(o.app.platform)
    await sql`INSERT INTO feedback (type, appointment_id, author_id) VALUES ('client', ${appointment.id}, ${user.id})`.execute(o.db)
    await o.send()
    expect(await told(user)).toEqual([['feedback_request', 'dropped', 'changed']])
  })

  it('waits for the end of the quiet hours', async () => {
    await question()
    const { user } = await held(60)
    o.app.clock.advance(12 * hour) // 22:30
    await look()
    expect(await told(user)).toEqual([['feedback_request', 'waiting', null]])
    o.app.clock.advance(11 * hour)
    await o.send()
    expect(await told(user)).toEqual([['feedback_request', 'sent', null]])
  })
})

describe('something to accept', () => {
  it('notifies people with a future appointment who have not accepted it, once per version', async () => {
    const { version } = await makeContract(o.db, { required_for: 'booking' })
    const booked = await o.book()
    const [accepted, cancelled] = [await o.client(), await o.client()]
    const idle = await o.client()
    await makeAppointment(o.db, booked.slots[1]!.id, accepted.id)
    const { id } = await makeAppointment(o.db, booked.slots[2]!.id, cancelled.id)
    await sql`DELETE FROM outbox`.execute(o.db)
    await writeDueMessages(o.app.platform)
    await sql`SELECT accept_contracts(${accepted.id}, ${accepted.id}, ${[version.id]}::uuid[], now(), NULL, '')`.execute(o.db)
    await cancelWithReason(o, id, '')
    await look()
    await look()
    expect(await told(booked.user)).toEqual([['contract_to_accept', 'sent', null]])
    expect(await told(accepted)).toEqual([['contract_to_accept', 'dropped', 'changed']])
    expect((await told(cancelled)).filter(([kind]) => kind === 'contract_to_accept')).toEqual([['contract_to_accept', 'dropped', 'past']])
    expect(await told(idle)).toEqual([])
    expect(letterTo(booked.user).text).toContain('https://book.example.org/my/my-profile')
    expectDiscreet(letterTo(booked.user).raw)
  })

  it('does not ask people who are registered about a contract for registration, nor after it became one', async () => {
    const { contract } = await makeContract(o.db, { required_for: 'booking' })
    const { user } = await o.book()
    await sql`DELETE FROM outbox`.execute(o.db)
    await writeDueMessages(o.app.platform)
    await o.db.updateTable('contracts').set({ required_for: 'registration' }).where('id', '=', contract.id).execute()
    await o.send()
    expect((await told(user)).map(([, state, why]) => [state, why])).toContainEqual(['dropped', 'changed'])
    await sql`DELETE FROM outbox`.execute(o.db)
    await o.db.updateTable('contracts').set({ required_for: 'registration' }).execute()
    await look()
    expect(await told(user)).toEqual([])
  })
})
