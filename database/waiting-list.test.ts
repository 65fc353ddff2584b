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

type Wish = Partial<Insertable<Database['waiting_list']>>
const needsInterpreter = { needs_interpreter: true, spoken_language: 'uk' }

async function wait(fields: Wish = {}, person: Parameters<typeof makeUser>[1] = {}) {
  const client = await makeUser(db, person)
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

  it.each<[string, number, (id: string) => Promise<unknown>]>([
    ['is deleted', 1, id => db.deleteFrom('waiting_list').where('id', '=', id).execute()],
    ['expires', 1, id => change(id, { state: 'expired', ...noOffer })],
    ['is accepted', 0, id => change(id, { state: 'taken', ...noOffer })],
  ])('that %s reserves %i seats for the next entry', async (_, held, end) => {
    const slot = await makeSlot()
    const entry = await wait(offer(slot.id))
    await wait()
    await end(entry!.id)
    expect(await heldOf(slot.id)).toBe(held)
  })

  it('does not lock other slots', async () => {
    const [slot, other] = [await makeSlot(), await makeSlot()]
    const entry = await wait()
    const trx = await db.startTransaction().execute()
    await trx.updateTable('waiting_list').set(offer(slot.id)).where('id', '=', entry!.id).execute()
    const unlocked = await sql`SELECT id FROM slots WHERE id IN (${slot.id}, ${other.id}) FOR UPDATE SKIP LOCKED`.execute(db)
    await trx.rollback().execute()
    expect(unlocked.rows).toEqual([{ id: other.id }])
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

  it('is not made for a retired support type', async () => {
    const slot = await makeSlot()
    const entry = await wait()
    await db.updateTable('support_types').set({ active: false }).where('id', '=', supportType.id).execute()
    expect(await change(entry!.id, offer(slot.id))).toBe(0)
    expect(await heldOf(slot.id)).toBe(0)
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

  it('is not what names a slot without an end: no seat is held', async () => {
    const slot = await makeSlot()
    const entry = await wait()
    for (const fields of [{ offered_slot_id: slot.id }, { state: 'left' }, noOffer]) {
      expect(await change(entry!.id, fields)).toBe(1)
      expect(await heldOf(slot.id)).toBe(0)
    }
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

describe('the history of offers', () => {
  const offersOf = ({ id }: { id: string }) =>
    db.selectFrom('waiting_offers').select(['slot_id', 'outcome']).where('entry_id', '=', id).orderBy('made_at').execute()
  const messagesTo = async ({ user_id }: { user_id: string }) =>
    (await db.selectFrom('outbox').select('kind').where('user_id', '=', user_id).orderBy('created_at').execute()).map(({ kind }) => kind)

  it('has a new offer and its message for another seat, and none for a later end', async () => {
    const [first, second] = [await makeSlot(), await makeSlot()]
    const entry = (await wait(offer(first.id)))!
    await change(entry.id, { offer_ends_at: '2027-02-01T13:00:00Z' })
    expect([await offersOf(entry), await messagesTo(entry)]).toEqual([[{ slot_id: first.id, outcome: null }], ['waiting_offer']])
    await change(entry.id, offer(second.id))
    expect(await offersOf(entry)).toEqual([
      { slot_id: first.id, outcome: 'withdrawn' },
      { slot_id: second.id, outcome: null },
    ])
    expect(await messagesTo(entry)).toEqual(['waiting_offer', 'waiting_offer_ended', 'waiting_offer'])
  })

  it('keeps the open offers of other clients, and how earlier offers ended', async () => {
    const [first, second] = [await makeSlot(2), await makeSlot()]
    const [entry, other] = [(await wait(offer(first.id)))!, (await wait(offer(first.id)))!]
    await change(entry.id, { state: 'expired', ...noOffer })
    await change(entry.id, offer(second.id))
    await change(entry.id, { state: 'taken', ...noOffer })
    expect(await offersOf(entry)).toEqual([
      { slot_id: first.id, outcome: 'expired' },
      { slot_id: second.id, outcome: 'accepted' },
    ])
    expect(await offersOf(other)).toEqual([{ slot_id: first.id, outcome: null }])
  })

  it('decides by the client’s own offer of this seat whether its end is a message, even if the clock goes back', async () => {
    const [first, second] = [await makeSlot(2), await makeSlot()]
    const entry = (await wait(offer(second.id)))!
    await change(entry.id, { state: 'waiting', ...noOffer })
    const made_at = '2100-01-01T00:00:00Z'
    await db.updateTable('waiting_offers').set({ made_at }).where('entry_id', '=', entry.id).execute()
    await change(entry.id, offer(first.id))
    const other = (await wait(offer(first.id)))!
    await change(other.id, { state: 'waiting', ...noOffer })
    await db
      .updateTable('waiting_offers')
      .set({ outcome: 'declined' })
      .where('entry_id', '=', entry.id)
      .where('slot_id', '=', first.id)
      .execute()
    await change(entry.id, { state: 'waiting', ...noOffer })
    expect(await messagesTo(entry)).toEqual(['waiting_offer', 'waiting_offer_ended', 'waiting_offer'])
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

  it.each<[string, (() => Promise<Wish>) | Wish]>([
    ['another place', async () => ({ place_id: (await makePlace(db)).id })],
    ['another type of support', async () => ({ support_type_id: (await makeSupportType(db)).id })],
    ['the days before', { from_date: '2027-02-01', to_date: '2027-02-28' }],
    ['the day on which a session until midnight ends', { from_date: '2027-03-02' }],
    ['nothing any more', { state: 'expired' }],
  ])('reserves no second seat for a client when a time is added, while another one waits for %s', async (_, other) => {
    await wait(typeof other === 'function' ? await other() : other)
    await wait({ to_date: '2027-03-01', place_id: place.id })
    const [mentor, colleague] = [await makeMentor(db), await makeMentor(db)]
    const wish = { supportType, place, mentors: [mentor], from: '2027-03-01T23:00', to: '2027-03-02T00:00' }
    const { schedule, slots } = await makeSchedule(db, wish)
    const heldInSession = () =>
      db.selectFrom('slots').select('held').where('schedule_id', '=', schedule.id).orderBy('first_serial').execute()
    expect(await heldInSession()).toEqual([{ held: 1 }, { held: 0 }])
    const { id: __, ...time } = slots[0]!
    await db
      .insertInto('slots')
      .values({ ...time, held: 0, mentor_id: colleague.id, roster: 1, first_serial: 9 })
      .execute()
    expect(await heldInSession()).toEqual([{ held: 1 }, { held: 0 }, { held: 0 }])
  })
})

describe('a free seat that no client was waiting for', () => {
  const withInterpreter = async (interpreted: boolean) => {
    const wish = { supportType, place, mentors: [await makeMentor(db)], from: '2027-03-01T09:00', to: '2027-03-01T09:30' }
    return makeSchedule(db, { ...wish, fields: { interpreted } })
  }
  const changeSession = (id: string, fields: { status?: string; interpreted?: boolean }) =>
    db
      .updateTable('schedules')
      .set(fields as never)
      .where('id', '=', id)
      .execute()

  it('is not reserved when its slot is still not blocked', async () => {
    const slot = await makeSlot()
    await wait()
    await db.updateTable('slots').set({ blocked: null }).where('id', '=', slot.id).execute()
    expect(await heldOf(slot.id)).toBe(0)
  })

  it('is not reserved when its session stays published, or becomes one with an interpreter', async () => {
    const { schedule, slots } = await withInterpreter(false)
    await wait({}, needsInterpreter)
    for (const fields of [{ status: 'published' }, { interpreted: false }, { interpreted: true }, { interpreted: true }]) {
      await changeSession(schedule.id, fields)
      expect(await heldOf(slots[0]!.id)).toBe(0)
    }
  })

  it('is reserved when its session is no longer kept for appointments with an interpreter', async () => {
    const { schedule, slots } = await withInterpreter(true)
    await wait()
    expect(await heldOf(slots[0]!.id)).toBe(0)
    await changeSession(schedule.id, { interpreted: false })
    expect(await heldOf(slots[0]!.id)).toBe(1)
  })
})

it('reserves every free seat of a slot that is no longer blocked, not those that are taken', async () => {
  const slot = await makeSlot(4)
  await makeAppointment(db, slot.id, (await makeUser(db)).id)
  const closed = await db
    .insertInto('closed_days')
    .values({ place_id: place.id, date: '2027-03-01', created_by: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let entry = 0; entry < 3; entry += 1) await wait()
  expect(await heldOf(slot.id)).toBe(0)
  await db.deleteFrom('closed_days').where('id', '=', closed.id).execute()
  expect(await heldOf(slot.id)).toBe(3)
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

it('keeps the ended entries of a client who is deactivated, and the entries of other clients', async () => {
  const { id } = await makeUser(db)
  const states = ['taken', 'removed', 'expired'] as const
  const ended = await Promise.all(states.map((state, index) => wait({ user_id: id, state, to_date: `2027-03-0${index + 2}` })))
  const other = await wait()
  await db.updateTable('users').set({ active: false }).where('id', '=', id).execute()
  const stateOf = async (entry: string) =>
    (await db.selectFrom('waiting_list').select('state').where('id', '=', entry).executeTakeFirstOrThrow()).state
  expect(await Promise.all([...ended, other].map(entry => stateOf(entry!.id)))).toEqual([...states, 'waiting'])
})

describe('join_waiting_list', () => {
  const join = async (client: string, { most = 1, last = '2027-03-31' } = {}) => {
    const { rows } = await sql<{ refusal: string | null; entry: string | null }>`
      SELECT * FROM join_waiting_list(${client}, ${supportType.id}, NULL, NULL, '2027-03-01', ${last}, ${most}, '2027-02-01T00:00:00Z')`.execute(
      db,
    )
    return rows[0]!
  }

  it('refuses an inactive client, and an unknown one', async () => {
    const inactive = await makeUser(db, { active: false })
    for (const id of [inactive.id, place.id]) expect(await join(id)).toEqual({ refusal: 'not_found', entry: null })
    expect((await join((await makeUser(db)).id)).refusal).toBeNull()
  })

  it('limits the open entries of the client, and counts no ended ones and no other client’s', async () => {
    const [{ id }, { id: slot }] = [await makeUser(db), await makeSlot()]
    await wait()
    await wait({ user_id: id, state: 'left' })
    expect((await join(id, { most: 2 })).entry).not.toBeNull()
    await wait({ user_id: id, to_date: '2027-03-30', ...offer(slot) })
    expect(await join(id, { most: 2, last: '2027-03-29' })).toEqual({ refusal: 'too_many_waiting', entry: null })
    expect((await join(id, { most: 3, last: '2027-03-29' })).refusal).toBeNull()
  })
})
