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

  it('are of as many feedbacks as have any, wherever their session goes', async () => {
    const { mentor, other, free, appointments } = await makeSessions(2)
    const feedbacksOf = async ({ id }: { id: string }) =>
      (await db.selectFrom('mentor_ratings').select('feedbacks').where('mentor_id', '=', id).executeTakeFirst())?.feedbacks
    const [first, second] = [await feedbackOn(appointments[0]!), await feedbackOn(appointments[1]!)]
    const { id: another } = await db
      .insertInto('feedback_questions')
      .values({ type: 'client', widget: 'star', prompt: 'And the room?', position: 2 })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const id of [first, second]) await answer(id, '4')
    await db
      .insertInto('feedback_answers')
      .values({ feedback_id: first, question_id: another, prompt: 'And the room?', widget: 'star', value: '5', position: 2 })
      .execute()
    expect(await feedbacksOf(mentor)).toBe(2)
    await sql`UPDATE appointments SET slot_id = ${free[0]!.id} WHERE id = ${appointments[0]!.id}`.execute(db)
    expect([await feedbacksOf(mentor), await feedbacksOf(other)]).toEqual([1, 1])
    await sql`UPDATE feedback_answers SET value = '2' WHERE feedback_id = ${second}`.execute(db)
    await db.deleteFrom('feedback_answers').where('feedback_id', '=', first).execute()
    expect([await feedbacksOf(mentor), await feedbacksOf(other)]).toEqual([1, 0])
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

  it('move with the session that another mentor takes over while they are given', async () => {
    const { mentor, other, free, appointments } = await makeSessions(1)
    const id = await feedbackOn(appointments[0]!)
    let moved: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async trx => {
      await answer(id, '3', trx)
      moved = sql`UPDATE appointments SET slot_id = ${free[0]!.id} WHERE id = ${appointments[0]!.id}`.execute(db)
      await waitForLocks(db)
    })
    await moved
    expect([await ratingOf(mentor), await ratingOf(other)]).toEqual([
      [0, 0],
      [1, 3],
    ])
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

  it('count from one to five only, also where an answer is given, emptied or becomes another kind', async () => {
    const { mentor, appointments } = await makeSessions(1)
    const id = await feedbackOn(appointments[0]!)
    const change = (fields: { value?: string; widget?: string }) =>
      db.updateTable('feedback_answers').set(fields).where('feedback_id', '=', id).execute()
    await answer(id, '')
    expect(await ratingOf(mentor)).toBeNull()
    await change({ value: '4' })
    expect(await ratingOf(mentor)).toEqual([1, 4])
    await change({ widget: 'text' })
    expect(await ratingOf(mentor)).toEqual([0, 0])
    await change({ widget: 'star' })
    expect(await ratingOf(mentor)).toEqual([1, 4])
    await change({ value: '' })
    expect(await ratingOf(mentor)).toEqual([0, 0])
  })

  it('that go along are those of the client, not those of the mentor', async () => {
    const { mentor, other, free, appointments } = await makeSessions(1)
    await answer(await feedbackOn(appointments[0]!, 'mentor'), '1')
    await answer(await feedbackOn(appointments[0]!), '5')
    await sql`UPDATE appointments SET slot_id = ${free[0]!.id} WHERE id = ${appointments[0]!.id}`.execute(db)
    expect([await ratingOf(mentor), await ratingOf(other)]).toEqual([
      [0, 0],
      [1, 5],
    ])
  })

  it('that go along keep out changes of both mentors’ ratings only', async () => {
    const [{ mentor, other, free, appointments }, others] = [await makeSessions(1), await makeSessions(1)]
    await answer(await feedbackOn(appointments[0]!), '5')
    await answer(await feedbackOn(others.appointments[0]!), '5')
    await db.insertInto('mentor_ratings').values({ mentor_id: other.id, stars: 0, star_sum: 0 }).execute()
    const ids = [mentor, other, others.mentor].map(({ id }) => id)
    const unlocked = await db.transaction().execute(async trx => {
      await sql`UPDATE appointments SET slot_id = ${free[0]!.id} WHERE id = ${appointments[0]!.id}`.execute(trx)
      return sql`SELECT mentor_id FROM mentor_ratings WHERE mentor_id = ANY (${ids}::uuid[]) FOR UPDATE SKIP LOCKED`.execute(db)
    })
    expect(unlocked.rows).toEqual([{ mentor_id: others.mentor.id }])
  })

  it('stay with their session', async () => {
    const { appointments } = await makeSessions(2)
    const id = await feedbackOn(appointments[0]!)
    const moved = sql`UPDATE feedback SET appointment_id = ${appointments[1]!.id} WHERE id = ${id}`.execute(db)
    await expect(moved).rejects.toMatchObject({ constraint: 'feedback_session' })
  })
})

describe('feedback', () => {
  const belongsTo = async (id: string) => {
    const { mentor_id, support_type_id } = await db
      .selectFrom('feedback')
      .select(['mentor_id', 'support_type_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { mentor_id, support_type_id }
  }
  const move = (id: string, slot: { id: string }, on = db) => sql`UPDATE appointments SET slot_id = ${slot.id} WHERE id = ${id}`.execute(on)

  it('belongs to the mentor and the support type of its own appointment, whatever the writer says', async () => {
    await makeSessions(1)
    const own = await makeSupportType(db)
    const mentor = await makeMentor(db)
    const session = { place, from: '2026-11-03T09:00', to: '2026-11-03T09:30' }
    const { slots } = await makeSchedule(db, { ...session, supportType: own, mentors: [mentor] })
    await makeSessions(1)
    const { id: appointment_id, user_id } = await makeAppointment(db, slots[0]!.id, (await makeUser(db)).id, { status: 'fulfilled' })
    const row = { type: 'client' as const, appointment_id, author_id: user_id, mentor_id: user_id, support_type_id: supportType.id }
    const { id } = await db.insertInto('feedback').values(row).returning('id').executeTakeFirstOrThrow()
    expect(await belongsTo(id)).toEqual({ mentor_id: mentor.id, support_type_id: own.id })
  })

  it('is no longer the former mentor’s after a move, a change of the slot’s mentor, or a move to another type', async () => {
    const { other, free, appointments } = await makeSessions(2)
    const [{ id: moved }, { id: stays }] = [appointments[0]!, appointments[1]!]
    const [id, kept] = [await feedbackOn(appointments[0]!), await feedbackOn(appointments[1]!)]
    const before = await belongsTo(kept)
    await move(moved, free[0]!)
    expect(await belongsTo(id)).toEqual({ mentor_id: other.id, support_type_id: supportType.id })
    const third = await makeMentor(db)
    await db.updateTable('slots').set({ mentor_id: third.id }).where('id', '=', free[0]!.id).execute()
    expect(await belongsTo(id)).toEqual({ mentor_id: third.id, support_type_id: supportType.id })
    const elsewhere = await makeSupportType(db)
    const session = { supportType: elsewhere, place, mentors: [third], from: '2026-11-04T09:00', to: '2026-11-04T09:30' }
    await move(moved, (await makeSchedule(db, session)).slots[0]!)
    expect([await belongsTo(id), await belongsTo(kept)]).toEqual([{ mentor_id: third.id, support_type_id: elsewhere.id }, before])
    const unlocked = await db.transaction().execute(async trx => {
      await move(stays, free[1]!, trx)
      return sql`SELECT id FROM feedback WHERE id IN (${id}, ${kept}) FOR UPDATE SKIP LOCKED`.execute(db)
    })
    expect(unlocked.rows).toEqual([{ id }])
  })

  it('gets the new support type of its own session, and of no other one', async () => {
    const [{ appointments }, others] = [await makeSessions(1), await makeSessions(1)]
    const ids = [await feedbackOn(appointments[0]!), await feedbackOn(others.appointments[0]!)]
    const { id } = await makeSupportType(db)
    await db.updateTable('schedules').set({ support_type_id: id }).where('id', '=', appointments[0]!.schedule_id).execute()
    const types = await Promise.all(ids.map(async one => (await belongsTo(one)).support_type_id))
    expect(types).toEqual([id, supportType.id])
  })
})
