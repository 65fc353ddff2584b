import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'
import type { Database } from './types.ts'

const { db } = await openTestDatabase()

const [supportType, place] = [await makeSupportType(db), await makePlace(db)]

/** A session of a new mentor with this many half hours. */
async function makeSlots(seats = 1, slots = 1) {
  const to = `2027-03-01T${String(9 + Math.floor(slots / 2)).padStart(2, '0')}:${slots % 2 ? '30' : '00'}`
  const session = await makeSchedule(db, { supportType, place, mentors: [await makeMentor(db)], from: '2027-03-01T09:00', to, seats })
  return session.slots
}

const makeSlot = async (seats = 1) => (await makeSlots(seats))[0]!

/** Books with a plain insert and returns the number of rows. */
async function book(slotId: string, on: Kysely<Database> = db): Promise<number> {
  const client = await makeUser(db)
  const { numInsertedOrUpdatedRows } = await on
    .insertInto('appointments')
    .values({ user_id: client.id, slot_id: slotId, status: 'booked', booked_by: client.id } as never)
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

const holdersOf = async (slotId: string) =>
  (
    await sql<{
      seat: number
      serial: number
    }>`SELECT seat, serial FROM appointments WHERE slot_id = ${slotId} AND holds_seat(status) ORDER BY seat`.execute(db)
  ).rows
const takenOf = async (slotId: string) =>
  (await db.selectFrom('slots').select('taken').where('id', '=', slotId).executeTakeFirstOrThrow()).taken

const cancel = (id: string) =>
  db.updateTable('appointments').set({ status: 'cancelled', cancelled_by: 'client' }).where('id', '=', id).execute()

/** A slot whose seats are all taken. */
async function fill(seats: number) {
  const slot = await makeSlot(seats)
  const held = []
  for (let seat = 1; seat <= seats; seat += 1) held.push(await makeAppointment(db, slot.id, (await makeUser(db)).id))
  return { slot, held }
}

describe('inserting', () => {
  it('takes one seat, and writes nothing when none is left', async () => {
    const slot = await makeSlot()
    expect(await book(slot.id)).toBe(1)
    expect(await book(slot.id)).toBe(0)
    expect(await takenOf(slot.id)).toBe(1)
    expect(await holdersOf(slot.id)).toHaveLength(1)
  })

  it('stops at the last seat inside one statement, too', async () => {
    const slot = await makeSlot(3)
    const clients = await Promise.all(Array.from({ length: 5 }, () => makeUser(db)))
    const { numAffectedRows } = await sql`INSERT INTO appointments (user_id, slot_id, status, booked_by)
      SELECT id, ${slot.id}::uuid, 'booked', id FROM users WHERE id = ANY (${clients.map(({ id }) => id)})`.execute(db)
    expect(numAffectedRows).toBe(3n)
    expect((await holdersOf(slot.id)).map(({ seat }) => seat)).toEqual([1, 2, 3])
  })

  it.each(['pending', 'booked', 'arrived', 'fulfilled', 'noshow'] as const)('as %s needs a seat', async status => {
    const slot = await makeSlot()
    await makeAppointment(db, slot.id, (await makeUser(db)).id, { status })
    expect(await book(slot.id)).toBe(0)
  })

  it.each(['cancelled', 'entered-in-error'] as const)('as %s needs none', async status => {
    const slot = await makeSlot()
    const cancelled_by = status === 'cancelled' ? ('client' as const) : null
    await makeAppointment(db, slot.id, (await makeUser(db)).id, { status, cancelled_by })
    expect(await takenOf(slot.id)).toBe(0)
    expect(await book(slot.id)).toBe(1)
  })

  it('goes nowhere once the slot is no longer planned', async () => {
    const slot = await makeSlot()
    await db.updateTable('slots').set({ live: false }).where('id', '=', slot.id).execute()
    expect(await book(slot.id)).toBe(0)
  })

  it('believes the slot, not the writer, about time, mentor, schedule and seat', async () => {
    const [slot, other] = [await makeSlot(), await makeSlot()]
    const client = await makeUser(db)
    const row = await makeAppointment(db, slot.id, client.id, {
      schedule_id: other.schedule_id,
      mentor_id: client.id,
      starts_at: '2030-01-01T00:00:00Z',
      ends_at: '2030-01-01T01:00:00Z',
      seat: 77,
      serial: 77,
    })
    expect(row).toMatchObject({ schedule_id: slot.schedule_id, mentor_id: slot.mentor_id, starts_at: slot.starts_at, seat: 1, serial: 1 })
  })

  it('into a slot that does not exist is refused', async () => {
    const client = await makeUser(db)
    const nowhere = '00000000-0000-7000-8000-000000000000'
    await expect(
      makeAppointment(db, nowhere, client.id, { status: 'cancelled', cancelled_by: 'client' }).then(() => 'written'),
    ).rejects.toMatchObject({ code: '23502' })
    expect(await book(nowhere)).toBe(0)
  })
})

describe('updating', () => {
  it('to cancelled or entered-in-error gives the seat back, once', async () => {
    const slot = await makeSlot()
    const { id } = await makeAppointment(db, slot.id, (await makeUser(db)).id)
    await db.updateTable('appointments').set({ status: 'cancelled', cancelled_by: 'client' }).where('id', '=', id).execute()
    await db.updateTable('appointments').set({ status: 'entered-in-error' }).where('id', '=', id).execute()
    expect(await takenOf(slot.id)).toBe(0)
    expect(await book(slot.id)).toBe(1)
    expect(await takenOf(slot.id)).toBe(1)
  })

  it('from one seat-holding status to another neither takes nor frees', async () => {
    const slot = await makeSlot(2)
    const { id } = await makeAppointment(db, slot.id, (await makeUser(db)).id, { status: 'pending' })
    for (const status of ['booked', 'arrived', 'fulfilled', 'arrived', 'booked', 'noshow'] as const) {
      await db.updateTable('appointments').set({ status }).where('id', '=', id).execute()
      expect(await takenOf(slot.id)).toBe(1)
    }
  })

  it('to a full slot changes nothing', async () => {
    const [from, to] = [await makeSlot(), await makeSlot()]
    const moving = await makeAppointment(db, from.id, (await makeUser(db)).id)
    await book(to.id)
    const { numUpdatedRows } = await db
      .updateTable('appointments')
      .set({ slot_id: to.id })
      .where('id', '=', moving.id)
      .executeTakeFirstOrThrow()
    expect(numUpdatedRows).toBe(0n)
    expect([await takenOf(from.id), await takenOf(to.id)]).toEqual([1, 1])
  })

  it('to a free slot frees the old one, and keeps id and reference', async () => {
    const [from, to] = [await makeSlot(), await makeSlot()]
    const before = await makeAppointment(db, from.id, (await makeUser(db)).id)
    const after = await db
      .updateTable('appointments')
      .set({ slot_id: to.id, reference: 'AAAAAAAA', id: '00000000-0000-7000-8000-000000000001' })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    expect(after).toMatchObject({ id: before.id, reference: before.reference, slot_id: to.id, mentor_id: to.mentor_id })
    expect([await takenOf(from.id), await takenOf(to.id)]).toEqual([0, 1])
  })

  it('to another slot keeps others from booking in both, and in no third one', async () => {
    const slots = [await makeSlot(), await makeSlot(), await makeSlot()]
    const { id } = await makeAppointment(db, slots[0]!.id, (await makeUser(db)).id)
    const unlocked = await db.transaction().execute(async trx => {
      await trx.updateTable('appointments').set({ slot_id: slots[1]!.id }).where('id', '=', id).execute()
      const ids = slots.map(slot => slot.id)
      return sql`SELECT id FROM slots WHERE id = ANY (${ids}::uuid[]) FOR NO KEY UPDATE SKIP LOCKED`.execute(db)
    })
    expect(unlocked.rows).toEqual([{ id: slots[2]!.id }])
  })

  it('cannot write what was copied from the slot', async () => {
    const slot = await makeSlot()
    const { id } = await makeAppointment(db, slot.id, (await makeUser(db)).id)
    const after = await db
      .updateTable('appointments')
      .set({ starts_at: '2030-01-01T00:00:00Z', ends_at: '2030-01-01T01:00:00Z', seat: 9, serial: 9 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    expect(after).toMatchObject({ starts_at: slot.starts_at, ends_at: slot.ends_at, seat: 1, serial: 1 })
  })
})

describe('the slot itself', () => {
  it.each([
    ['taken above seats', { taken: 3 }],
    ['taken below nothing', { taken: -1 }],
    ['held above what is left', { held: 2 }],
    ['fewer seats than are taken', { seats: 0 }],
  ])('refuses %s', async (_, change) => {
    const slot = await makeSlot(2)
    await book(slot.id)
    await expect(db.updateTable('slots').set(change).where('id', '=', slot.id).execute()).rejects.toMatchObject({ code: '23514' })
  })

  it('cannot be removed from the plan while it has an appointment', async () => {
    const slot = await makeSlot()
    await book(slot.id)
    const unplan = db.updateTable('slots').set({ live: false }).where('id', '=', slot.id).execute()
    await expect(unplan).rejects.toMatchObject({ constraint: 'slots_live' })
    await expect(db.deleteFrom('slots').where('id', '=', slot.id).execute()).rejects.toMatchObject({ code: '23503' })
    await expect(sql`TRUNCATE slots CASCADE`.execute(db)).rejects.toMatchObject({ constraint: 'never_emptied' })
  })

  it.each([1, 2])('is not sold again even if its count is wrong (%i seats)', async seats => {
    const slot = await makeSlot(seats)
    for (let seat = 0; seat < seats; seat += 1) await book(slot.id)
    await db.updateTable('slots').set({ taken: 0 }).where('id', '=', slot.id).execute()
    await expect(book(slot.id)).rejects.toMatchObject({ code: seats === 1 ? '23505' : '23502' })
    expect(await holdersOf(slot.id)).toHaveLength(seats)
  })

  it('updates its appointments, and no others, when its time or mentor changes', async () => {
    const [slot, other] = [await makeSlot(2), await makeSlot(2)]
    const mentor = await makeMentor(db)
    const [stays, left] = [await makeUser(db), await makeUser(db)]
    const elsewhere = await makeAppointment(db, other.id, (await makeUser(db)).id)
    const kept = await makeAppointment(db, slot.id, stays.id)
    const gone = await makeAppointment(db, slot.id, left.id)
    await db.updateTable('appointments').set({ status: 'cancelled', cancelled_by: 'client' }).where('id', '=', gone.id).execute()
    const of = (id: string) => db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const cancelled = await of(gone.id)
    await db.updateTable('slots').set({ mentor_id: slot.mentor_id }).where('id', '=', slot.id).execute()
    expect(await of(kept.id)).toEqual(kept)
    await db
      .updateTable('slots')
      .set({ mentor_id: mentor.id, starts_at: '2027-03-01T20:00:00Z', ends_at: '2027-03-01T20:30:00Z' })
      .where('id', '=', slot.id)
      .execute()
    expect(await of(kept.id)).toMatchObject({ mentor_id: mentor.id, starts_at: '2027-03-01T20:00:00Z', seat: 1, serial: 1 })
    expect(await of(gone.id)).toEqual(cancelled)
    expect([await of(elsewhere.id), await takenOf(slot.id)]).toEqual([elsewhere, 1])
    const { action } = await db
      .selectFrom('audit')
      .select('action')
      .where('subject_id', '=', kept.id)
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow()
    expect(action).toBe('moved')
  })
})

it('slots of a session shift together, later or earlier, without an overlap, and no others do', async () => {
  const [slots, others] = [await makeSlots(1, 4), await makeSlots(1, 2)]
  const [first, , , unplanned] = slots
  await db.updateTable('slots').set({ live: false }).where('id', '=', unplanned!.id).execute()
  const read = async (...schedules: string[]) => {
    const rows = await db
      .selectFrom('slots')
      .select(['starts_at', 'ends_at'])
      .where('schedule_id', 'in', schedules)
      .orderBy('first_serial')
      .execute()
    return rows.map(({ starts_at, ends_at }) => `${starts_at.slice(11, 16)} ${ends_at.slice(11, 16)}`)
  }
  const times = [await read(first!.schedule_id), await read(others[0]!.schedule_id)]
  const shift = (by: string) => sql`SELECT shift_slots(${first!.schedule_id}, ${by}::interval)`.execute(db)
  await shift('30 minutes')
  expect(await read(first!.schedule_id)).toEqual(['09:30 10:00', '10:00 10:30', '10:30 11:00', '10:30 11:00'])
  await shift('-30 minutes')
  expect([await read(first!.schedule_id), await read(others[0]!.schedule_id)]).toEqual(times)
})

describe('several seats', () => {
  it('are numbered from 1, serials from the slot’s first, and what was freed is filled first', async () => {
    const [, second] = await makeSlots(3, 2)
    const holders = []
    for (let seat = 0; seat < 3; seat += 1) holders.push(await makeAppointment(db, second!.id, (await makeUser(db)).id))
    expect(holders.map(({ seat, serial }) => [seat, serial])).toEqual([
      [1, 4],
      [2, 5],
      [3, 6],
    ])
    await db.updateTable('appointments').set({ status: 'cancelled', cancelled_by: 'client' }).where('id', '=', holders[1]!.id).execute()
    const next = await makeAppointment(db, second!.id, (await makeUser(db)).id)
    expect([next.seat, next.serial]).toEqual([2, 5])
  })
})

describe('undoing', () => {
  /** Changes an appointment as an undone action does. */
  const undo = (id: string, fields: Record<string, unknown>) =>
    db.transaction().execute(async trx => {
      await sql`SELECT set_config('openhour.undoing', ${id}, true)`.execute(trx)
      return trx.updateTable('appointments').set(fields).where('id', '=', id).returningAll().executeTakeFirst()
    })
  const back = { status: 'booked', cancelled_by: null, status_before: null }

  it('a cancellation gives the old seat and serial back while they are free, whatever is held elsewhere', async () => {
    const [{ slot, held }] = [await fill(3), await fill(3)]
    await cancel(held[0]!.id)
    await cancel(held[1]!.id)
    expect(await undo(held[1]!.id, back)).toMatchObject({ status: 'booked', status_before: null, seat: 2, serial: 2 })
    expect(await takenOf(slot.id)).toBe(2)
  })

  it('a cancellation gives another seat where the old one is taken, and none in a full slot', async () => {
    const { slot, held } = await fill(3)
    for (const { id } of held.slice(0, 2)) await cancel(id)
    await book(slot.id)
    expect(await undo(held[0]!.id, back)).toMatchObject({ seat: 2, serial: 2 })
    expect(await undo(held[1]!.id, back)).toBeUndefined()
    expect((await holdersOf(slot.id)).map(({ seat }) => seat)).toEqual([1, 2, 3])
  })

  it('revives neither an appointment in another slot nor one recorded in error', async () => {
    const dead = { constraint: 'appointments_dead' }
    const { held } = await fill(1)
    const { id } = held[0]!
    await cancel(id)
    await expect(undo(id, { ...back, slot_id: (await makeSlot()).id })).rejects.toMatchObject(dead)
    await db.updateTable('appointments').set({ status: 'entered-in-error', cancelled_by: null }).where('id', '=', id).execute()
    await expect(undo(id, back)).rejects.toMatchObject(dead)
  })

  it('alone leaves open which status was before; other changes keep the last one', async () => {
    const { id } = (await fill(1)).held[0]!
    const statusBefore = async (fields: Record<string, unknown>) =>
      (await db.updateTable('appointments').set(fields).where('id', '=', id).returning('status_before').executeTakeFirstOrThrow())
        .status_before
    expect(await statusBefore({ status: 'arrived' })).toBe('booked')
    expect(await statusBefore({ questions: ['Where?'] })).toBe('booked')
    expect(await statusBefore({ status: 'fulfilled' })).toBe('arrived')
    expect(await undo(id, { status: 'arrived', status_before: 'booked' })).toMatchObject({ status: 'arrived', status_before: 'booked' })
  })
})

describe('fewer seats', () => {
  const lower = (slotId: string, seats: number) => db.updateTable('slots').set({ seats }).where('id', '=', slotId).execute()

  it('are not refused because the client of serial 2 stays after serial 1 was cancelled', async () => {
    const { slot, held } = await fill(2)
    expect(held.map(({ serial }) => serial)).toEqual([1, 2])
    await cancel(held[0]!.id)
    await lower(slot.id, 1)
    // The serial stays, and the slot is full.
    expect(await holdersOf(slot.id)).toEqual([{ seat: 2, serial: 2 }])
    expect([await takenOf(slot.id), await book(slot.id)]).toEqual([1, 0])
    await cancel(held[1]!.id)
    expect([await book(slot.id), await book(slot.id), await takenOf(slot.id)]).toEqual([1, 0, 1])
    expect(await holdersOf(slot.id)).toEqual([{ seat: 1, serial: 1 }])
  })

  it('never take the seat of a client or of a private offer', async () => {
    const { slot, held } = await fill(2)
    const refused = { code: '23514', constraint: 'slots_seats' }
    await expect(lower(slot.id, 1)).rejects.toMatchObject(refused)
    await cancel(held[0]!.id)
    const waiting = { user_id: (await makeUser(db)).id, support_type_id: supportType.id, from_date: '2027-03-01', to_date: '2027-03-01' }
    const offered = { ...waiting, state: 'offered' as const, offered_slot_id: slot.id, offer_ends_at: '2027-02-01T12:00:00Z' }
    const entry = await db.insertInto('waiting_list').values(offered).returning('id').executeTakeFirstOrThrow()
    await expect(lower(slot.id, 1)).rejects.toMatchObject(refused)
    const left = { state: 'left' as const, offered_slot_id: null, offer_ends_at: null }
    await db.updateTable('waiting_list').set(left).where('id', '=', entry.id).execute()
    await lower(slot.id, 1)
    expect(await holdersOf(slot.id)).toEqual([{ seat: 2, serial: 2 }])
  })

  it('and more again do not give a number to two clients', async () => {
    const { slot, held } = await fill(2)
    await cancel(held[0]!.id)
    await lower(slot.id, 1)
    await lower(slot.id, 2)
    expect([await book(slot.id), await book(slot.id)]).toEqual([1, 0])
    expect(await holdersOf(slot.id)).toEqual([
      { seat: 1, serial: 1 },
      { seat: 2, serial: 2 },
    ])
  })
})

describe('at the same time', () => {
  it('two transactions want the last seat: the second waits, and gets nothing', async () => {
    const slot = await makeSlot()
    const [one, two] = [await db.startTransaction().execute(), await db.startTransaction().execute()]
    expect(await book(slot.id, one)).toBe(1)
    const waiting = book(slot.id, two)
    await one.commit().execute()
    expect(await waiting).toBe(0)
    await two.commit().execute()
    expect(await holdersOf(slot.id)).toHaveLength(1)
  })

  it('the seat goes to the second when the first rolls back', async () => {
    const slot = await makeSlot()
    const [one, two] = [await db.startTransaction().execute(), await db.startTransaction().execute()]
    await book(slot.id, one)
    const waiting = book(slot.id, two)
    await one.rollback().execute()
    expect(await waiting).toBe(1)
    await two.commit().execute()
    expect(await holdersOf(slot.id)).toHaveLength(1)
  })

  it.each([1, 5])('sixty bookings for %i seats end with exactly as many', async seats => {
    const slot = await makeSlot(seats)
    const written = await Promise.all(Array.from({ length: 60 }, () => book(slot.id)))
    expect(written.reduce((sum, rows) => sum + rows, 0)).toBe(seats)
    expect((await holdersOf(slot.id)).map(({ seat }) => seat)).toEqual(Array.from({ length: seats }, (_, index) => index + 1))
    expect(await takenOf(slot.id)).toBe(seats)
  })

  it('keeps the count correct under concurrent bookings and cancellations', async () => {
    const slot = await makeSlot(4)
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const client = await makeUser(db)
        const row = await makeAppointment(db, slot.id, client.id).catch(() => null)
        if (row && index % 2) {
          await db.updateTable('appointments').set({ status: 'cancelled', cancelled_by: 'client' }).where('id', '=', row.id).execute()
        }
      }),
    )
    expect(await takenOf(slot.id)).toBe((await holdersOf(slot.id)).length)
  })

  it('moves that cross, both ways and many times, neither deadlock nor sell a seat twice', async () => {
    const [here, there] = [await makeSlot(4), await makeSlot(4)]
    const inOne = await Promise.all(Array.from({ length: 3 }, async () => makeAppointment(db, here.id, (await makeUser(db)).id)))
    const inOther = await Promise.all(Array.from({ length: 3 }, async () => makeAppointment(db, there.id, (await makeUser(db)).id)))
    const move = (id: string, slot_id: string) => db.updateTable('appointments').set({ slot_id }).where('id', '=', id).execute()
    for (let round = 0; round < 10; round += 1) {
      const [first, second] = round % 2 ? [here.id, there.id] : [there.id, here.id]
      await Promise.all([...inOne.map(({ id }) => move(id, first)), ...inOther.map(({ id }) => move(id, second))])
    }
    const counts = [(await holdersOf(here.id)).length, (await holdersOf(there.id)).length]
    expect(counts).toEqual([await takenOf(here.id), await takenOf(there.id)])
    expect(counts[0]! + counts[1]!).toBe(6)
  })
})
