import { type Kysely, sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeContract, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'
import { bookBatch, bookOne, type BookingInput } from './testing/book.ts'
import { waitForLocks } from './testing/wait-for-locks.ts'
import type { Database } from './types.ts'

const { db } = await openTestDatabase()

const [supportType, place] = [await makeSupportType(db), await makePlace(db)]

const makeOne = async ({ mentors = 1, seats = 1, hour = 9, fields = {} as { status?: 'cancelled' } } = {}) => {
  const rostered = await Promise.all(Array.from({ length: mentors }, () => makeMentor(db)))
  const [from, to] = [hour, hour + 1].map(each => `2027-03-01T${String(each).padStart(2, '0')}:00`) as [string, string]
  return makeSchedule(db, { supportType, place, mentors: rostered, from, to, seats, fields })
}
const newClient = async () => (await makeUser(db)).id
const refusalsOf = async (inputs: BookingInput[]) => (await bookBatch(db, inputs)).map(({ refusal }) => refusal)
const appointmentsOf = (user: string) =>
  db.selectFrom('appointments').select(['id', 'mentor_id', 'status']).where('user_id', '=', user).orderBy('id').execute()

/** Runs while another transaction holds the rows. */
async function whileLocked(rows: 'users' | 'slots', ids: string[], work: (on: Kysely<Database>) => Promise<unknown>) {
  await db.transaction().execute(async other => {
    await other.selectFrom(rows).select('id').where('id', 'in', ids).forNoKeyUpdate().execute()
    await db.transaction().execute(async trx => {
      await sql`SET LOCAL lock_timeout = '100ms'`.execute(trx)
      await work(trx)
    })
  })
}

let client: string
beforeEach(async () => {
  client = await newClient()
})

describe('a batch', () => {
  it('does not give a client more open appointments than the limit', async () => {
    const sessions = await Promise.all([9, 10, 11, 12].map(hour => makeOne({ hour, seats: 2 })))
    const refusals = await refusalsOf(sessions.map(({ schedule }) => ({ client, schedule: schedule.id, at: schedule.starts_at })))
    expect(refusals).toEqual([null, null, null, 'too_many_open'])
    expect(await appointmentsOf(client)).toHaveLength(3)
  })

  it('does not give a client two appointments at the same time', async () => {
    const { schedule } = await makeOne({ seats: 3 })
    const request = { client, schedule: schedule.id }
    expect(await refusalsOf([request, request, { ...request, client: await newClient() }])).toEqual([null, 'client_busy', null])
    expect(await appointmentsOf(client)).toHaveLength(1)
  })

  it('does not give the last seat twice, and gives the next request another mentor', async () => {
    const { schedule, slots } = await makeOne({ mentors: 2 })
    const clients = await Promise.all([1, 2, 3].map(newClient))
    expect(await refusalsOf(clients.map(each => ({ client: each, schedule: schedule.id })))).toEqual([null, null, 'slot_taken'])
    const booked = (await Promise.all(clients.map(appointmentsOf))).flat()
    expect(booked.map(({ mentor_id }) => mentor_id)).toEqual(slots.slice(0, 2).map(({ mentor_id }) => mentor_id))
  })

  it('answers each request with its own appointment', async () => {
    const { schedule } = await makeOne({ seats: 5 })
    const clients = await Promise.all([1, 2, 3].map(newClient))
    const outcomes = await bookBatch(
      db,
      clients.map(each => ({ client: each, schedule: schedule.id })),
    )
    expect(outcomes.map(({ appointment }) => appointment)).toEqual(
      (await Promise.all(clients.map(appointmentsOf))).flat().map(({ id }) => id),
    )
  })
})

describe('a refusal', () => {
  it('does not blame the seats or the client where the session is cancelled', async () => {
    const { schedule, slots } = await makeOne()
    await makeAppointment(db, slots[0]!.id, client)
    await db.updateTable('schedules').set({ status: 'cancelled' }).where('id', '=', schedule.id).execute()
    for (const each of [client, await newClient()])
      expect(await bookOne(db, { client: each, schedule: schedule.id })).toMatchObject({ refusal: 'not_bookable', reason: 'cancelled' })
  })

  it('records no acceptance', async () => {
    const { version } = await makeContract(db)
    const { schedule, slots } = await makeOne()
    await makeAppointment(db, slots[0]!.id, await newClient())
    expect(await bookOne(db, { client, schedule: schedule.id, accepted: [version.id] })).toMatchObject({ refusal: 'slot_taken' })
    expect(await db.selectFrom('acceptances').selectAll().where('user_id', '=', client).execute()).toEqual([])
  })

  it('does not let the only client pass who has not accepted a required contract', async () => {
    const { schedule } = await makeOne()
    const { contract, version } = await makeContract(db, { required_for: 'booking' })
    await db.deleteFrom('missing_acceptances').where('user_id', '<>', client).execute()
    expect(await bookOne(db, { client, schedule: schedule.id })).toMatchObject({ refusal: 'contracts_required', missing: [version.id] })
    await db.updateTable('contracts').set({ required_for: null }).where('id', '=', contract.id).execute()
  })
})

describe('a booking does not wait for', () => {
  const expectBooked = (input: BookingInput) => async (on: Kysely<Database>) =>
    expect(await bookOne(on, input)).toMatchObject({ refusal: null })

  it('another client', async () => {
    const { schedule } = await makeOne()
    await whileLocked('users', [await newClient()], expectBooked({ client, schedule: schedule.id }))
  })

  it('another time, another session, or another mentor than the requested one', async () => {
    const [{ schedule, slots }, other] = [await makeOne({ mentors: 2 }), await makeOne()]
    const wanted = slots[0]!
    const rest = [...slots, ...other.slots].filter(({ id }) => id !== wanted.id).map(({ id }) => id)
    await whileLocked('slots', rest, expectBooked({ client, schedule: schedule.id, mentor: wanted.mentor_id }))
  })

  it('a slot that is no longer planned', async () => {
    const { schedule, slots } = await makeOne({ mentors: 2 })
    await db.updateTable('slots').set({ live: false }).where('id', '=', slots[0]!.id).execute()
    await whileLocked('slots', [slots[0]!.id], expectBooked({ client, schedule: schedule.id }))
  })
})

it('a refusal does not wait for the seats of a full time', async () => {
  const { schedule, slots } = await makeOne()
  await makeAppointment(db, slots[0]!.id, await newClient())
  await whileLocked('slots', [slots[0]!.id], async on =>
    expect(await bookOne(on, { client, schedule: schedule.id })).toMatchObject({ refusal: 'slot_taken' }),
  )
})

it('does not refuse a time that became free while another request of the batch waited', async () => {
  const [quiet, full] = [await makeOne(), await makeOne()]
  const { id } = await makeAppointment(db, full.slots[0]!.id, await newClient())
  const other = await newClient()
  const { refusals } = await db.transaction().execute(async blocker => {
    await blocker.selectFrom('users').select('id').where('id', '=', client).forNoKeyUpdate().execute()
    const waiting = refusalsOf([
      { client, schedule: quiet.schedule.id },
      { client: other, schedule: full.schedule.id },
    ])
    waiting.catch(() => {})
    await waitForLocks(db)
    await db.updateTable('appointments').set({ status: 'cancelled', cancelled_by: 'client' }).where('id', '=', id).execute()
    return { refusals: waiting }
  })
  expect(await refusals).toEqual([null, null])
  expect(await appointmentsOf(other)).toHaveLength(1)
})
