import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'

const { db } = await openTestDatabase()

const [supportType, place] = [await makeSupportType(db), await makePlace(db)]

/** One hour in half hours, from 9 or later. */
async function makeOne(hour = 9, mentors = 1) {
  const at = (time: number) => `2027-03-01T${String(time).padStart(2, '0')}:00`
  const rostered = await Promise.all(Array.from({ length: mentors }, () => makeMentor(db)))
  return makeSchedule(db, { supportType, place, mentors: rostered, from: at(hour), to: at(hour + 1) })
}

async function move(
  id: string,
  schedule: string,
  at: string,
  { staff = false, mentor = null as string | null, present = '2027-03-01T06:00:00Z', on = db } = {},
) {
  const { user_id } = await on.selectFrom('appointments').select('user_id').where('id', '=', id).executeTakeFirstOrThrow()
  const { rows } = await sql<{ refusal: string | null; reason: string | null }>`
    SELECT * FROM move_appointment(${id}, ${user_id}, ${staff}, ${schedule}, ${at}, ${mentor}, ${present}, 'Asked.')`.execute(on)
  return rows[0]!
}

const read = (id: string) => db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const taken = async (id: string) => (await db.selectFrom('slots').select('taken').where('id', '=', id).executeTakeFirstOrThrow()).taken

it('keeps the appointment, and is recorded with both times', async () => {
  const [from, to] = [await makeOne(), await makeOne(14)]
  const before = await makeAppointment(db, from.slots[0]!.id, (await makeUser(db)).id, { questions: ['Why?'] })
  expect(await move(before.id, to.schedule.id, to.slots[1]!.starts_at)).toEqual({ refusal: null, reason: null })
  expect(await read(before.id)).toMatchObject({
    reference: before.reference,
    questions: ['Why?'],
    schedule_id: to.schedule.id,
    starts_at: to.slots[1]!.starts_at,
    revision: 2,
  })
  expect([await taken(from.slots[0]!.id), await taken(to.slots[1]!.id)]).toEqual([0, 1])
  const { before: was, after: is } = await db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('subject_id', '=', before.id)
    .where('action', '=', 'moved')
    .executeTakeFirstOrThrow()
  expect([was!.starts_at, is!.starts_at]).toEqual([before.starts_at, to.slots[1]!.starts_at])
})

it('sets the requested mentor when the client moves it, and keeps it when staff move it', async () => {
  const [from, to] = [await makeOne(), await makeOne(14)]
  const client = await makeUser(db)
  const asked = from.slots[0]!.mentor_id
  const { id } = await makeAppointment(db, from.slots[0]!.id, client.id, { requested_mentor_id: asked })
  await move(id, to.schedule.id, to.slots[0]!.starts_at, { staff: true, mentor: to.slots[0]!.mentor_id })
  expect(await read(id)).toMatchObject({ mentor_id: to.slots[0]!.mentor_id, requested_mentor_id: asked })
  await move(id, to.schedule.id, to.slots[1]!.starts_at, { mentor: to.slots[1]!.mentor_id })
  expect(await read(id)).toMatchObject({ requested_mentor_id: to.slots[1]!.mentor_id })
})

it('never leads a client to another support type, which has its own price and approval; staff may', async () => {
  const [from, other] = [await makeOne(), await makeSupportType(db, { needs_approval: true })]
  const { id } = await makeAppointment(db, from.slots[0]!.id, (await makeUser(db)).id)
  const mentors = [await makeMentor(db)]
  const to = await makeSchedule(db, { supportType: other, place, mentors, from: '2027-03-01T14:00', to: '2027-03-01T15:00' })
  expect(await move(id, to.schedule.id, to.slots[0]!.starts_at)).toMatchObject({ refusal: 'not_found' })
  expect(await read(id)).toMatchObject({ slot_id: from.slots[0]!.id, revision: 1 })
  expect(await move(id, to.schedule.id, to.slots[0]!.starts_at, { staff: true })).toMatchObject({ refusal: null })
})

it('to where it is already changes nothing', async () => {
  const { schedule, slots } = await makeOne()
  const { id } = await makeAppointment(db, slots[0]!.id, (await makeUser(db)).id)
  expect(await move(id, schedule.id, slots[0]!.starts_at)).toMatchObject({ refusal: null })
  expect((await read(id)).revision).toBe(1)
})

it('to the same time keeps the mentor where another one is free, and where the own one is requested', async () => {
  const { schedule, slots } = await makeOne(9, 2)
  const [own] = slots
  const { id } = await makeAppointment(db, own!.id, (await makeUser(db)).id)
  for (const mentor of [null, own!.mentor_id])
    expect(await move(id, schedule.id, own!.starts_at, { mentor })).toMatchObject({ refusal: null })
  expect(await read(id)).toMatchObject({ slot_id: own!.id, revision: 1 })
})

it('is not silently dropped: full with the requested mentor, at another time, or in another session at the same time', async () => {
  const [from, elsewhere] = [await makeOne(9, 2), await makeOne()]
  const { id } = await makeAppointment(db, from.slots[0]!.id, (await makeUser(db)).id)
  const [own, , ...later] = from.slots
  const sameTime = from.slots.find(slot => slot.starts_at === own!.starts_at && slot.id !== own!.id)!
  const otherTime = later.find(slot => slot.starts_at !== own!.starts_at && slot.mentor_id === own!.mentor_id)!
  for (const slot of [sameTime, otherTime, elsewhere.slots[0]!]) {
    await makeAppointment(db, slot.id, (await makeUser(db)).id)
    const outcome = await move(id, slot.schedule_id, slot.starts_at, { mentor: slot.mentor_id })
    expect(outcome).toMatchObject({ refusal: 'slot_taken' })
  }
  expect(await move(id, elsewhere.schedule.id, elsewhere.slots[0]!.starts_at)).toMatchObject({ refusal: 'slot_taken' })
  expect(await read(id)).toMatchObject({ slot_id: own!.id, revision: 1 })
})

it('does not wait for another appointment', async () => {
  const [from, to] = [await makeOne(9, 2), await makeOne(14)]
  const book = async (slot: string) => (await makeAppointment(db, slot, (await makeUser(db)).id)).id
  const [id, other] = [await book(from.slots[0]!.id), await book(from.slots[1]!.id)]
  await db.transaction().execute(async blocker => {
    await blocker.selectFrom('appointments').select('id').where('id', '=', other).forNoKeyUpdate().execute()
    await db.transaction().execute(async trx => {
      await sql`SET LOCAL lock_timeout = '100ms'`.execute(trx)
      expect(await move(id, to.schedule.id, to.slots[0]!.starts_at, { on: trx })).toMatchObject({ refusal: null })
    })
  })
})

it('moves an appointment to an overlapping time of the same session', async () => {
  const { schedule, slots } = await makeOne()
  const { id } = await makeAppointment(db, slots[0]!.id, (await makeUser(db)).id)
  expect(await move(id, schedule.id, slots[1]!.starts_at)).toMatchObject({ refusal: null })
  expect([await taken(slots[0]!.id), await taken(slots[1]!.id)]).toEqual([0, 1])
})

it('is refused: taken, busy, over, inside the notice period, another mentor’s', async () => {
  const [from, full, clash] = [await makeOne(), await makeOne(14), await makeOne(16)]
  const client = await makeUser(db)
  const { id } = await makeAppointment(db, from.slots[0]!.id, client.id)
  await makeAppointment(db, full.slots[0]!.id, (await makeUser(db)).id)
  await makeAppointment(db, (await makeOne(16)).slots[0]!.id, client.id)
  const at = (session: typeof from, options = {}) => move(id, session.schedule.id, session.slots[0]!.starts_at, options)
  expect(await at(full)).toMatchObject({ refusal: 'slot_taken' })
  expect(await at(clash)).toMatchObject({ refusal: 'client_busy' })
  expect(await at(full, { present: '2027-03-01T14:00:00Z' })).toMatchObject({ refusal: 'not_bookable', reason: 'past' })
  expect(await at(full, { present: '2027-03-01T12:30:00Z' })).toMatchObject({ refusal: 'not_bookable', reason: 'notice' })
  expect(await at(full, { mentor: from.slots[0]!.mentor_id })).toMatchObject({ refusal: 'not_bookable', reason: 'no_such_time' })
  expect(await read(id)).toMatchObject({ slot_id: from.slots[0]!.id, revision: 1 })
  expect(await taken(clash.slots[0]!.id)).toBe(0)
})

it.each([['cancelled'], ['arrived'], ['fulfilled'], ['noshow'], ['entered-in-error']] as const)(
  'refuses to move a %s appointment',
  async status => {
    const [from, to] = [await makeOne(), await makeOne(14)]
    const { id } = await makeAppointment(db, from.slots[0]!.id, (await makeUser(db)).id)
    await db
      .updateTable('appointments')
      .set({ status, cancelled_by: status === 'cancelled' ? 'client' : null })
      .where('id', '=', id)
      .execute()
    expect(await move(id, to.schedule.id, to.slots[0]!.starts_at, { staff: true })).toMatchObject({ refusal: 'bad_transition' })
  },
)

it('two who want each other’s time wait for each other and are both refused', async () => {
  const [here, there] = [await makeOne(), await makeOne(14)]
  const [one, two] = await Promise.all([here, there].map(async ({ slots }) => makeAppointment(db, slots[0]!.id, (await makeUser(db)).id)))
  for (let round = 0; round < 10; round += 1) {
    const outcomes = await Promise.all([
      move(one!.id, there.schedule.id, there.slots[0]!.starts_at),
      move(two!.id, here.schedule.id, here.slots[0]!.starts_at),
    ])
    expect(outcomes.map(({ refusal }) => refusal)).toEqual(['slot_taken', 'slot_taken'])
  }
})

it('lets one of ten concurrent moves to a free time succeed', async () => {
  const to = await makeOne(14)
  const waiting = await Promise.all(
    Array.from({ length: 10 }, async () => makeAppointment(db, (await makeOne()).slots[0]!.id, (await makeUser(db)).id)),
  )
  const outcomes = await Promise.all(waiting.map(({ id }) => move(id, to.schedule.id, to.slots[0]!.starts_at)))
  expect(outcomes.filter(({ refusal }) => refusal === null)).toHaveLength(1)
  expect(outcomes.filter(({ refusal }) => refusal === 'slot_taken')).toHaveLength(9)
  expect(await taken(to.slots[0]!.id)).toBe(1)
})
