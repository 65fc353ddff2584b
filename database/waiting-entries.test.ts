import { type Insertable, sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { isOpenEntry } from '#domain/waiting/entry-state.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'
import type { Database } from './types.ts'

const { db } = await openTestDatabase()

const [here, elsewhere] = [await makePlace(db), await makePlace(db, { time_zone: 'Asia/Kathmandu' })]
const [mentor, colleague] = [await makeMentor(db), await makeMentor(db)]

let supportType: Awaited<ReturnType<typeof makeSupportType>>
let day = 0
let date: string
// A type and a day for each test, because all share the mentors.
beforeEach(async () => {
  supportType = await makeSupportType(db)
  day += 1
  date = dateAfter(0)
})

const dateAfter = (days: number) => new Date(Date.UTC(2027, 0, 1 + 4 * day + days)).toISOString().slice(0, 10)

it('says of each state whether the entry is open, as the domain does', async () => {
  const states = ['waiting', 'offered', 'taken', 'left', 'removed', 'expired']
  const { rows } = await sql<{ state: string }>`SELECT state FROM unnest(${states}::text[]) state WHERE is_open_entry(state)`.execute(db)
  expect(rows.map(({ state }) => state)).toEqual(states.filter(isOpenEntry))
})

interface Wish {
  type?: typeof supportType
  on?: string
  endsOn?: string
  time?: [string, string]
  who?: typeof mentor
  fields?: Partial<Insertable<Database['schedules']>>
}
/** A session of one half hour with five seats: at 09:00 on the test's day, unless it is said. */
async function plan({
  type = supportType,
  on = date,
  endsOn = on,
  time: [from, to] = ['09:00', '09:30'],
  who = mentor,
  fields = {},
}: Wish = {}) {
  const wish = { supportType: type, place: here, mentors: [who], from: `${on}T${from}`, to: `${endsOn}T${to}`, seats: 5, fields }
  return (await makeSchedule(db, wish)).slots[0]!
}
const join = (fields: Partial<Insertable<Database['waiting_list']>> = {}, client: Parameters<typeof makeUser>[1] = {}) =>
  makeUser(db, client).then(({ id }) =>
    db
      .insertInto('waiting_list')
      .values({ user_id: id, support_type_id: supportType.id, from_date: date, to_date: dateAfter(1), ...fields })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
type Slot = Awaited<ReturnType<typeof plan>>
type Entry = Awaited<ReturnType<typeof join>>
/** The ids of the entries that fit a seat of the slot before the test's day, or at `at`; in order. */
const find = async ({ id }: Slot, at = `${dateAfter(-1)}T00:00:00Z`) =>
  (await sql<{ id: string }>`SELECT id FROM waiting_entries_for_slot(${id}, ${at})`.execute(db)).rows.map(row => row.id)
const idsOf = (...entries: Entry[]) => entries.map(({ id }) => id)

it('finds the entries for its type, days, place and mentor, or for any of them, in the order of the list', async () => {
  const slot = await plan()
  const [last, first] = [await join({ position: 2 }), await join({ position: 1, place_id: here.id, mentor_id: mentor.id })]
  const exact = await join({ position: 3, to_date: date })
  const upTo = await join({ position: 4, from_date: dateAfter(-1), to_date: date })
  await join({ support_type_id: (await makeSupportType(db)).id })
  await join({ place_id: elsewhere.id })
  await join({ mentor_id: colleague.id })
  await join({ from_date: dateAfter(1) })
  await join({ from_date: dateAfter(-1), to_date: dateAfter(-1) })
  expect(await find(slot)).toEqual(idsOf(first, last, exact, upTo))
})

it.each(['taken', 'left', 'removed', 'expired'] as const)('does not find an entry that is %s', async state => {
  const slot = await plan()
  await join({ state })
  expect(await find(slot)).toEqual([])
})

it('finds no entry of a client who is inactive', async () => {
  const slot = await plan()
  const [entry, other] = [await join(), await join()]
  await db.updateTable('users').set({ active: false }).where('id', '=', entry.user_id).execute()
  await db.updateTable('waiting_list').set({ state: 'waiting' }).where('id', '=', entry.id).execute()
  expect(await find(slot)).toEqual(idsOf(other))
})

it('keeps the seats of a session with an interpreter for clients who need one', async () => {
  const slot = await plan({ fields: { interpreted: true } })
  const [, needing] = [await join(), await join({}, { needs_interpreter: true, spoken_language: 'uk' })]
  expect(await find(slot)).toEqual(idsOf(needing))
})

it('keeps the need for an interpreter that was told when joining', async () => {
  const slot = await plan({ fields: { interpreted: true } })
  const needing = await join({ interpreter: true })
  await join({ interpreter: false }, { needs_interpreter: true, spoken_language: 'uk' })
  expect(await find(slot)).toEqual(idsOf(needing))
})

it('offers no seat of a mentor who does not speak the language that is waited for', async () => {
  const slot = await plan()
  await db
    .updateTable('users')
    .set({ working_languages: ['cy', 'en'] })
    .where('id', '=', mentor.id)
    .execute()
  const welsh = await join({ language: 'cy' })
  await join({ language: 'uk' })
  expect(await find(slot)).toEqual(idsOf(welsh))
})

describe('a seat fits no entry', () => {
  const setSlot = ({ id }: Slot, fields: { live: boolean }) => db.updateTable('slots').set(fields).where('id', '=', id).execute()
  it.each<[string, (slot: Slot) => Promise<unknown>]>([
    ['that is no longer planned', slot => setSlot(slot, { live: false })],
    ['of a retired support type', () => db.updateTable('support_types').set({ active: false }).where('id', '=', supportType.id).execute()],
    ['of a draft', ({ schedule_id }) => db.updateTable('schedules').set({ status: 'draft' }).where('id', '=', schedule_id).execute()],
    ['on a closed day', () => db.insertInto('closed_days').values({ place_id: here.id, date, reason: 'Holiday' }).execute()],
    [
      'of a mentor who is away',
      ({ starts_at, ends_at }) => db.insertInto('time_off').values({ mentor_id: mentor.id, starts_at, ends_at, reason: '' }).execute(),
    ],
  ])('%s', async (_, change) => {
    const slot = await plan()
    await change(slot)
    await join()
    expect(await find(slot)).toEqual([])
  })

  it('of an inactive mentor', async () => {
    const who = await makeMentor(db)
    const slot = await plan({ who })
    await db.updateTable('users').set({ active: false }).where('id', '=', who.id).execute()
    await join()
    expect(await find(slot)).toEqual([])
  })
})

describe('offers', () => {
  const offered = ({ id }: Slot) => ({ state: 'offered' as const, offered_slot_id: id, offer_ends_at: `${date}T08:00:00Z` })

  it('stop a client with an open one, for any time, and no other client', async () => {
    const slot = await plan()
    const other = await plan({ type: await makeSupportType(db), who: colleague })
    const [entry, next] = [await join(), await join()]
    expect(await find(slot)).toEqual(idsOf(entry, next))
    await join({ user_id: entry.user_id, support_type_id: (await makeSupportType(db)).id, ...offered(other) })
    expect(await find(slot)).toEqual(idsOf(next))
  })

  it.each([
    ['declined', false],
    ['expired', false],
    ['withdrawn', true],
  ] as const)('of the seat before, %s, decide whether it is offered again', async (outcome, again) => {
    const [slot, other] = [await plan(), await plan({ time: ['10:00', '10:30'] })]
    const [entry, next] = [await join(), await join()]
    await db
      .insertInto('waiting_offers')
      .values({ entry_id: entry.id, slot_id: slot.id, ends_at: `${date}T08:00:00Z`, outcome })
      .execute()
    expect(await find(slot)).toEqual(again ? idsOf(entry, next) : idsOf(next))
    expect(await find(other)).toEqual(idsOf(entry, next))
  })

  it('of the seat before, to another entry of the same client, count too', async () => {
    const slot = await plan()
    const [first, next] = [await join(), await join()]
    await join({ user_id: first.user_id, to_date: dateAfter(2) })
    const offer = { entry_id: first.id, slot_id: slot.id, ends_at: `${date}T08:00:00Z`, outcome: 'expired' } as const
    await db.insertInto('waiting_offers').values(offer).execute()
    expect(await find(slot)).toEqual(idsOf(next))
  })
})

describe('an appointment of the client', () => {
  const book = async ({ user_id }: Entry, slot: Slot, fields: object = {}) => {
    const { id } = await makeAppointment(db, slot.id, user_id)
    if (Object.keys(fields).length > 0) await db.updateTable('appointments').set(fields).where('id', '=', id).execute()
  }
  const cancelled = (by: 'client' | 'organisation') => ({
    status: 'cancelled',
    cancelled_by: by,
    cancelled_at: `${dateAfter(-1)}T08:00:00Z`,
  })
  const otherType = async (wish: Wish) => plan({ who: colleague, type: await makeSupportType(db), ...wish })

  it.each<[string, boolean, (slot: Slot) => Promise<[Slot, object?]>]>([
    ['at the same time', false, async () => [await otherType({})]],
    ['into the time', false, async () => [await otherType({ time: ['08:45', '09:15'] })]],
    ['out of the time', false, async () => [await otherType({ time: ['09:15', '09:45'] })]],
    ['of that time that has an outcome', false, async () => [await otherType({}), { status: 'fulfilled' }]],
    ['that ends when the time begins', true, async () => [await otherType({ time: ['08:30', '09:00'] })]],
    ['that begins when the time ends', true, async () => [await otherType({ time: ['09:30', '10:00'] })]],
    ['at the same time that is cancelled', true, async () => [await otherType({}), cancelled('client')]],
    ['of the same type within the days', false, async () => [await plan({ on: dateAfter(1), time: ['12:00', '12:30'] })]],
    ['of the same type after the days', true, async () => [await plan({ on: dateAfter(2) })]],
    ['of the same type before the days', true, async () => [await plan({ on: dateAfter(-1) })]],
    [
      'of the same type before the days, which are the days of its place',
      true,
      async () => [await plan({ on: dateAfter(-1), time: ['23:45', '00:15'], endsOn: date })],
    ],
    ['of the same type that has an outcome', true, async () => [await plan({ on: dateAfter(1) }), { status: 'noshow' }]],
    ['of another type within the days', true, async () => [await otherType({ on: dateAfter(1) })]],
    ['of this seat that the client gave back', false, async slot => [slot, cancelled('client')]],
    ['of this seat that the organisation cancelled', true, async slot => [slot, cancelled('organisation')]],
    ['of another seat that the client gave back', true, async () => [await plan({ time: ['12:00', '12:30'] }), cancelled('client')]],
  ])('%s leaves the seat to the client: %s', async (_, fits, prepare) => {
    const slot = await plan()
    const [entry, next] = [await join(), await join()]
    const [taken, fields] = await prepare(slot)
    await book(entry, taken, fields)
    expect(await find(slot)).toEqual(fits ? idsOf(entry, next) : idsOf(next))
  })

  it('that the client gave back keeps no seat from them that has moved to another time since', async () => {
    const slot = await plan()
    const [entry, next] = [await join(), await join()]
    await book(entry, slot, cancelled('client'))
    await makeAppointment(db, slot.id, (await makeUser(db)).id)
    expect(await find(slot)).toEqual(idsOf(next))
    await sql`SELECT shift_slots(${slot.schedule_id}, interval '3 hours')`.execute(db)
    expect(await find(slot)).toEqual(idsOf(entry, next))
    await sql`SELECT shift_slots(${slot.schedule_id}, interval '-3 hours')`.execute(db)
    expect(await find(slot)).toEqual(idsOf(next))
  })

  it('of the same type keeps the client from other seats until it is over, also without an outcome', async () => {
    const slot = await plan({ on: dateAfter(1) })
    const [entry, next] = [await join(), await join()]
    const earlier = await plan()
    await book(entry, earlier)
    expect(await find(slot, new Date(Date.parse(earlier.ends_at) - 1).toISOString())).toEqual(idsOf(next))
    expect(await find(slot, earlier.ends_at)).toEqual(idsOf(entry, next))
  })
})
