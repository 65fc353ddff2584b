import { type Insertable, sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'
import type { Database } from './types.ts'

const { db } = await openTestDatabase()

const place = await makePlace(db)
let supportType: Awaited<ReturnType<typeof makeSupportType>>
// One for each test, so that no entry gets a seat that another test frees.
beforeEach(async () => {
  supportType = await makeSupportType(db)
})

async function makeSlot(seats = 1) {
  const wish = { supportType, place, from: '2027-03-01T09:00', to: '2027-03-01T09:30', seats }
  return (await makeSchedule(db, { ...wish, mentors: [await makeMentor(db)] })).slots[0]!
}

const offer = (slotId: string) => ({ state: 'offered' as const, offered_slot_id: slotId, offer_ends_at: '2027-02-01T12:00:00Z' })
const noOffer = { offered_slot_id: null, offer_ends_at: null }

async function wait(fields: Partial<Insertable<Database['waiting_list']>> = {}) {
  const client = await makeUser(db)
  return db
    .insertInto('waiting_list')
    .values({
      user_id: client.id,
      support_type_id: supportType.id,
      from_date: '2027-03-01',
      to_date: '2027-03-31',
      ...noOffer,
      ...fields,
    } as never)
    .returningAll()
    .executeTakeFirst()
}

const change = async (id: string, fields: Record<string, unknown>) =>
  Number((await db.updateTable('waiting_list').set(fields).where('id', '=', id).executeTakeFirstOrThrow()).numUpdatedRows)
const heldOf = async (id: string) => (await db.selectFrom('slots').select('held').where('id', '=', id).executeTakeFirstOrThrow()).held

describe('an offer', () => {
  it('holds its seat for its client', async () => {
    const slot = await makeSlot()
    const entry = await wait()
    expect(await change(entry!.id, offer(slot.id))).toBe(1)
    expect(await heldOf(slot.id)).toBe(1)
    await expect(makeAppointment(db, slot.id, (await makeUser(db)).id)).rejects.toThrow(/no result/)
    expect(await wait(offer(slot.id))).toBeUndefined()
  })

  it.each(['left', 'expired', 'waiting', 'taken'] as const)('that becomes %s lets the seat go', async state => {
    const slot = await makeSlot()
    const entry = await wait(offer(slot.id))
    await change(entry!.id, { state, ...noOffer })
    expect(await heldOf(slot.id)).toBe(0)
    await makeAppointment(db, slot.id, (await makeUser(db)).id)
  })

  it('is accepted without a moment in which another client could book the seat', async () => {
    const slot = await makeSlot()
    const entry = await wait(offer(slot.id))
    const trx = await db.startTransaction().execute()
    await trx
      .updateTable('waiting_list')
      .set({ state: 'taken', ...noOffer })
      .where('id', '=', entry!.id)
      .execute()
    const late = makeAppointment(db, slot.id, (await makeUser(db)).id).then(
      () => 'written',
      () => 'nothing',
    )
    await trx
      .insertInto('appointments')
      .values({ slot_id: slot.id, user_id: entry!.user_id, status: 'booked', booked_by: entry!.user_id } as never)
      .execute()
    await trx.commit().execute()
    expect(await late).toBe('nothing')
  })

  it('releases its seat when it is deleted, and the list refuses TRUNCATE', async () => {
    const slot = await makeSlot()
    const entry = await wait(offer(slot.id))
    await expect(sql`TRUNCATE waiting_list CASCADE`.execute(db)).rejects.toMatchObject({ constraint: 'never_emptied' })
    await db.deleteFrom('waiting_list').where('id', '=', entry!.id).execute()
    expect(await heldOf(slot.id)).toBe(0)
  })

  it('is refused for a full or unplanned slot', async () => {
    const full = await makeSlot()
    await makeAppointment(db, full.id, (await makeUser(db)).id)
    const unplanned = await makeSlot()
    await db.updateTable('slots').set({ live: false }).where('id', '=', unplanned.id).execute()
    const entry = await wait()
    expect(await change(entry!.id, offer(full.id))).toBe(0)
    expect(await change(entry!.id, offer(unplanned.id))).toBe(0)
    expect(await db.selectFrom('waiting_list').select('state').where('id', '=', entry!.id).executeTakeFirst()).toEqual({ state: 'waiting' })
  })

  it('goes over to another slot, or stays where it was with its seat', async () => {
    const [first, second, full] = [await makeSlot(), await makeSlot(), await makeSlot()]
    await makeAppointment(db, full.id, (await makeUser(db)).id)
    const entry = await wait(offer(first.id))
    expect(await change(entry!.id, offer(second.id))).toBe(1)
    expect([await heldOf(first.id), await heldOf(second.id)]).toEqual([0, 1])
    expect(await change(entry!.id, offer(full.id))).toBe(0)
    expect([await heldOf(second.id), await heldOf(full.id)]).toEqual([1, 0])
  })

  it('names its slot and its end, and nothing else does', async () => {
    const slot = await makeSlot()
    const entry = await wait()
    await expect(change(entry!.id, { state: 'offered' })).rejects.toMatchObject({ constraint: 'waiting_list_offer' })
    await expect(change(entry!.id, { offered_slot_id: slot.id, offer_ends_at: '2027-01-01T00:00:00Z' })).rejects.toMatchObject({
      constraint: 'waiting_list_offer',
    })
    expect(await heldOf(slot.id)).toBe(0)
  })

  it('is made once for the last seat, also concurrently', async () => {
    const slot = await makeSlot(2)
    const entries = await Promise.all(Array.from({ length: 12 }, () => wait()))
    const made = await Promise.all(entries.map(entry => change(entry!.id, offer(slot.id))))
    expect(made.reduce((sum, rows) => sum + rows, 0)).toBe(2)
    expect(await heldOf(slot.id)).toBe(2)
  })

  it('crosses with another one without a deadlock', async () => {
    const [here, there] = [await makeSlot(8), await makeSlot(8)]
    const entries = await Promise.all(Array.from({ length: 8 }, (_, index) => wait(offer(index % 2 ? here.id : there.id))))
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(entries.map((entry, index) => change(entry!.id, offer((index + round) % 2 ? there.id : here.id))))
    }
    expect((await heldOf(here.id)) + (await heldOf(there.id))).toBe(8)
  })
})

it('a slot with an offer is not deleted, and its seats are not cut away', async () => {
  const slot = await makeSlot()
  await wait(offer(slot.id))
  await expect(db.deleteFrom('slots').where('id', '=', slot.id).execute()).rejects.toMatchObject({ code: '23503' })
  await expect(db.updateTable('slots').set({ live: false }).where('id', '=', slot.id).execute()).rejects.toMatchObject({
    constraint: 'slots_live',
  })
})

it('refuses a second entry for the same support type and days', async () => {
  const entry = await wait()
  await expect(wait({ user_id: entry!.user_id })).rejects.toMatchObject({ constraint: 'waiting_list_once' })
  await change(entry!.id, { state: 'left' })
  expect(await wait({ user_id: entry!.user_id })).toBeDefined()
})

describe('a new session', () => {
  it('reserves a seat for each waiting client', async () => {
    await wait()
    await wait()
    const { slots } = await makeSchedule(db, {
      supportType,
      place,
      mentors: [await makeMentor(db)],
      from: '2027-03-01T09:00',
      to: '2027-03-01T10:30',
    })
    expect(await Promise.all(slots.map(({ id }) => heldOf(id)))).toEqual([1, 1, 0])
  })

  it('reserves a seat for a client who waits, also where another session has reserved one', async () => {
    await wait()
    for (const day of ['2027-03-01', '2027-03-02']) {
      const wish = { supportType, place, mentors: [await makeMentor(db)], from: `${day}T09:00`, to: `${day}T10:30` }
      const { slots } = await makeSchedule(db, wish)
      expect(await Promise.all(slots.map(({ id }) => heldOf(id)))).toEqual([1, 0, 0])
    }
  })
})

it('reserves no seat of a full or unplanned slot', async () => {
  const full = await makeSlot()
  await makeAppointment(db, full.id, (await makeUser(db)).id)
  const unplanned = await makeSlot()
  await db.updateTable('slots').set({ live: false }).where('id', '=', unplanned.id).execute()
  for (const { id } of [full, unplanned]) {
    expect(await db.insertInto('freed_seats').values({ slot_id: id }).returning('slot_id').execute()).toEqual([])
    expect(await heldOf(id)).toBe(0)
  }
})

it('ends the entries of a client who is deactivated, not of one who stays active', async () => {
  const entry = await wait()
  const stateOf = async () =>
    (await db.selectFrom('waiting_list').select('state').where('id', '=', entry!.id).executeTakeFirstOrThrow()).state
  const setActive = (active: boolean) => db.updateTable('users').set({ active }).where('id', '=', entry!.user_id).execute()
  await setActive(true)
  expect(await stateOf()).toBe('waiting')
  await setActive(false)
  expect(await stateOf()).toBe('left')
})
