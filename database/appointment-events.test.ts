import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { listenTo } from '#server/testing/notifications.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'

const { db, url } = await openTestDatabase()

const [supportType, place] = [await makeSupportType(db), await makePlace(db)]

/** The half hours of a new session of one mentor, from nine to ten. */
const makeSlots = async (mentor?: { id: string }) => {
  const mentors = [{ ...(await makeMentor(db)), ...mentor }]
  return (await makeSchedule(db, { supportType, place, mentors, from: '2027-03-01T09:00', to: '2027-03-01T10:00' })).slots
}
const makeOne = async (fields: Parameters<typeof makeAppointment>[3] = {}) =>
  makeAppointment(db, (await makeSlots())[0]!.id, (await makeUser(db)).id, fields)
const change = (id: string, fields: Record<string, unknown>, on = db) =>
  on.updateTable('appointments').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
/** Changes an appointment as an undone action does. */
const undo = (id: string, fields: Record<string, unknown>) =>
  db.transaction().execute(async trx => {
    await sql`SELECT set_config('openhour.undoing', ${id}, true)`.execute(trx)
    return change(id, fields, trx)
  })

/** Actions in the audit log and kinds of messages about an appointment, in order. */
async function recorded(id: string) {
  const audit = await db.selectFrom('audit').select('action').where('subject_id', '=', id).orderBy('at').execute()
  const outbox = await db.selectFrom('outbox').select('kind').where('appointment_id', '=', id).orderBy('created_at').execute()
  return [audit.map(({ action }) => action), outbox.map(({ kind }) => kind.replace('appointment_', ''))]
}

describe('the audit log and the messages', () => {
  it.each([
    ['pending', 'requested'],
    ['booked', 'booked'],
    ['arrived', 'booked'],
  ] as const)('say of a new appointment that is %s: %s', async (status, word) => {
    expect(await recorded((await makeOne({ status })).id)).toEqual([[word], [word]])
  })

  it.each<[string, string | null, string, Record<string, unknown>]>([
    ['approved', 'approved', 'pending', { status: 'booked' }],
    ['cancelled', 'cancelled', 'pending', { status: 'cancelled', cancelled_by: 'organisation' }],
    ['cancelled', 'cancelled', 'booked', { status: 'cancelled', cancelled_by: 'client', questions: ['Why?'] }],
    ['arrived', null, 'pending', { status: 'arrived' }],
    ['booked', null, 'arrived', { status: 'booked' }],
    ['questions', null, 'booked', { questions: ['Where?'], interpreter_language: 'tr' }],
    ['interpreter', null, 'booked', { interpreter_language: 'tr', payment_status: 'paid' }],
    ['payment', null, 'booked', { payment_status: 'paid', excused_at: '2027-03-02T00:00:00Z' }],
    ['excused', null, 'noshow', { excused_at: '2027-03-02T00:00:00Z' }],
    ['changed', null, 'booked', { requested_mentor_id: null }],
  ])('say %s, with the message %s, of an appointment that was %s, after %j', async (action, message, status, fields) => {
    const { id } = await makeOne({ status: status as 'booked' })
    const [[first = ''] = []] = await recorded(id)
    await change(id, fields)
    expect(await recorded(id)).toEqual([
      [first, action],
      [first, ...(message ? [message] : [])],
    ])
  })

  it('say when a missed appointment counts again', async () => {
    const { id } = await makeOne({ status: 'noshow', excused_at: '2027-03-02T00:00:00Z' })
    await change(id, { excused_at: null })
    expect(await recorded(id)).toEqual([['booked', 'counted'], ['booked']])
  })

  it('say moved after a change of the slot, its time or its mentor, and from where', async () => {
    const [first, second] = await makeSlots()
    const { id, revision, ...before } = await makeAppointment(db, first!.id, (await makeUser(db)).id)
    await change(id, { slot_id: second!.id })
    const { id: mentor_id } = await makeMentor(db)
    await db.updateTable('slots').set({ mentor_id }).where('id', '=', second!.id).execute()
    await db
      .updateTable('slots')
      .set({ starts_at: '2027-03-01T12:00:00Z', ends_at: '2027-03-01T12:30:00Z' })
      .where('id', '=', second!.id)
      .execute()
    expect(await recorded(id)).toEqual([
      ['booked', 'moved', 'moved', 'moved'],
      ['booked', 'moved', 'moved', 'moved'],
    ])
    const messages = await db.selectFrom('outbox').select('detail').where('appointment_id', '=', id).orderBy('created_at').execute()
    const at = { schedule_id: before.schedule_id, mentor_id: before.mentor_id }
    expect(messages.map(({ detail }) => detail)).toEqual([
      { revision, by: null },
      { revision: 2, by: null, from: { ...at, starts_at: '2027-03-01T09:00:00Z' } },
      { revision: 3, by: null, from: { ...at, starts_at: '2027-03-01T09:30:00Z' } },
      { revision: 4, by: null, from: { ...at, mentor_id, starts_at: '2027-03-01T09:30:00Z' } },
    ])
  })

  it('say restored after undoing, without a message', async () => {
    const { id } = await makeOne()
    await change(id, { status: 'cancelled', cancelled_by: 'organisation' })
    await undo(id, { status: 'booked', cancelled_by: null })
    expect(await recorded(id)).toEqual([
      ['booked', 'cancelled', 'restored'],
      ['booked', 'cancelled'],
    ])
  })

  it('say nothing of texts that retention removed, or of another place', async () => {
    const { id } = await makeOne({ questions: ['Where?'] })
    await change(id, { questions: [], forgotten_at: '2027-06-01T00:00:00Z' })
    await change(id, { place_changed_at: '2027-02-01T00:00:00Z' })
    expect(await recorded(id)).toEqual([['booked'], ['booked']])
  })
})

describe('a change of the place', () => {
  const refused = { constraint: 'appointments_place_changed' }

  it.each<[string, () => Promise<Record<string, unknown>>]>([
    ['status', async () => ({ status: 'arrived' })],
    ['slot', async () => ({ slot_id: (await makeSlots())[0]!.id })],
    ['client', async () => ({ user_id: (await makeUser(db)).id })],
    ['payment', async () => ({ payment_status: 'paid' })],
    ['questions', async () => ({ questions: ['Where?'] })],
    ['excuse', async () => ({ excused_at: '2027-03-02T00:00:00Z' })],
    ['interpreter', async () => ({ interpreter_language: 'tr' })],
  ])('cannot hide a change of the %s from the audit log', async (_, fields) => {
    const { id } = await makeOne()
    await expect(change(id, { ...(await fields()), place_changed_at: '2027-02-01T00:00:00Z' })).rejects.toMatchObject(refused)
    expect(await recorded(id)).toEqual([['booked'], ['booked']])
  })

  it('can be recorded of a missed appointment that is excused and has an interpreter', async () => {
    const { id } = await makeOne({ status: 'noshow', excused_at: '2027-03-02T00:00:00Z', interpreter_language: 'tr' })
    expect(await change(id, { place_changed_at: '2027-02-01T00:00:00Z' })).toMatchObject({ place_changed_at: '2027-02-01T00:00:00Z' })
  })
})

describe('the meeting room', () => {
  it('changes with the slot or its mentor, so that the mentor before does not know it', async () => {
    const [first, second] = await makeSlots()
    const { id, room } = await makeAppointment(db, first!.id, (await makeUser(db)).id)
    const moved = await change(id, { slot_id: second!.id })
    await db
      .updateTable('slots')
      .set({ mentor_id: (await makeMentor(db)).id })
      .where('id', '=', second!.id)
      .execute()
    const given = await change(id, { questions: [] })
    expect(new Set([room, moved.room, given.room]).size).toBe(3)
  })

  it('stays with another change, with the same slot, and as an undone move restores it', async () => {
    const [first, second] = await makeSlots()
    const { id, room } = await makeAppointment(db, first!.id, (await makeUser(db)).id)
    expect(await change(id, { slot_id: first!.id, questions: ['Where?'] })).toMatchObject({ room })
    await change(id, { slot_id: second!.id })
    expect(await undo(id, { slot_id: first!.id, room })).toMatchObject({ room })
  })
})

it('servers hear of each change of a status, and of no other change', async () => {
  const listener = await listenTo({ db, url }, 'openhour_attendance')
  onTestFinished(listener.close)
  const heard = await listener.during(async () => {
    const { id } = await makeOne()
    await change(id, { status: 'arrived' })
    await change(id, { status: 'arrived', questions: ['Where?'] })
    await change(id, { status: 'fulfilled' })
  })
  expect(heard).toEqual(['', ''])
})
