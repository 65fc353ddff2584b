import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { parseReference } from '#domain/booking/reference.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'

const { db } = await openTestDatabase()

const [supportType, place] = [await makeSupportType(db), await makePlace(db)]

async function makeSlot() {
  const wish = { supportType, place, from: '2027-03-01T09:00', to: '2027-03-01T09:30' }
  return (await makeSchedule(db, { ...wish, mentors: [await makeMentor(db)] })).slots[0]!
}

const makeOne = async () => makeAppointment(db, (await makeSlot()).id, (await makeUser(db)).id)
const change = (id: string, fields: Record<string, unknown>) => db.updateTable('appointments').set(fields).where('id', '=', id).execute()

describe('an appointment that is over', () => {
  it.each([
    ['cancelled', { status: 'cancelled', cancelled_by: 'client' }],
    ['entered-in-error', { status: 'entered-in-error' }],
  ])('once %s is never revived', async (_, end) => {
    const { id } = await makeOne()
    await change(id, end)
    for (const status of ['pending', 'booked', 'arrived', 'fulfilled', 'noshow']) {
      await expect(change(id, { status, cancelled_by: null })).rejects.toMatchObject({ constraint: 'appointments_dead' })
    }
    await expect(change(id, { slot_id: (await makeSlot()).id })).rejects.toMatchObject({ constraint: 'appointments_dead' })
  })

  it('can still be called an error, and then stays one', async () => {
    const { id } = await makeOne()
    await change(id, { status: 'cancelled', cancelled_by: 'organisation' })
    await change(id, { status: 'entered-in-error' })
    await expect(change(id, { status: 'cancelled', cancelled_by: 'client' })).rejects.toMatchObject({ constraint: 'appointments_dead' })
  })

  it('has cancelled_by exactly when it is cancelled', async () => {
    const { id } = await makeOne()
    await expect(change(id, { status: 'cancelled' })).rejects.toMatchObject({ constraint: 'appointments_cancelled' })
    await expect(change(id, { cancelled_by: 'client' })).rejects.toMatchObject({ constraint: 'appointments_cancelled' })
  })
})

describe('no appointment is lost', () => {
  it('by deleting', async () => {
    const { id } = await makeOne()
    await expect(db.deleteFrom('appointments').where('id', '=', id).execute()).rejects.toMatchObject({
      constraint: 'appointments_reject_delete',
    })
  })

  it.each(['appointments', 'appointments, feedback, feedback_answers', 'schedules CASCADE', 'users CASCADE'])(
    'by TRUNCATE %s',
    async tables => {
      await makeOne()
      await expect(sql`TRUNCATE ${sql.raw(tables)}`.execute(db)).rejects.toMatchObject({ code: expect.stringMatching(/^23514$|^0A000$/) })
      await expect(sql`TRUNCATE ${sql.raw(tables.replace(' CASCADE', ''))} CASCADE`.execute(db)).rejects.toMatchObject({
        constraint: 'never_emptied',
      })
    },
  )

  it('by removing the person, mentor or schedule', async () => {
    const { user_id, mentor_id, schedule_id } = await makeOne()
    for (const id of [user_id, mentor_id]) {
      await expect(db.deleteFrom('users').where('id', '=', id).execute()).rejects.toMatchObject({ code: '23503' })
    }
    await expect(db.deleteFrom('schedules').where('id', '=', schedule_id).execute()).rejects.toMatchObject({ code: '23503' })
  })
})

describe('a reference', () => {
  it('is eight characters that can be read out, each time another', async () => {
    const { rows } = await sql<{ reference: string }>`SELECT new_reference() AS reference FROM generate_series(1, 2000)`.execute(db)
    expect(new Set(rows.map(({ reference }) => reference)).size).toBe(2000)
    for (const { reference } of rows) expect(parseReference(reference)).toBe(reference)
    expect(new Set(rows.flatMap(({ reference }) => [...reference])).size).toBe(32)
  })

  it('is unique', async () => {
    const { reference } = await makeOne()
    const again = makeAppointment(db, (await makeSlot()).id, (await makeUser(db)).id, { reference })
    await expect(again).rejects.toMatchObject({ constraint: 'appointments_reference' })
  })

  it.each(['ABCDEFG', 'ABCDEFGHJ', 'abcdefgh', 'ABCDEFGI', 'ABCDEFGU', 'ABCD EFG'])('is never like %j', async reference => {
    const row = makeAppointment(db, (await makeSlot()).id, (await makeUser(db)).id, { reference })
    await expect(row).rejects.toMatchObject({ constraint: 'appointments_reference_form' })
  })
})

describe('a revision', () => {
  it('rises by one with every change of an appointment, whatever the writer says', async () => {
    const { id } = await makeOne()
    const revision = async () =>
      (await db.selectFrom('appointments').select('revision').where('id', '=', id).executeTakeFirstOrThrow()).revision
    expect(await revision()).toBe(1)
    await change(id, { questions: ['Where is the lift?'] })
    await change(id, { status: 'arrived', revision: 1 })
    expect(await revision()).toBe(3)
    await change(id, { status: 'booked', revision: 99 })
    expect(await revision()).toBe(4)
  })

  it('rises in every table that has one', async () => {
    const { rows } = await sql<{ name: string }>`SELECT c.table_name AS name FROM information_schema.columns c
      JOIN information_schema.tables t ON t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
      WHERE c.column_name = 'revision' AND c.table_schema = 'public' AND c.table_name <> 'appointments' AND NOT EXISTS (
        SELECT 1 FROM information_schema.triggers g WHERE g.event_object_table = c.table_name AND g.action_timing = 'BEFORE'
          AND g.event_manipulation = 'UPDATE' AND g.action_statement LIKE '%increment_revision%')`.execute(db)
    expect(rows).toEqual([])
  })

  it('rises with a real write', async () => {
    const { id } = await makeUser(db)
    await sql`UPDATE users SET name = 'Another name', revision = 1 WHERE id = ${id}`.execute(db)
    expect(await db.selectFrom('users').select('revision').where('id', '=', id).executeTakeFirst()).toEqual({ revision: 2 })
  })

  it('of a support type or a question stays with a new position only, so that its open form stays current', async () => {
    const type = await makeSupportType(db)
    const question = { type: 'client' as const, widget: 'text' as const, prompt: 'How?', position: 1 }
    const { id } = await db.insertInto('feedback_questions').values(question).returning('id').executeTakeFirstOrThrow()
    const changeType = async (fields: { name?: string; position?: number }) =>
      (await db.updateTable('support_types').set(fields).where('id', '=', type.id).returning('revision').executeTakeFirstOrThrow()).revision
    const changeQuestion = async (fields: { prompt?: string; position?: number; active?: boolean }) =>
      (await db.updateTable('feedback_questions').set(fields).where('id', '=', id).returning('revision').executeTakeFirstOrThrow()).revision
    expect([await changeType({ position: 1001 }), await changeType({ name: 'Another name' })]).toEqual([1, 2])
    expect([await changeQuestion({ position: 2 }), await changeQuestion({ prompt: 'How now?' })]).toEqual([1, 2])
    expect([await changeQuestion({ active: false }), await changeQuestion({ active: true, position: 3 })]).toEqual([3, 4])
  })
})

it('ids are UUIDv7 and sort by time', async () => {
  const { rows } = await sql<{ id: string }>`SELECT new_id() AS id, pg_sleep(0.002) FROM generate_series(1, 20)`.execute(db)
  const ids = rows.map(({ id }) => id)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(ids.toSorted()).toEqual(ids)
  expect(Math.abs(Number.parseInt(ids[0]!.replaceAll('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(60_000)
})
