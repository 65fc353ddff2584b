import { afterAll, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { listenTo } from '#server/testing/notifications.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'

const database = await openTestDatabase()
const { db } = database
const listener = await listenTo(database, 'openhour_seats')
afterAll(() => listener.close())

const [supportType, place] = [await makeSupportType(db), await makePlace(db)]

async function makeSlot(seats = 3) {
  const wish = { supportType, place, from: '2027-03-01T09:00', to: '2027-03-01T09:30', seats }
  return (await makeSchedule(db, { ...wish, mentors: [await makeMentor(db)] })).slots[0]!
}
type Slot = Awaited<ReturnType<typeof makeSlot>>
const change = (slot: Slot, fields: { live?: boolean; taken?: number; seats?: number }) =>
  db.updateTable('slots').set(fields).where('id', '=', slot.id).execute()

/** The notifications of the changes, in order. */
const notified = async (act: () => Promise<unknown>) => (await listener.during(act)).map(payload => JSON.parse(payload) as unknown)
const seats = ({ schedule_id, mentor_id, starts_at }: Slot, free: number) => ({ schedule_id, mentor_id, starts_at, free })

it('pages hear how many seats of a slot are free after a booking, and nothing of other slots', async () => {
  const [slot] = [await makeSlot(), await makeSlot()]
  expect(await notified(async () => makeAppointment(db, slot.id, (await makeUser(db)).id))).toEqual([seats(slot, 2)])
  expect(await notified(() => change(slot, { seats: 5 }))).toEqual([seats(slot, 4)])
})

it('pages hear nothing of a change that leaves the seats as they are', async () => {
  const slot = await makeSlot()
  expect(await notified(() => change(slot, { live: true, taken: 0, seats: 3 }))).toEqual([])
})

it('pages hear of no free seat in a slot that is no longer planned, or is blocked', async () => {
  const [gone, blocked] = [await makeSlot(), await makeSlot()]
  expect(await notified(() => change(gone, { live: false }))).toEqual([seats(gone, 0)])
  const { id } = await makeAppointment(db, blocked.id, (await makeUser(db)).id)
  const { mentor_id, starts_at, ends_at } = blocked
  await db.insertInto('time_off').values({ mentor_id, starts_at, ends_at, reason: '' }).execute()
  const cancel = () => db.updateTable('appointments').set({ status: 'cancelled', cancelled_by: 'client' }).where('id', '=', id).execute()
  expect(await notified(cancel)).toEqual([seats(blocked, 0)])
})

it('pages hear nothing of a slot that is deleted in the same transaction', async () => {
  const slot = await makeSlot()
  const remove = () =>
    db.transaction().execute(async trx => {
      await trx.updateTable('slots').set({ seats: 4 }).where('id', '=', slot.id).execute()
      await trx.deleteFrom('slots').where('id', '=', slot.id).execute()
    })
  expect(await notified(remove)).toEqual([])
})
