import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'
import { waitForLocks } from './testing/wait-for-locks.ts'

const { db } = await openTestDatabase()

const [supportType, place] = [await makeSupportType(db), await makePlace(db)]
const question = await db
  .insertInto('feedback_questions')
  .values({ type: 'client', widget: 'star', prompt: 'How was it?', position: 1 })
  .returning('id')
  .executeTakeFirstOrThrow()

/** Sessions that took place with one mentor, and another mentor who was free. */
async function makeSessions(count: number) {
  const [mentor, other] = [await makeMentor(db), await makeMentor(db)]
  const session = { supportType, place, from: '2026-11-03T09:00', to: '2026-11-03T17:00' }
  const { slots } = await makeSchedule(db, { ...session, mentors: [mentor] })
  const { slots: free } = await makeSchedule(db, { ...session, mentors: [other] })
  const appointments = []
  for (const { id } of slots.slice(0, count))
    appointments.push(await makeAppointment(db, id, (await makeUser(db)).id, { status: 'fulfilled' }))
  return { mentor, other, free, appointments }
}

async function feedbackOn({ id, user_id }: { id: string; user_id: string }, type: 'client' | 'mentor' = 'client') {
  const given = await db
    .insertInto('feedback')
    .values({ type, appointment_id: id, author_id: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return given.id
}
const answer = (feedback_id: string, value: string, on = db, widget = 'star') =>
  on
    .insertInto('feedback_answers')
    .values({ feedback_id, question_id: question.id, prompt: 'How was it?', widget, value, position: 1 })
    .execute()
const ratingOf = async ({ id }: { id: string }) => {
  const row = await db.selectFrom('mentor_ratings').select(['stars', 'star_sum']).where('mentor_id', '=', id).executeTakeFirst()
  return row ? [row.stars, row.star_sum] : null
}

describe('a mentor’s stars', () => {
  it('all count when they are given at once', async () => {
    const { mentor, appointments } = await makeSessions(8)
    const ids = await Promise.all(appointments.map(appointment => feedbackOn(appointment)))
    await Promise.all(ids.map((id, index) => answer(id, String(1 + (index % 5)))))
    expect(await ratingOf(mentor)).toEqual([8, 1 + 2 + 3 + 4 + 5 + 1 + 2 + 3])
  })

  it('are the clients’, and stars only', async () => {
    const { mentor, appointments } = await makeSessions(2)
    await answer(await feedbackOn(appointments[0]!, 'mentor'), '5')
    await answer(await feedbackOn(appointments[1]!), '5', db, 'text')
    expect(await ratingOf(mentor)).toBeNull()
  })

  it('follow an answer that changes or goes', async () => {
    const { mentor, appointments } = await makeSessions(2)
    const [first, second] = [await feedbackOn(appointments[0]!), await feedbackOn(appointments[1]!)]
    await answer(first, '5')
    await answer(second, '2')
    await sql`UPDATE feedback_answers SET value = '1' WHERE feedback_id = ${first}`.execute(db)
    expect(await ratingOf(mentor)).toEqual([2, 3])
    await sql`DELETE FROM feedback_answers WHERE feedback_id = ${second}`.execute(db)
    expect(await ratingOf(mentor)).toEqual([1, 1])
    expect(
      await db.selectFrom('feedback').select(['stars', 'star_sum']).where('id', 'in', [first, second]).orderBy('stars').execute(),
    ).toEqual([
      { stars: 0, star_sum: 0 },
      { stars: 1, star_sum: 1 },
    ])
  })

  it('go along when the session turns out to have been another mentor’s', async () => {
    const { mentor, other, free, appointments } = await makeSessions(2)
    for (const appointment of appointments) await answer(await feedbackOn(appointment), '4')
    await sql`UPDATE appointments SET slot_id = ${free[0]!.id} WHERE id = ${appointments[0]!.id}`.execute(db)
    expect([await ratingOf(mentor), await ratingOf(other)]).toEqual([
      [1, 4],
      [1, 4],
    ])
  })

  it('find the mentor who a change at the same moment brings', async () => {
    const { mentor, other, free, appointments } = await makeSessions(1)
    const id = await feedbackOn(appointments[0]!)
    let given: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async trx => {
      await sql`UPDATE appointments SET slot_id = ${free[0]!.id} WHERE id = ${appointments[0]!.id}`.execute(trx)
      given = answer(id, '3')
      await waitForLocks(db)
    })
    await given
    expect([await ratingOf(mentor), await ratingOf(other)]).toEqual([null, [1, 3]])
  })

  it('are rolled back with what gave them', async () => {
    const { mentor, appointments } = await makeSessions(1)
    const id = await feedbackOn(appointments[0]!)
    const failed = db.transaction().execute(async trx => {
      await answer(id, '3', trx)
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(await ratingOf(mentor)).toBeNull()
  })

  it('stay with their session', async () => {
    const { appointments } = await makeSessions(2)
    const id = await feedbackOn(appointments[0]!)
    const moved = sql`UPDATE feedback SET appointment_id = ${appointments[1]!.id} WHERE id = ${id}`.execute(db)
    await expect(moved).rejects.toMatchObject({ constraint: 'feedback_session' })
  })
})
