import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'

const { db } = await openTestDatabase()

const outcomes = async () =>
  (
    await sql<{ day: string; outcome: number; count: number }>`
      SELECT day::text, outcome, count FROM appointment_outcomes WHERE count <> 0 ORDER BY day, outcome`.execute(db)
  ).rows

/** The stored counts equal recomputed ones. */
async function expectKept() {
  const kept = await outcomes()
  await sql`SELECT recount_outcomes()`.execute(db)
  expect(kept).toEqual(await outcomes())
  return kept
}

const change = (id: string, fields: Record<string, unknown>) => db.updateTable('appointments').set(fields).where('id', '=', id).execute()

it('counts outcomes when appointments end concurrently, are undone, move, or the time zone changes', async () => {
  const [supportType, place, mentor] = [await makeSupportType(db), await makePlace(db), await makeMentor(db)]
  const session = { supportType, place, mentors: [mentor] }
  const { slots } = await makeSchedule(db, { ...session, from: '2026-11-03T09:00', to: '2026-11-03T13:00' })
  // 23:30 in London is the next day in Berlin.
  const { slots: late } = await makeSchedule(db, { ...session, from: '2026-11-03T23:30', to: '2026-11-04T00:00' })
  const book = async (slot: { id: string } | undefined, fields: Record<string, unknown>) =>
    makeAppointment(db, slot!.id, (await makeUser(db)).id, fields)
  const asked = { created_at: '2026-11-01T09:00:00Z' }

  const booked: Awaited<ReturnType<typeof book>>[] = []
  for (const slot of slots.slice(0, 5)) booked.push(await book(slot, { status: 'booked', ...asked }))
  expect(await expectKept()).toEqual([])

  // All are marked at once.
  await Promise.all(booked.map(({ id }, index) => change(id, { status: index < 3 ? 'arrived' : 'noshow' })))
  const arrived = await expectKept()
  expect(arrived).toEqual([
    { day: '2026-11-03', outcome: -1, count: 2 },
    { day: '2026-11-03', outcome: 20, count: 3 },
  ])

  await change(booked[0]!.id, { status: 'fulfilled' })
  expect(await expectKept()).toEqual(arrived)

  // Marked by mistake, marked as something else, and cancelled although the client came.
  await change(booked[3]!.id, { status: 'booked' })
  await change(booked[4]!.id, { status: 'arrived' })
  await change(booked[1]!.id, { status: 'cancelled', cancelled_by: 'organisation' })
  expect(await expectKept()).toEqual([
    { day: '2026-11-03', outcome: 20, count: 2 },
    { day: '2026-11-03', outcome: 21, count: 1 },
  ])

  // Two transactions end several appointments of two days concurrently, in opposite orders.
  const { slots: next } = await makeSchedule(db, { ...session, from: '2026-11-05T09:00', to: '2026-11-05T11:00' })
  const others = [await book(next[0], { status: 'booked', ...asked }), await book(next[1], { status: 'booked', ...asked })]
  const end = (ids: string[]) =>
    db.transaction().execute(async trx => {
      for (const id of ids) await trx.updateTable('appointments').set({ status: 'noshow' }).where('id', '=', id).execute()
    })
  await Promise.all([end([booked[0]!.id, others[0]!.id]), end([others[1]!.id, booked[2]!.id]), end([booked[3]!.id, booked[4]!.id])])
  expect(await expectKept()).toEqual([
    { day: '2026-11-03', outcome: -1, count: 4 },
    { day: '2026-11-05', outcome: -1, count: 2 },
  ])
  await book(slots[5], { status: 'fulfilled', ...asked })
  // A rollback also rolls back the counts.
  const undone = db.transaction().execute(async trx => {
    await trx.updateTable('appointments').set({ status: 'fulfilled' }).where('id', '=', booked[0]!.id).execute()
    throw new Error('after all not')
  })
  await expect(undone).rejects.toThrow('after all not')
  await book(late[0], { status: 'noshow', ...asked })
  expect(await expectKept()).toEqual([
    { day: '2026-11-03', outcome: -1, count: 5 },
    { day: '2026-11-03', outcome: 21, count: 1 },
    { day: '2026-11-05', outcome: -1, count: 2 },
  ])

  // The session moves by a day and an hour.
  await sql`UPDATE slots SET starts_at = starts_at + interval '25 hours', ends_at = ends_at + interval '25 hours' WHERE id = ${slots[5]!.id}`.execute(
    db,
  )
  expect(await expectKept()).toContainEqual({ day: '2026-11-04', outcome: 31, count: 1 })

  await sql`UPDATE settings SET time_zone = 'Europe/Berlin'`.execute(db)
  expect(await expectKept()).toContainEqual({ day: '2026-11-04', outcome: -1, count: 1 })
})
