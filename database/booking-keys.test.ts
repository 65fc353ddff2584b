import { type Kysely, sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'
import { bookBatch, bookingTime, bookOne, type BookingInput } from './testing/book.ts'
import { waitForLocks } from './testing/wait-for-locks.ts'
import type { Database } from './types.ts'

const { db } = await openTestDatabase()

const [supportType, place] = [await makeSupportType(db), await makePlace(db)]
const dayBefore = '2027-02-28T07:00:00Z'
const overADayBefore = '2027-02-28T06:59:59Z'

/** A session of two half hours; its second time is `later`. */
const makeOne = async (seats = 1) => {
  const input = { supportType, place, mentors: [await makeMentor(db)], from: '2027-03-01T09:00', to: '2027-03-01T10:00', seats }
  return (await makeSchedule(db, input)).schedule.id
}
const later = '2027-03-01T09:30:00Z'

let client: string
beforeEach(async () => {
  client = (await makeUser(db)).id
})

const book = (input: Omit<BookingInput, 'client'> & { client?: string }) => bookOne(db, { client, key: 'k', ...input })
const store = (answers: { actor: string; key: string; status?: number; answer: unknown }[], on: Kysely<Database> = db) =>
  sql`SELECT store_answers(${JSON.stringify(answers.map(one => ({ status: 201, ...one })))}::jsonb)`.execute(on)
const insertKey = (key: string, created_at: string, fingerprint = 'f', on: Kysely<Database> = db) =>
  on.insertInto('idempotency_keys').values({ actor: client, key, fingerprint, created_at }).execute()
const readKeys = (actor = client) =>
  db
    .selectFrom('idempotency_keys')
    .select(['key', 'fingerprint', 'status', 'answer', 'created_at'])
    .where('actor', '=', actor)
    .orderBy('key')
    .execute()
const appointmentsOf = (user = client) => db.selectFrom('appointments').select(['id', 'starts_at']).where('user_id', '=', user).execute()

describe('a repeated key', () => {
  it('gets the stored answer instead of the appointment', async () => {
    const schedule = await makeOne()
    const first = await book({ schedule })
    expect(first.answer).toBeNull()
    await store([{ actor: client, key: 'k', answer: { id: first.appointment } }])
    expect(await book({ schedule })).toMatchObject({ refusal: null, appointment: null, answer: { id: first.appointment } })
    expect(await appointmentsOf()).toHaveLength(1)
  })

  it('does not book again exactly 24 hours later', async () => {
    const schedule = await makeOne()
    const first = await book({ schedule, present: dayBefore })
    expect(await book({ schedule })).toMatchObject({ refusal: null, appointment: first.appointment })
    await store([{ actor: client, key: 'k', answer: 'stored' }])
    expect(await book({ schedule })).toMatchObject({ refusal: null, answer: 'stored' })
    expect(await book({ schedule, at: later, fingerprint: 'g' })).toMatchObject({ refusal: 'idempotency_mismatch', appointment: null })
  })

  it('does not stop another booking after more than 24 hours, and then gets the answer of that one', async () => {
    const schedule = await makeOne()
    const first = await book({ schedule, present: overADayBefore })
    await store([{ actor: client, key: 'k', answer: 'first' }])
    const second = await book({ schedule, at: later, fingerprint: 'g' })
    expect(second.refusal).toBeNull()
    expect(second.appointment).not.toBe(first.appointment)
    expect(await readKeys()).toMatchObject([{ fingerprint: 'g', status: null, answer: null, created_at: bookingTime }])
    await store([{ actor: client, key: 'k', answer: 'second' }])
    expect(await book({ schedule, at: later, fingerprint: 'g' })).toMatchObject({ refusal: null, answer: 'second' })
    expect(await appointmentsOf()).toHaveLength(2)
  })

  it('does not stop a booking if it has neither an appointment nor an answer', async () => {
    await insertKey('k', '2027-03-01T06:59:00Z')
    expect(await book({ schedule: await makeOne() })).toMatchObject({ refusal: null })
    expect(await readKeys()).toMatchObject([{ created_at: bookingTime }])
  })

  it('does not get the answer of another key, nor of another person’s same key', async () => {
    const other = (await makeUser(db)).id
    const schedule = await makeOne(3)
    await book({ schedule })
    await book({ schedule, client: other })
    await book({ schedule, at: later, key: 'l' })
    await store([{ actor: client, key: 'k', answer: 'mine' }])
    expect(await readKeys()).toMatchObject([
      { key: 'k', answer: 'mine' },
      { key: 'l', answer: null },
    ])
    expect(await readKeys(other)).toMatchObject([{ key: 'k', status: null, answer: null }])
    expect((await book({ schedule, client: other })).answer).toBeNull()
    expect((await book({ schedule, at: later, key: 'l' })).answer).toBeNull()
  })
})

describe('a key', () => {
  it('of a refused request is not kept, even if the batch has a booking of the same client', async () => {
    const [schedule, clash] = [await makeOne(), await makeOne()]
    const outcomes = await bookBatch(db, [
      { client, schedule, key: 'a' },
      { client, schedule: clash, key: 'b' },
      { client, schedule, key: 'c', at: '2027-03-01T09:07:00Z' },
    ])
    expect(outcomes.map(({ refusal }) => refusal)).toEqual([null, 'client_busy', 'not_bookable'])
    expect((await readKeys()).map(({ key }) => key)).toEqual(['a'])
  })

  it('is not kept by a booking without one', async () => {
    await book({ schedule: await makeOne(), key: null })
    expect(await readKeys()).toEqual([])
  })

  it('books nothing while another call uses it', async () => {
    const schedule = await makeOne()
    const attempt = await db.transaction().execute(async trx => {
      await insertKey('k', bookingTime, 'other', trx)
      const booking = book({ schedule }).catch((error: { code?: string }) => error.code)
      await waitForLocks(db)
      return { booking }
    })
    expect(await attempt.booking).toBe('40001')
    expect(await appointmentsOf()).toEqual([])
    expect(await readKeys()).toMatchObject([{ fingerprint: 'other' }])
  })

  it('of one person does not lock that of another, and is decided once in a batch', async () => {
    const other = (await makeUser(db)).id
    const schedule = await makeOne(3)
    const twice = await bookBatch(db, [
      { client, schedule, key: 'k' },
      { client, schedule, key: 'k' },
      { client: other, schedule, key: 'k' },
    ])
    expect(twice.map(({ refusal }) => refusal)).toEqual([null, null, null])
    expect(twice[1]!.appointment).toBe(twice[0]!.appointment)
    expect(twice[2]!.appointment).not.toBe(twice[0]!.appointment)
    expect([await appointmentsOf(), await appointmentsOf(other)].map(({ length }) => length)).toEqual([1, 1])
  })

  it('of staff books once for each client of a batch, next to another key', async () => {
    const [staff, other] = [(await makeUser(db)).id, (await makeUser(db)).id]
    const shared = { schedule: await makeOne(2), by: staff, staff: true }
    const outcomes = await bookBatch(db, [
      { ...shared, client, key: 'k' },
      { ...shared, client: other, key: 'l' },
    ])
    expect(outcomes.map(({ refusal }) => refusal)).toEqual([null, null])
    expect(await appointmentsOf()).toMatchObject([{ id: outcomes[0]!.appointment }])
    expect(await appointmentsOf(other)).toMatchObject([{ id: outcomes[1]!.appointment }])
    expect((await readKeys(staff)).map(({ key }) => key)).toEqual(['k', 'l'])
  })

  it('of staff is not accepted for two clients of a batch', async () => {
    const [staff, other] = [(await makeUser(db)).id, (await makeUser(db)).id]
    const schedule = await makeOne(2)
    const shared = { schedule, by: staff, staff: true, key: 'k' }
    const outcomes = await bookBatch(db, [
      { ...shared, client, fingerprint: 'f' },
      { ...shared, client: other, fingerprint: 'g' },
    ])
    expect(outcomes.map(({ refusal }) => refusal)).toEqual([null, 'idempotency_mismatch'])
    expect(await appointmentsOf(other)).toEqual([])
  })
})

it('store_answers does not make later commits of the same connection skip the disk', async () => {
  await db.connection().execute(async connection => {
    await sql`SET synchronous_commit = on`.execute(connection)
    await store([], connection)
    const { rows } = await sql<{ mode: string }>`SELECT current_setting('synchronous_commit') AS mode`.execute(connection)
    await sql`RESET synchronous_commit`.execute(connection)
    expect(rows).toEqual([{ mode: 'on' }])
  })
})
