import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'
import { waitForLocks } from './testing/wait-for-locks.ts'

const { db } = await openTestDatabase()

/** A session of two mentors on 24 November, 09:00 to 10:00, in half hours, at a place of its own. */
async function morning(zone = 'Europe/London', [from, to] = ['2026-11-24T09:00', '2026-11-24T10:00']) {
  const [supportType, place] = [await makeSupportType(db), await makePlace(db, { time_zone: zone })]
  const mentors = [await makeMentor(db), await makeMentor(db)]
  const { schedule, slots } = await makeSchedule(db, { supportType, place, mentors, from, to })
  const blocked = async () => {
    const rows = await db.selectFrom('slots').select(['id', 'blocked']).where('schedule_id', '=', schedule.id).execute()
    return slots.map(({ id }) => rows.find(row => row.id === id)!.blocked)
  }
  return { supportType, place, mentors, schedule, slots, blocked }
}
const away = (mentor_id: string, starts_at: string, ends_at: string) =>
  db.insertInto('time_off').values({ mentor_id, starts_at, ends_at }).returning('id').executeTakeFirstOrThrow()

it('blocks a mentor’s slots during time off, and frees them when it is changed or removed', async () => {
  const { mentors, blocked } = await morning()
  const { id } = await away(mentors[0]!.id, '2026-11-24T09:15:00Z', '2026-11-24T09:30:00Z')
  expect(await blocked()).toEqual(['mentor_away', null, null, null])
  await db
    .updateTable('time_off')
    .set({ starts_at: '2026-11-24T09:30:00Z', ends_at: '2026-11-24T09:31:00Z' })
    .where('id', '=', id)
    .execute()
  expect(await blocked()).toEqual([null, null, 'mentor_away', null])
  await db.updateTable('time_off').set({ mentor_id: mentors[1]!.id }).where('id', '=', id).execute()
  expect(await blocked()).toEqual([null, null, null, 'mentor_away'])
  await db.deleteFrom('time_off').where('id', '=', id).execute()
  expect(await blocked()).toEqual([null, null, null, null])
})

it('blocks a place’s slots on its own local date, whatever date that is in UTC', async () => {
  const { place, blocked } = await morning('Asia/Kathmandu', ['2026-11-24T23:00', '2026-11-25T00:00'])
  await db.insertInto('closed_days').values({ place_id: place.id, date: '2026-11-25' }).execute()
  expect(await blocked()).toEqual([null, null, null, null])
  await db.insertInto('closed_days').values({ place_id: place.id, date: '2026-11-24' }).execute()
  expect(await blocked()).toEqual(Array(4).fill('closed_day'))
  await expect(db.updateTable('closed_days').set({ date: '2026-11-26' }).where('place_id', '=', place.id).execute()).rejects.toMatchObject({
    constraint: 'closed_days_reject_change',
  })
  await db.deleteFrom('closed_days').where('place_id', '=', place.id).execute()
  expect(await blocked()).toEqual([null, null, null, null])
})

it('blocks slots that are planned into an absence, and follows a session to another place and a place to another zone', async () => {
  const { supportType, place, mentors } = await morning()
  await db.insertInto('closed_days').values({ place_id: place.id, date: '2026-12-01' }).execute()
  const planned = await makeSchedule(db, { supportType, place, mentors: [mentors[0]!], from: '2026-12-01T23:30', to: '2026-12-02T00:00' })
  const state = async () =>
    (await db.selectFrom('slots').select('blocked').where('schedule_id', '=', planned.schedule.id).executeTakeFirstOrThrow()).blocked
  expect(await state()).toBe('closed_day')
  await db.updateTable('places').set({ time_zone: 'Europe/Paris' }).where('id', '=', place.id).execute() // now half past midnight
  expect(await state()).toBe(null)
  await db.updateTable('places').set({ time_zone: 'Europe/London' }).where('id', '=', place.id).execute()
  expect(await state()).toBe('closed_day')
  const elsewhere = await makePlace(db)
  await db.updateTable('schedules').set({ place_id: elsewhere.id }).where('id', '=', planned.schedule.id).execute()
  expect(await state()).toBe(null)
})

it('gives away no seat of a blocked slot on any path, and keeps its appointments', async () => {
  const { supportType, mentors, slots, schedule } = await morning()
  const [booked, waiting] = [await makeUser(db), await makeUser(db)]
  const appointment = await makeAppointment(db, slots[0]!.id, booked.id)
  await away(mentors[0]!.id, '2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z')
  const stands = await db.selectFrom('appointments').selectAll().where('id', '=', appointment.id).executeTakeFirstOrThrow()
  expect([stands.status, stands.slot_id, stands.revision]).toEqual(['booked', slots[0]!.id, appointment.revision])
  await expect(makeAppointment(db, slots[2]!.id, waiting.id)).rejects.toThrow('no result')
  await db
    .insertInto('waiting_list')
    .values({
      user_id: waiting.id,
      support_type_id: supportType.id,
      from_date: '2026-11-24',
      to_date: '2026-11-24',
      state: 'offered',
      offered_slot_id: slots[2]!.id,
      offer_ends_at: '2026-11-24T08:00:00Z',
    })
    .execute()
  expect(await db.selectFrom('waiting_list').select('id').where('user_id', '=', waiting.id).execute()).toEqual([])
  const why = async (mentor: string | null, staff: boolean) =>
    (
      await sql<{ obstacle: string | null }>`
        SELECT obstacle FROM choose_slot(${schedule.id}, ${slots[2]!.starts_at}, ${mentor}, ${staff}, false, '2026-11-20T09:00:00Z')`.execute(
        db,
      )
    ).rows[0]
  for (const staff of [true, false]) expect(await why(mentors[0]!.id, staff)).toEqual({ obstacle: 'mentor_away' })
  expect(await why(null, true)).toEqual({ obstacle: null })
  // Going through its life and giving its seat back need no free seat.
  for (const status of ['arrived', 'fulfilled', 'arrived', 'booked'] as const)
    await db.updateTable('appointments').set({ status }).where('id', '=', appointment.id).execute()
  await db.updateTable('appointments').set({ status: 'cancelled', cancelled_by: 'organisation' }).where('id', '=', appointment.id).execute()
  expect((await db.selectFrom('slots').select('taken').where('id', '=', slots[0]!.id).executeTakeFirstOrThrow()).taken).toBe(0)
})

it('withdraws a private offer when its slot is blocked', async () => {
  const { supportType, mentors, slots } = await morning()
  const waiting = await makeUser(db)
  await db
    .insertInto('waiting_list')
    .values({
      user_id: waiting.id,
      support_type_id: supportType.id,
      from_date: '2026-11-24',
      to_date: '2026-11-24',
      state: 'offered',
      offered_slot_id: slots[1]!.id,
      offer_ends_at: '2026-11-24T08:00:00Z',
    })
    .execute()
  await away(mentors[1]!.id, '2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z')
  const row = await db
    .selectFrom('waiting_list')
    .select(['state', 'offered_slot_id'])
    .where('user_id', '=', waiting.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ state: 'waiting', offered_slot_id: null })
  expect((await db.selectFrom('slots').select('held').where('id', '=', slots[1]!.id).executeTakeFirstOrThrow()).held).toBe(0)
})

it('blocks the slots when slots and an absence are written concurrently', async () => {
  const { supportType, place } = await morning()
  const mentor = await makeMentor(db)
  const trx = await db.startTransaction().execute()
  const { slots } = await makeSchedule(trx, { supportType, place, mentors: [mentor], from: '2026-12-08T09:00', to: '2026-12-08T10:00' })
  const [off, closed] = [
    away(mentor.id, '2026-12-08T09:00:00Z', '2026-12-08T09:30:00Z'),
    db.insertInto('closed_days').values({ place_id: place.id, date: '2026-12-08' }).execute(),
  ]
  await waitForLocks(db, 2)
  await trx.commit().execute()
  await Promise.all([off, closed])
  const rows = await db
    .selectFrom('slots')
    .select('blocked')
    .where(
      'id',
      'in',
      slots.map(({ id }) => id),
    )
    .execute()
  expect(rows.every(({ blocked }) => blocked !== null)).toBe(true)
})
