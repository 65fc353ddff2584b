import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'

const { db } = await openTestDatabase()

const counts = async () =>
  (
    await sql<Record<string, unknown>>`
      SELECT month::text, type, mentor_id, support_type_id, '' AS prompt, '' AS value, count, rated, stars, star_sum FROM feedback_counts WHERE count > 0
      UNION ALL SELECT c.month::text, w.type, c.mentor_id, c.support_type_id, w.prompt, w.value, c.count, 0, 0, 0
        FROM feedback_answer_counts c JOIN feedback_wordings w ON w.id = c.wording WHERE c.count > 0
      ORDER BY 1, 2, 3, 4, 5, 6`.execute(db)
  ).rows

/** The stored counts of feedback, and the same computed from its answers. */
const told = async () =>
  (
    await sql<Record<string, unknown>>`
      SELECT ARRAY(SELECT w.question_id::text || w.prompt || w.widget || w.value FROM feedback_wordings w WHERE w.id = ANY (f.told) AND w.type = f.type ORDER BY 1) AS kept,
        ARRAY(SELECT x.question_id::text || x.prompt || x.widget || CASE x.widget WHEN 'text' THEN '' ELSE x.value END FROM feedback_answers x
          WHERE x.feedback_id = f.id ORDER BY 1) AS given,
        f.words AS words,
        (SELECT CASE WHEN count(*) > 0 THEN ARRAY(SELECT DISTINCT w COLLATE "C" FROM feedback_answers t, unnest(words_of(t.value)) w
            WHERE t.feedback_id = f.id AND t.widget = 'text' AND length(w) BETWEEN 4 AND 30 ORDER BY 1) END
          FROM feedback_answers x WHERE x.feedback_id = f.id AND x.widget = 'text' AND x.value <> '') AS said
      FROM feedback f ORDER BY f.id`.execute(db)
  ).rows

/** The stored counts equal recomputed ones and are not empty. */
async function expectKept() {
  for (const { kept, given, words, said } of await told()) expect([kept, words]).toEqual([given, said])
  const kept = await counts()
  await sql`SELECT recount_feedback()`.execute(db)
  expect(kept).toEqual(await counts())
  return kept
}

it('counts feedback that is given concurrently, and follows its session, support type and the time zone', async () => {
  const [talk, tax, place, ana, ben] = [
    await makeSupportType(db),
    await makeSupportType(db),
    await makePlace(db),
    await makeMentor(db),
    await makeMentor(db),
  ]
  const session = { supportType: talk, place, from: '2026-11-03T09:00', to: '2026-11-03T13:00' }
  const { slots, schedule } = await makeSchedule(db, { ...session, mentors: [ana] })
  const { slots: others } = await makeSchedule(db, { ...session, mentors: [ben] })
  const ask = async (widget: 'star' | 'text', position: number) =>
    db
      .insertInto('feedback_questions')
      .values({ type: 'client', widget, prompt: widget, position })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [stars, words] = [await ask('star', 1), await ask('text', 2)]
  const appointments = []
  for (const { id } of slots.slice(0, 6)) appointments.push(await makeAppointment(db, id, (await makeUser(db)).id, { status: 'fulfilled' }))
  // 23:30 in London on the last day of October.
  const given = await Promise.all(
    appointments.map(({ id, user_id }, index) =>
      db.transaction().execute(async trx => {
        const row = { type: 'client' as const, appointment_id: id, author_id: user_id, created_at: new Date('2026-10-31T23:30:00Z') }
        const { id: feedback_id } = await trx.insertInto('feedback').values(row).returning('id').executeTakeFirstOrThrow()
        const answer = (question_id: string, widget: string, value: string, position: number) => ({
          feedback_id,
          question_id,
          prompt: widget,
          widget,
          value,
          position,
        })
        await trx
          .insertInto('feedback_answers')
          .values([answer(stars.id, 'star', String(1 + (index % 2)), 1), answer(words.id, 'text', `Number ${index}, the best number`, 2)])
          .execute()
        return feedback_id
      }),
    ),
  )
  const all = (rows: Record<string, unknown>[], month: string) => rows.filter(row => row.month === month && row.prompt === '')
  const before = await expectKept()
  expect(all(before, '-infinity')).toMatchObject([
    { mentor_id: ana.id, support_type_id: talk.id, count: 6, rated: 6, stars: 6, star_sum: 9 },
  ])
  expect(all(before, '2026-10-01')).toHaveLength(1)

  const wordsOf = async (id: string | undefined) =>
    (await db.selectFrom('feedback').select('words').where('id', '=', id!).executeTakeFirstOrThrow()).words
  expect(await wordsOf(given[0])).toEqual(['best', 'number'])
  await sql`UPDATE feedback_answers SET value = '' WHERE widget = 'text' AND feedback_id = ${given[0]}`.execute(db)
  expect(await wordsOf(given[0])).toBeNull()
  await sql`UPDATE feedback_answers SET value = 'So be it' WHERE widget = 'text' AND feedback_id = ${given[1]}`.execute(db)
  expect(await wordsOf(given[1])).toEqual([])
  expect(await expectKept()).toEqual(before)

  await sql`UPDATE feedback_answers SET value = '5' WHERE widget = 'star' AND feedback_id = ${given[2]}`.execute(db)
  const otherwise = await expectKept()
  expect(otherwise.find(row => row.month === '-infinity' && row.value === '5')).toMatchObject({ count: 1 })
  await sql`UPDATE feedback_answers SET value = '1' WHERE widget = 'star' AND feedback_id = ${given[2]}`.execute(db)
  expect(await expectKept()).toEqual(before)
  await sql`DELETE FROM feedback_answers WHERE widget = 'text' AND feedback_id = ${given[3]}`.execute(db)
  expect((await expectKept()).find(row => row.month === '-infinity' && row.prompt === 'text')).toMatchObject({ count: 5 })

  await sql`UPDATE appointments SET slot_id = x.id, schedule_id = x.schedule_id, mentor_id = x.mentor_id, serial = x.first_serial
    FROM slots x WHERE x.id = ${others[0]!.id} AND appointments.id = ${appointments[0]!.id}`.execute(db)
  expect(all(await expectKept(), '-infinity')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ mentor_id: ben.id, count: 1 }),
      expect.objectContaining({ mentor_id: ana.id, count: 5 }),
    ]),
  )

  await sql`UPDATE schedules SET support_type_id = ${tax.id} WHERE id = ${schedule.id}`.execute(db)
  expect(all(await expectKept(), '-infinity').filter(row => row.support_type_id === tax.id)).toMatchObject([{ count: 5 }])

  await sql`UPDATE settings SET time_zone = 'Europe/Berlin'`.execute(db)
  expect(all(await expectKept(), '2026-10-01')).toEqual([])
})

describe('an answer', () => {
  type Answer = { question_id: string; prompt?: string; widget?: string; value?: string }
  const makeQuestion = async (prompt: string, position: number) =>
    (
      await db
        .insertInto('feedback_questions')
        .values({ type: 'client', widget: 'star', prompt, position })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id

  /** Feedback on sessions of one mentor, with one statement of answers each; returns the ids. */
  async function give(...given: [type: 'client' | 'mentor', answers: Answer[]][]) {
    const [supportType, place, mentor] = [await makeSupportType(db), await makePlace(db), await makeMentor(db)]
    const session = { supportType, place, mentors: [mentor], from: '2026-11-03T09:00', to: '2026-11-03T13:00' }
    const { slots } = await makeSchedule(db, session)
    const ids = []
    for (const [index, [type, answers]] of given.entries()) {
      const { id: appointment_id, user_id } = await makeAppointment(db, slots[index]!.id, (await makeUser(db)).id, { status: 'fulfilled' })
      const row = { type, appointment_id, author_id: user_id }
      const { id: feedback_id } = await db.insertInto('feedback').values(row).returning('id').executeTakeFirstOrThrow()
      const values = answers.map((answer, position) => ({
        prompt: 'How?',
        widget: 'radio',
        value: 'Well',
        feedback_id,
        position,
        ...answer,
      }))
      await db.insertInto('feedback_answers').values(values).execute()
      ids.push(feedback_id)
    }
    return { ids, mentor }
  }
  const wordings = () => db.selectFrom('feedback_wordings').selectAll().orderBy('id').execute()
  const toldIn = async (ids: string[]) => {
    const rows = await db.selectFrom('feedback').select(['id', 'told']).where('id', 'in', ids).execute()
    return ids.map(id => rows.find(row => row.id === id)!.told)
  }

  it('is told apart by the question, its wording, kind and value, and the side that gave it', async () => {
    const [first, second] = [await makeQuestion('How?', 11), await makeQuestion('How?', 12)]
    const before = (await wordings()).length
    const answers: [type: 'client' | 'mentor', answer: Answer][] = [
      ['client', { question_id: first }],
      ['client', { question_id: second }],
      ['client', { question_id: first, prompt: 'How now?' }],
      ['client', { question_id: first, widget: 'select' }],
      ['client', { question_id: first, value: 'Badly' }],
      ['mentor', { question_id: first }],
    ]
    const { ids } = await give(...answers.map(([type, answer]) => [type, [answer]] as ['client', Answer[]]))
    const added = (await wordings()).slice(before)
    const expected = answers.map(([type, answer]) => ({ type, prompt: 'How?', widget: 'radio', value: 'Well', ...answer }))
    expect(added.map(({ id: _, ...wording }) => wording)).toEqual(expected)
    expect(await toldIn(ids)).toEqual(added.map(({ id }) => [id]))
  })

  it('that was given before uses up no number', async () => {
    const question_id = await makeQuestion('How?', 13)
    const { ids } = await give(['client', [{ question_id }]])
    const [[known]] = (await toldIn(ids)) as [[number]]
    await give(['client', [{ question_id }]], ['client', [{ question_id }]])
    const next = await give(['client', [{ question_id, value: 'Badly' }]])
    expect(await toldIn(next.ids)).toEqual([[known + 1]])
  })

  it('without stars counts as feedback, not as rated', async () => {
    const question_id = await makeQuestion('How?', 14)
    const { mentor } = await give(['client', [{ question_id }]], ['client', [{ question_id, widget: 'star', value: '3' }]])
    const rows = (await expectKept()).filter(row => row.mentor_id === mentor.id && row.prompt === '' && row.month === '-infinity')
    expect(rows).toMatchObject([{ count: 2, rated: 1, stars: 1, star_sum: 3 }])
  })
})
