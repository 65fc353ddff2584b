import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeContract, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'
import { bookingTime as now, bookOne, type BookingInput } from './testing/book.ts'

const { db } = await openTestDatabase()

const place = await makePlace(db)
const supportType = await makeSupportType(db, { price_amount: 600 })
const unknownId = '00000000-0000-7000-8000-000000000000'

const book = (request: BookingInput) => bookOne(db, request)

type Fields = NonNullable<Parameters<typeof makeSchedule>[1]['fields']>

/** Two half hours, from 9. */
async function makeOne({ mentors = 1, seats = 1, type = supportType, fields = {} as Fields } = {}) {
  const rostered = await Promise.all(Array.from({ length: mentors }, () => makeMentor(db)))
  const input = { supportType: type, place, mentors: rostered, from: '2027-03-01T09:00', to: '2027-03-01T10:00', seats, fields }
  return { ...(await makeSchedule(db, input)), mentors: rostered }
}

const read = (id: string | null) => db.selectFrom('appointments').selectAll().where('id', '=', id!).executeTakeFirstOrThrow()

let client: string
beforeEach(async () => {
  client = (await makeUser(db)).id
})

describe('a booking', () => {
  it('keeps what was asked, at the price of the day', async () => {
    const { schedule } = await makeOne()
    const { refusal, appointment } = await book({ client, schedule: schedule.id, questions: ['Why?'] })
    expect(refusal).toBeNull()
    expect(await read(appointment)).toMatchObject({
      user_id: client,
      status: 'booked',
      questions: ['Why?'],
      price_amount: 600,
      booked_by: client,
      requested_mentor_id: null,
      created_at: now,
    })
  })

  it('waits for approval where the support type needs it, unless staff books', async () => {
    const type = await makeSupportType(db, { needs_approval: true })
    const { schedule } = await makeOne({ mentors: 2, type })
    expect(await read((await book({ client, schedule: schedule.id })).appointment)).toMatchObject({ status: 'pending' })
    const other = (await makeUser(db)).id
    expect(await read((await book({ client: other, schedule: schedule.id, staff: true })).appointment)).toMatchObject({ status: 'booked' })
  })

  it('is with the requested mentor, otherwise with the one with the fewest bookings, then by roster', async () => {
    const { schedule, mentors } = await makeOne({ mentors: 3, seats: 2 })
    const mentorOf = async (input: Partial<BookingInput> = {}) =>
      (await read((await book({ client: (await makeUser(db)).id, schedule: schedule.id, ...input })).appointment)).mentor_id
    const [first, second, third] = mentors.map(({ id }) => id)
    expect(await mentorOf({ mentor: second! })).toBe(second)
    expect(await mentorOf()).toBe(first)
    expect(await mentorOf()).toBe(third)
    expect(await mentorOf()).toBe(first)
  })

  it.each([
    ['a reserved seat', { held: 1 }],
    ['a slot that is no longer planned', { live: false }],
  ])('is not with a mentor who has only %s', async (_what, change) => {
    const { schedule, mentors } = await makeOne({ mentors: 2 })
    await db.updateTable('slots').set(change).where('mentor_id', '=', mentors[0]!.id).execute()
    const { refusal, appointment } = await book({ client, schedule: schedule.id })
    expect(refusal).toBeNull()
    expect((await read(appointment)).mentor_id).toBe(mentors[1]!.id)
  })
})

describe('a refusal', () => {
  it('not_found: no such client, an inactive one, no such session, a draft', async () => {
    const { schedule } = await makeOne()
    const draft = await makeOne({ fields: { status: 'draft' } })
    const gone = await makeUser(db, { active: false })
    for (const input of [
      { client: unknownId, schedule: schedule.id },
      { client: gone.id, schedule: schedule.id },
      { client, schedule: unknownId },
      { client, schedule: draft.schedule.id },
    ]) {
      expect(await book({ ...input, by: client })).toMatchObject({ refusal: 'not_found', appointment: null })
    }
  })

  it('not_found for clients, not for staff: a session of a retired support type', async () => {
    const type = await makeSupportType(db)
    const { schedule } = await makeOne({ type })
    await db.updateTable('support_types').set({ active: false }).where('id', '=', type.id).execute()
    expect(await book({ client, schedule: schedule.id })).toMatchObject({ refusal: 'not_found', appointment: null })
    expect(await book({ client, schedule: schedule.id, staff: true })).toMatchObject({ refusal: null })
  })

  it('not_bookable: cancelled, no such time, no such mentor', async () => {
    const cancelled = await makeOne({ fields: { status: 'cancelled' } })
    const { schedule } = await makeOne()
    const stranger = await makeMentor(db)
    const why = async (input: Partial<BookingInput>) => book({ client, schedule: schedule.id, ...input })
    expect(await why({ schedule: cancelled.schedule.id })).toMatchObject({ refusal: 'not_bookable', reason: 'cancelled' })
    expect(await why({ at: '2027-03-01T09:15:00Z' })).toMatchObject({ refusal: 'not_bookable', reason: 'no_such_time' })
    expect(await why({ mentor: stranger.id })).toMatchObject({ refusal: 'not_bookable', reason: 'no_such_time' })
  })

  it('not_bookable: kept for an interpreter, also for a client who does not exist', async () => {
    const { schedule } = await makeOne({ fields: { interpreted: true } })
    for (const id of [client, unknownId])
      expect(await book({ client: id, schedule: schedule.id, by: client })).toMatchObject({
        refusal: 'not_bookable',
        reason: 'interpreted',
      })
  })

  it('not_bookable: inside the notice period, to the second; not for staff', async () => {
    const { schedule } = await makeOne()
    const at = (present: string, staff = false) => book({ client, schedule: schedule.id, present, staff })
    expect(await at('2027-03-01T07:00:01Z')).toMatchObject({ refusal: 'not_bookable', reason: 'notice' })
    expect(await at('2027-03-01T07:00:00Z')).toMatchObject({ refusal: null })
    const other = await makeOne()
    const late = { client: (await makeUser(db)).id, schedule: other.schedule.id, present: '2027-03-01T08:59:00Z' }
    expect(await book({ ...late, staff: true })).toMatchObject({ refusal: null })
  })

  it('not_bookable: past; for staff once it is over', async () => {
    const { schedule } = await makeOne()
    const at = (present: string, staff = false) => book({ client, schedule: schedule.id, present, staff })
    expect(await at('2027-03-01T09:00:00Z')).toMatchObject({ refusal: 'not_bookable', reason: 'past' })
    expect(await at('2027-03-01T09:30:00Z', true)).toMatchObject({ refusal: 'not_bookable', reason: 'past' })
    expect(await at('2027-03-01T09:29:00Z', true)).toMatchObject({ refusal: null })
  })

  it('not_bookable: not open yet; open to the second', async () => {
    const { schedule } = await makeOne({ fields: { booking_opens_at: now } })
    const at = (present: string) => book({ client, schedule: schedule.id, present })
    expect(await at('2027-03-01T06:59:59Z')).toMatchObject({ refusal: 'not_bookable', reason: 'not_open_yet' })
    expect(await at(now)).toMatchObject({ refusal: null })
  })

  it('slot_taken: all seats, those of the mentor asked for, those on offer', async () => {
    const { schedule, slots, mentors } = await makeOne({ mentors: 2 })
    const someone = async () => (await makeUser(db)).id
    await makeAppointment(db, slots[0]!.id, await someone())
    expect(await book({ client, schedule: schedule.id, mentor: mentors[0]!.id })).toMatchObject({ refusal: 'slot_taken' })
    await sql`INSERT INTO waiting_list (user_id, support_type_id, from_date, to_date, state, offered_slot_id, offer_ends_at)
      VALUES (${await someone()}, ${supportType.id}, '2027-03-01', '2027-03-02', 'offered', ${slots[1]!.id}, now())`.execute(db)
    expect(await book({ client, schedule: schedule.id })).toMatchObject({ refusal: 'slot_taken', appointment: null })
  })

  it('client_busy: something else at that time, also when nothing is free', async () => {
    const [mine, other] = [await makeOne(), await makeOne()]
    await book({ client, schedule: mine.schedule.id })
    expect(await book({ client, schedule: other.schedule.id })).toMatchObject({ refusal: 'client_busy', appointment: null })
    expect(await book({ client, schedule: mine.schedule.id })).toMatchObject({ refusal: 'client_busy' })
    expect((await db.selectFrom('slots').select('taken').where('id', '=', other.slots[0]!.id).executeTakeFirst())!.taken).toBe(0)
  })

  it('too_many_open: at three ahead; not for staff, and not for what has begun', async () => {
    const [first, , ...more] = await Promise.all(
      [9, 10, 11, 12, 13].map(hour =>
        makeMentor(db).then(mentor =>
          makeSchedule(db, {
            supportType,
            place,
            mentors: [mentor],
            from: `2027-03-02T${String(hour).padStart(2, '0')}:00`,
            to: `2027-03-02T${String(hour).padStart(2, '0')}:30`,
          }),
        ),
      ),
    )
    const bookIn = ({ schedule }: NonNullable<typeof first>, input: Partial<BookingInput> = {}) =>
      book({ client, schedule: schedule.id, at: schedule.starts_at, ...input })
    for (const session of [first!, more[0]!, more[1]!]) expect(await bookIn(session)).toMatchObject({ refusal: null })
    expect(await bookIn(more[2]!)).toMatchObject({ refusal: 'too_many_open' })
    expect(await bookIn(more[2]!, { present: '2027-03-02T09:00:00Z' })).toMatchObject({ refusal: null })
    expect(await book({ client, schedule: (await makeOne()).schedule.id, staff: true })).toMatchObject({ refusal: null })
  })

  it('too_many_open: also when four are booked at once', async () => {
    const sessions = await Promise.all(
      [14, 15, 16, 17, 18, 19].map(async hour =>
        makeSchedule(db, {
          supportType,
          place,
          mentors: [await makeMentor(db)],
          from: `2027-03-02T${hour}:00`,
          to: `2027-03-02T${hour}:30`,
        }),
      ),
    )
    const outcomes = await Promise.all(sessions.map(({ schedule }) => book({ client, schedule: schedule.id, at: schedule.starts_at })))
    expect(outcomes.map(({ refusal }) => refusal).filter(refusal => refusal === null)).toHaveLength(3)
    expect(outcomes.map(({ refusal }) => refusal).filter(refusal => refusal === 'too_many_open')).toHaveLength(3)
  })

  it('missed_too_many: three unexcused in 90 days; excused, older and future ones do not count; staff can', async () => {
    const miss = async (date: string, fields = {}) => {
      const mentor = await makeMentor(db)
      const { slots } = await makeSchedule(db, { supportType, place, mentors: [mentor], from: `${date}T12:00`, to: `${date}T12:30` })
      await makeAppointment(db, slots[0]!.id, client, { status: 'noshow', ...fields })
    }
    await miss('2027-02-01')
    await miss('2027-02-02')
    await miss('2026-11-01')
    await miss('2027-02-03', { excused_at: now })
    const { schedule } = await makeOne()
    const attempt = (staff: boolean) => book({ client, schedule: schedule.id, staff })
    expect(await attempt(false)).toMatchObject({ refusal: null })
    await miss('2027-02-04')
    const other = await makeOne()
    const next = { client, schedule: other.schedule.id, at: '2027-03-01T09:30:00Z' }
    expect(await book(next)).toMatchObject({ refusal: 'missed_too_many' })
    expect(await book({ ...next, staff: true })).toMatchObject({ refusal: null })
    // The missed appointment of 4 February at noon counts until exactly 90 days later, on 5 May.
    const count = async (at: string) =>
      (await sql<{ missed: number }>`SELECT missed FROM client_standing(${client}, ${at}, 90)`.execute(db)).rows[0]?.missed
    expect(await count('2027-05-05T11:59:59.999999Z')).toBe(1)
    expect(await count('2027-05-05T12:00:00Z')).toBe(0)
    expect(await count('2027-02-01T11:59:59Z')).toBe(0) // none has happened yet, and November is too long ago
  })

  it('leaves nothing behind', async () => {
    const { schedule, slots } = await makeOne()
    await makeAppointment(db, slots[0]!.id, (await makeUser(db)).id)
    await book({ client, schedule: schedule.id, key: 'left-behind' })
    expect(await db.selectFrom('audit').selectAll().where('person_id', '=', client).execute()).toEqual([])
    expect(await db.selectFrom('acceptances').selectAll().where('user_id', '=', client).execute()).toEqual([])
    expect(await db.selectFrom('appointments').selectAll().where('user_id', '=', client).execute()).toEqual([])
  })
})

describe('the same key again', () => {
  it('answers the first booking, even when the time is full by now', async () => {
    const { schedule } = await makeOne()
    const first = await book({ client, schedule: schedule.id, key: 'again' })
    const second = await book({ client, schedule: schedule.id, key: 'again', present: '2027-03-01T08:30:00Z' })
    expect(second).toEqual(first)
    expect(second.refusal).toBeNull()
  })

  it('twenty times at once books once', async () => {
    const { schedule } = await makeOne({ seats: 5 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => book({ client, schedule: schedule.id, key: 'crowd' })))
    expect(new Set(answers.map(({ appointment }) => appointment)).size).toBe(1)
    expect(await db.selectFrom('appointments').selectAll().where('user_id', '=', client).execute()).toHaveLength(1)
  })

  it('belongs to its person: the same key of another person is a new one', async () => {
    const { schedule } = await makeOne({ seats: 2 })
    const other = (await makeUser(db)).id
    const [mine, theirs] = [
      await book({ client, schedule: schedule.id, key: 'same' }),
      await book({ client: other, schedule: schedule.id, key: 'same' }),
    ]
    expect(mine.appointment).not.toBe(theirs.appointment)
    expect(theirs.refusal).toBeNull()
  })
})

// Last, because every later booking requires a contract.
describe('contracts', () => {
  it('required for booking must be accepted in the version in force, and are recorded with the booking', async () => {
    const { contract, version } = await makeContract(db, { required_for: 'booking' })
    const extra = await makeContract(db)
    const { schedule } = await makeOne()
    const input = { client, schedule: schedule.id }
    const required = { refusal: 'contracts_required', missing: [version.id], appointment: null }
    expect(await book(input)).toMatchObject(required)
    expect(await book({ ...input, accepted: null })).toMatchObject(required)
    expect(await book({ ...input, staff: true })).toMatchObject(required)
    const { appointment } = await book({ ...input, accepted: [version.id, extra.version.id, unknownId] })
    expect(appointment).not.toBeNull()
    const acceptances = await db.selectFrom('acceptances').selectAll().where('user_id', '=', client).execute()
    expect(acceptances.map(({ version_id }) => version_id).toSorted()).toEqual([version.id, extra.version.id].toSorted())
    expect(acceptances[0]).toMatchObject({ ip: '203.0.113.9', user_agent: 'Test', accepted_at: now, recorded_by: client })

    const next = await db
      .insertInto('contract_versions')
      .values({ contract_id: contract.id, version: 2, title: 'Newer', body: 'Newer.', published_at: '2027-01-01T00:00:00Z' })
      .returningAll()
      .executeTakeFirstOrThrow()
    const later = { ...input, at: '2027-03-01T09:30:00Z' }
    expect(await book({ ...later, accepted: [version.id] })).toMatchObject({ refusal: 'contracts_required', missing: [next.id] })
    expect(await book({ ...later, accepted: [next.id] })).toMatchObject({ refusal: null })
  })
})
