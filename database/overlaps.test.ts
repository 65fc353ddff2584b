import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'

const { db } = await openTestDatabase()

const supportType = await makeSupportType(db)
const place = await makePlace(db)
const abroad = await makePlace(db, { time_zone: 'Asia/Kathmandu' })

type Mentor = Awaited<ReturnType<typeof makeMentor>>

/** One slot of a new session, in the place's local time. */
async function plan(mentor: Mentor, from: string, to: string, where = place) {
  const minutes = (Date.parse(`2027-03-01T${to}Z`) - Date.parse(`2027-03-01T${from}Z`)) / 60_000
  const wish = { supportType, place: where, mentors: [mentor], from: `2027-03-01T${from}`, to: `2027-03-01T${to}`, slotMinutes: minutes }
  return (await makeSchedule(db, wish)).slots[0]!
}

describe('a mentor', () => {
  const overlap = { constraint: 'slots_mentor_overlap' }

  it.each([
    ['09:00', '10:00'],
    ['09:59', '11:00'],
    ['08:00', '09:01'],
    ['09:20', '09:40'],
    ['08:00', '11:00'],
  ])('with a slot from 9 to 10 cannot have another from %s to %s in any schedule', async (from, to) => {
    const mentor = await makeMentor(db)
    await plan(mentor, '09:00', '10:00')
    await expect(plan(mentor, from, to)).rejects.toMatchObject(overlap)
  })

  it('is not planned twice at one instant in two zones', async () => {
    const mentor = await makeMentor(db)
    await plan(mentor, '09:00', '10:00')
    await expect(plan(mentor, '14:45', '15:15', abroad)).rejects.toMatchObject(overlap)
    expect(await plan(mentor, '15:45', '16:15', abroad)).toMatchObject({ starts_at: '2027-03-01T10:00:00Z' })
  })

  it('may go straight from one session to the next', async () => {
    const mentor = await makeMentor(db)
    await plan(mentor, '09:00', '10:00')
    await plan(mentor, '10:00', '11:00')
    await plan(mentor, '08:00', '09:00')
  })

  it('is free again where a slot is no longer planned, and it cannot come back over another', async () => {
    const mentor = await makeMentor(db)
    const old = await plan(mentor, '09:00', '10:00')
    await db.updateTable('slots').set({ live: false }).where('id', '=', old.id).execute()
    await plan(mentor, '09:30', '10:30')
    await expect(db.updateTable('slots').set({ live: true }).where('id', '=', old.id).execute()).rejects.toMatchObject(overlap)
  })

  it('stays planned where the slot of another mentor no longer is', async () => {
    const [mentor, other] = [await makeMentor(db), await makeMentor(db)]
    await plan(mentor, '09:00', '10:00')
    const gone = await plan(other, '09:00', '10:00')
    await db.updateTable('slots').set({ live: false }).where('id', '=', gone.id).execute()
    await expect(plan(mentor, '09:30', '10:30')).rejects.toMatchObject(overlap)
  })

  it('is free where a slot was never planned', async () => {
    const mentor = await makeMentor(db)
    const slot = await plan(mentor, '09:00', '10:00')
    await db.updateTable('slots').set({ live: false }).where('id', '=', slot.id).execute()
    const { id: _, ...copy } = slot
    await db
      .insertInto('slots')
      .values({ ...copy, live: false })
      .execute()
    await plan(mentor, '09:30', '10:30')
  })

  it('is not moved or given into an overlap', async () => {
    const [mentor, other] = [await makeMentor(db), await makeMentor(db)]
    await plan(mentor, '09:00', '10:00')
    const later = await plan(mentor, '11:00', '12:00')
    const others = await plan(other, '09:30', '10:30')
    const moved = db.updateTable('slots').set({ starts_at: '2027-03-01T09:59:00Z' }).where('id', '=', later.id).execute()
    await expect(moved).rejects.toMatchObject(overlap)
    const given = db.updateTable('slots').set({ mentor_id: mentor.id }).where('id', '=', others.id).execute()
    await expect(given).rejects.toMatchObject(overlap)
  })

  it('has an entry in mentor_times as long as a slot is planned, at its time', async () => {
    const [mentor, other] = [await makeMentor(db), await makeMentor(db)]
    const [gone, moved] = [await plan(mentor, '09:00', '10:00'), await plan(mentor, '11:00', '12:00')]
    await db.deleteFrom('slots').where('id', '=', gone.id).execute()
    await db.updateTable('slots').set({ mentor_id: other.id, starts_at: '2027-03-01T11:30:00Z' }).where('id', '=', moved.id).execute()
    await plan(mentor, '09:00', '12:00')
    await plan(other, '11:00', '11:30')
    await expect(plan(other, '11:15', '11:45')).rejects.toMatchObject(overlap)
    expect(
      await db.selectFrom('mentor_times').select(['mentor_id', 'starts_at']).where('slot_id', 'in', [gone.id, moved.id]).execute(),
    ).toEqual([{ mentor_id: other.id, starts_at: '2027-03-01T11:30:00Z' }])
  })

  it('is planned once when two plan at the same time', async () => {
    const mentor = await makeMentor(db)
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => plan(mentor, '09:00', '10:00')))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a client', () => {
  const overlap = { constraint: 'appointments_client_overlap' }
  const slotAt = async (from: string, to: string) => plan(await makeMentor(db), from, to)

  it.each([
    ['09:00', '10:00'],
    ['09:30', '10:30'],
    ['08:30', '09:01'],
    ['09:20', '09:40'],
    ['08:00', '11:00'],
  ])('with a seat from 9 to 10 gets none from %s to %s, and the seat stays free', async (from, to) => {
    const client = await makeUser(db)
    await makeAppointment(db, (await slotAt('09:00', '10:00')).id, client.id)
    const clash = await slotAt(from, to)
    await expect(makeAppointment(db, clash.id, client.id)).rejects.toMatchObject(overlap)
    expect(await db.selectFrom('slots').select('taken').where('id', '=', clash.id).executeTakeFirst()).toEqual({ taken: 0 })
  })

  it('may go straight from one appointment to the next', async () => {
    const client = await makeUser(db)
    for (const [from, to] of [
      ['09:00', '10:00'],
      ['10:00', '11:00'],
      ['08:00', '09:00'],
    ] as const) {
      await makeAppointment(db, (await slotAt(from, to)).id, client.id)
    }
  })

  it('is free again after cancelling', async () => {
    const client = await makeUser(db)
    const { id } = await makeAppointment(db, (await slotAt('09:00', '10:00')).id, client.id)
    await db.updateTable('appointments').set({ status: 'cancelled', cancelled_by: 'client' }).where('id', '=', id).execute()
    await makeAppointment(db, (await slotAt('09:30', '10:30')).id, client.id)
  })

  it('sits in one seat of a group, not in two', async () => {
    const client = await makeUser(db)
    const wish = { supportType, place, mentors: [await makeMentor(db)], from: '2027-03-01T09:00', to: '2027-03-01T09:30', seats: 5 }
    const { slots } = await makeSchedule(db, wish)
    await makeAppointment(db, slots[0]!.id, client.id)
    await expect(makeAppointment(db, slots[0]!.id, client.id)).rejects.toMatchObject(overlap)
  })

  it('is not moved into an overlap, nor made the client of one', async () => {
    const [client, other] = [await makeUser(db), await makeUser(db)]
    await makeAppointment(db, (await slotAt('09:00', '10:00')).id, client.id)
    const later = await makeAppointment(db, (await slotAt('12:00', '13:00')).id, client.id)
    const clash = await slotAt('09:30', '10:30')
    const others = await makeAppointment(db, (await slotAt('09:30', '10:30')).id, other.id)
    const moved = db.updateTable('appointments').set({ slot_id: clash.id }).where('id', '=', later.id).execute()
    await expect(moved).rejects.toMatchObject(overlap)
    const given = db.updateTable('appointments').set({ user_id: client.id }).where('id', '=', others.id).execute()
    await expect(given).rejects.toMatchObject(overlap)
  })

  it('is not brought into an overlap by a slot that is given another time', async () => {
    const client = await makeUser(db)
    await makeAppointment(db, (await slotAt('09:00', '10:00')).id, client.id)
    const later = await slotAt('12:00', '13:00')
    await makeAppointment(db, later.id, client.id)
    const moved = db
      .updateTable('slots')
      .set({ starts_at: '2027-03-01T09:30:00Z', ends_at: '2027-03-01T10:30:00Z' })
      .where('id', '=', later.id)
      .execute()
    await expect(moved).rejects.toMatchObject(overlap)
  })

  it.each([
    ['07:00', '07:30', false],
    ['08:30', '09:00', false],
    ['08:30', '09:01', true],
    ['09:20', '09:40', true],
    ['09:59', '10:00', true],
    ['10:00', '10:30', false],
    ['10:30', '11:00', false],
    ['12:30', '13:00', true],
  ])('with seats from 9 to 10 and at 12:30, and a freed one at 9:30: from %s to %s, busy is %s', async (from, to, busy) => {
    const client = await makeUser(db)
    await makeAppointment(db, (await slotAt('09:30', '10:30')).id, client.id)
    await db.updateTable('appointments').set({ status: 'cancelled', cancelled_by: 'client' }).where('user_id', '=', client.id).execute()
    await makeAppointment(db, (await slotAt('09:00', '10:00')).id, client.id)
    await makeAppointment(db, (await slotAt('12:30', '13:00')).id, client.id)
    const { rows } = await sql`SELECT is_busy(${client.id}, ${`2027-03-01T${from}:00Z`}, ${`2027-03-01T${to}:00Z`}) AS busy`.execute(db)
    expect(rows).toEqual([{ busy }])
  })

  it('gets one of two concurrent bookings at the same time', async () => {
    const client = await makeUser(db)
    const slots = await Promise.all(Array.from({ length: 6 }, () => slotAt('09:00', '10:00')))
    const outcomes = await Promise.allSettled(slots.map(({ id }) => makeAppointment(db, id, client.id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const taken = await db
      .selectFrom('slots')
      .select(({ fn }) => fn.sum<number>('taken').as('taken'))
      .where(
        'id',
        'in',
        slots.map(({ id }) => id),
      )
      .executeTakeFirstOrThrow()
    expect(Number(taken.taken)).toBe(1)
  })
})
