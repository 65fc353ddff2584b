import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'

const { db } = await openTestDatabase()

const seats = async () => {
  const { rows } = await sql<{
    schedule_id: string
    taken: number
  }>`SELECT schedule_id, taken FROM schedule_seats WHERE taken <> 0`.execute(db)
  return new Map(rows.map(row => [row.schedule_id, row.taken]))
}

/** The stored counts equal recomputed ones. */
async function expectKept() {
  const kept = await seats()
  await sql`SELECT recount_seats()`.execute(db)
  expect(kept).toEqual(await seats())
  return kept
}

it('counts the taken seats of a session under concurrent bookings and when appointments and slots move', async () => {
  const [supportType, place, mentor] = [await makeSupportType(db), await makePlace(db), await makeMentor(db)]
  const session = { supportType, place, mentors: [mentor] }
  const morning = await makeSchedule(db, { ...session, from: '2027-03-01T09:00', to: '2027-03-01T13:00' })
  const later = await makeSchedule(db, { ...session, from: '2027-03-01T14:00', to: '2027-03-01T18:00' })
  const book = async (slot: { id: string } | undefined) => makeAppointment(db, slot!.id, (await makeUser(db)).id)
  const takenIn = async () => {
    const kept = await expectKept()
    return [kept.get(morning.schedule.id) ?? 0, kept.get(later.schedule.id) ?? 0]
  }
  expect(await takenIn()).toEqual([0, 0])

  const [early, late] = await Promise.all([
    Promise.all(morning.slots.slice(0, 5).map(book)),
    Promise.all(later.slots.slice(0, 3).map(book)),
  ])
  expect(await takenIn()).toEqual([5, 3])

  // Two concurrent transactions change both sessions in opposite orders.
  const cancel = (ids: string[]) =>
    db.transaction().execute(async trx => {
      for (const id of ids) {
        await trx.updateTable('appointments').set({ status: 'cancelled', cancelled_by: 'client' }).where('id', '=', id).execute()
      }
    })
  await Promise.all([cancel([early[0]!.id, late[0]!.id]), cancel([late[1]!.id, early[1]!.id])])
  expect(await takenIn()).toEqual([3, 1])

  // A rollback also rolls back the counts.
  const undone = db.transaction().execute(async trx => {
    await trx.updateTable('appointments').set({ status: 'cancelled', cancelled_by: 'client' }).where('id', '=', early[2]!.id).execute()
    throw new Error('after all not')
  })
  await expect(undone).rejects.toThrow('after all not')
  expect(await takenIn()).toEqual([3, 1])

  // An appointment moves to the other session, then a slot with its appointment.
  await sql`UPDATE appointments SET slot_id = x.id, schedule_id = x.schedule_id, mentor_id = x.mentor_id, serial = x.first_serial
    FROM slots x WHERE x.id = ${later.slots[5]!.id} AND appointments.id = ${early[2]!.id}`.execute(db)
  expect(await takenIn()).toEqual([2, 2])
  await sql`UPDATE slots SET schedule_id = ${later.schedule.id} WHERE id = ${morning.slots[3]!.id}`.execute(db)
  expect(await takenIn()).toEqual([1, 3])
  await sql`UPDATE slots SET schedule_id = ${later.schedule.id} WHERE id = ${morning.slots[7]!.id}`.execute(db)
  await db.deleteFrom('slots').where('id', '=', morning.slots[6]!.id).execute()
  expect(await takenIn()).toEqual([1, 3])
})

it('keeps a count of a session with seats only, also of several seats in one slot', async () => {
  const [supportType, place, mentor] = [await makeSupportType(db), await makePlace(db), await makeMentor(db)]
  const session = { supportType, place, mentors: [mentor], seats: 3 }
  const { schedule, slots } = await makeSchedule(db, { ...session, from: '2027-03-02T09:00', to: '2027-03-02T10:00' })
  const empty = await makeSchedule(db, { ...session, from: '2027-03-02T14:00', to: '2027-03-02T15:00' })
  await db.updateTable('slots').set({ schedule_id: empty.schedule.id }).where('id', '=', slots[1]!.id).execute()
  for (let seat = 0; seat < 3; seat += 1) await makeAppointment(db, slots[0]!.id, (await makeUser(db)).id)
  const kept = () => db.selectFrom('schedule_seats').selectAll().where('schedule_id', 'in', [schedule.id, empty.schedule.id]).execute()
  expect(await kept()).toEqual([{ schedule_id: schedule.id, taken: 3 }])
  await sql`SELECT recount_seats()`.execute(db)
  expect(await kept()).toEqual([{ schedule_id: schedule.id, taken: 3 }])
})
