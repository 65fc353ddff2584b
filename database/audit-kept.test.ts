import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'

const { db } = await openTestDatabase()

const [supportType, place] = [await makeSupportType(db), await makePlace(db)]

async function makeSlots() {
  const wish = { supportType, place, mentors: [await makeMentor(db)], from: '2027-03-01T09:00', to: '2027-03-01T10:00' }
  return (await makeSchedule(db, wish)).slots
}

const rowsOf = async (appointmentId: string) => ({
  audit: await db.selectFrom('audit').selectAll().where('subject_id', '=', appointmentId).orderBy('at').orderBy('id').execute(),
  outbox: await db.selectFrom('outbox').selectAll().where('appointment_id', '=', appointmentId).orderBy('created_at').execute(),
})

describe('every change of an appointment', () => {
  it('writes an audit row and the message', async () => {
    const [first, second] = await makeSlots()
    const [client, staff] = [await makeUser(db), await makeUser(db)]
    const { id } = await makeAppointment(db, first!.id, client.id, { status: 'pending' })
    const change = (fields: Record<string, unknown>) =>
      db
        .updateTable('appointments')
        .set({ changed_by: staff.id, change_reason: '', ...fields })
        .where('id', '=', id)
        .execute()
    await change({ status: 'booked' })
    await change({ slot_id: second!.id, change_reason: 'Asked by phone.' })
    await change({ questions: ['One question.'] })
    await change({ payment_status: 'paid' })
    await change({ status: 'arrived' })
    await change({ status: 'booked' })
    await change({ status: 'noshow' })
    await change({ excused_at: '2027-03-02T09:00:00Z' })
    await change({ status: 'booked' })
    await change({ status: 'cancelled', cancelled_by: 'organisation', change_reason: 'Ill.' })
    const { audit, outbox } = await rowsOf(id)
    expect(audit.map(({ action }) => action)).toEqual([
      'requested',
      'approved',
      'moved',
      'questions',
      'payment',
      'arrived',
      'booked',
      'noshow',
      'excused',
      'booked',
      'cancelled',
    ])
    expect(outbox.map(({ kind }) => kind)).toEqual([
      'appointment_requested',
      'appointment_approved',
      'appointment_moved',
      'appointment_cancelled',
    ])
    expect(audit[0]).toMatchObject({ actor_id: client.id, person_id: client.id, before: null, after: { status: 'pending' } })
    expect(audit[2]).toMatchObject({
      actor_id: staff.id,
      reason: 'Asked by phone.',
      before: { starts_at: first!.starts_at },
      after: { starts_at: second!.starts_at },
    })
    expect(outbox.every(({ user_id, state }) => user_id === client.id && state === 'waiting')).toBe(true)
  })

  it('writes neither when it is rolled back', async () => {
    const [slot] = await makeSlots()
    const client = await makeUser(db)
    const trx = await db.startTransaction().execute()
    const { id } = await makeAppointment(trx as typeof db, slot!.id, client.id)
    await trx.rollback().execute()
    expect(await rowsOf(id)).toEqual({ audit: [], outbox: [] })
    expect(await db.selectFrom('slots').select('taken').where('id', '=', slot!.id).executeTakeFirst()).toEqual({ taken: 0 })
  })

  it('writes neither when no seat is free', async () => {
    const [slot] = await makeSlots()
    await makeAppointment(db, slot!.id, (await makeUser(db)).id)
    const late = await makeUser(db)
    await expect(makeAppointment(db, slot!.id, late.id)).rejects.toThrow(/no result/)
    expect(await db.selectFrom('audit').selectAll().where('person_id', '=', late.id).execute()).toEqual([])
    expect(await db.selectFrom('outbox').selectAll().where('user_id', '=', late.id).execute()).toEqual([])
  })
})

describe('an audit row', () => {
  const kept = { constraint: 'audit_reject_change' }
  const write = async (fields: Record<string, unknown> = {}) =>
    db
      .insertInto('audit')
      .values({ action: 'tested', subject: 'user', actor_id: null, subject_id: null, person_id: null, ...fields })
      .returningAll()
      .executeTakeFirstOrThrow()

  it.each([
    { action: 'other' },
    { reason: 'other' },
    { at: '2020-01-01T00:00:00Z' },
    { actor_id: null, reason: 'x' },
    { person_id: null, reason: '' },
  ])('does not take %j', async change => {
    const row = await write()
    await expect(db.updateTable('audit').set(change).where('id', '=', row.id).execute()).rejects.toMatchObject(kept)
  })

  it('is not deleted before its time, nor emptied away', async () => {
    const row = await write()
    await expect(db.deleteFrom('audit').where('id', '=', row.id).execute()).rejects.toMatchObject(kept)
    await expect(sql`TRUNCATE audit`.execute(db)).rejects.toMatchObject({ constraint: 'never_emptied' })
  })

  it('goes when the time for keeping it is over', async () => {
    const [old, young] = [await write({ at: '2001-01-01T00:00:00Z' }), await write()]
    await db.deleteFrom('audit').where('id', '=', old.id).execute()
    await expect(db.deleteFrom('audit').where('id', '=', young.id).execute()).rejects.toMatchObject(kept)
  })

  it('about an erased person may only be blanked', async () => {
    const person = await makeUser(db)
    const row = await write({
      person_id: person.id,
      reason: 'Her number was wrong.',
      before: '{"phone":"+441"}',
      after: '{"phone":"+442"}',
    })
    const blank = sql`UPDATE audit SET reason = '', before = NULL, after = NULL WHERE id = ${row.id}`
    await expect(blank.execute(db)).rejects.toMatchObject(kept)
    await sql`UPDATE users SET erased_at = now() WHERE id = ${person.id}`.execute(db)
    await expect(sql`UPDATE audit SET reason = 'x', before = NULL, after = NULL WHERE id = ${row.id}`.execute(db)).rejects.toMatchObject(
      kept,
    )
    const moved = sql`UPDATE audit SET reason = '', before = NULL, after = NULL, at = now() WHERE id = ${row.id}`
    await expect(moved.execute(db)).rejects.toMatchObject(kept)
    await blank.execute(db)
  })

  it.each(['id', 'at', 'action', 'subject', 'actor_id', 'subject_id', 'person_id', 'reason', 'before', 'after'])(
    'about an erased person keeps its %s while the rest is blanked',
    async field => {
      const [person, other] = [await makeUser(db, { erased_at: '2026-01-01T00:00:00Z' }), await makeUser(db)]
      const words = { reason: 'A call', before: '{"phone":"+441"}', after: '{"phone":"+442"}' }
      const row = await write({ actor_id: other.id, subject_id: person.id, person_id: person.id, ...words })
      const changes: Record<string, unknown> = {
        ...Object.fromEntries(['id', 'subject_id', 'person_id'].map(key => [key, other.id])),
        actor_id: person.id,
        at: '2020-01-01T00:00:00Z',
        action: 'other',
        subject: 'other',
        ...words,
      }
      const blank = { reason: '', before: null, after: null }
      const change = (fields: Record<string, unknown>) => db.updateTable('audit').set(fields).where('id', '=', row.id).execute()
      await expect(change({ ...blank, [field]: changes[field] })).rejects.toMatchObject(kept)
      await change(blank)
    },
  )

  it('about another person is not blanked while an erased person is in it, nor one about no person', async () => {
    const [person, other] = [await makeUser(db, { erased_at: '2026-01-01T00:00:00Z' }), await makeUser(db)]
    for (const person_id of [other.id, null]) {
      const row = await write({ actor_id: person.id, person_id, reason: 'A call' })
      await expect(db.updateTable('audit').set({ reason: '' }).where('id', '=', row.id).execute()).rejects.toMatchObject(kept)
    }
  })
})

it('lets an audit row be deleted when it is older than audit_months, not at that age', async () => {
  const deleteRow = (age: string) =>
    db.transaction().execute(async trx => {
      const { rows } = await sql<{ id: string }>`INSERT INTO audit (action, subject, subject_id, at)
        SELECT 'changed', 'user', ${(await makeUser(trx)).id}, now() - make_interval(months => audit_months) - ${age}::interval FROM settings
        RETURNING id`.execute(trx)
      return (await trx.deleteFrom('audit').where('id', '=', rows[0]!.id).executeTakeFirstOrThrow()).numDeletedRows
    })
  await expect(deleteRow('0')).rejects.toMatchObject({ constraint: 'audit_reject_change' })
  expect(await deleteRow('1 microsecond')).toBe(1n)
})

describe('retention', () => {
  const texts = { questions: ['Where?'], cancel_reason: 'Ill.', change_reason: 'Called.' }
  const forgetting = { questions: [], cancel_reason: '', change_reason: '', forgotten_at: '2027-06-01T00:00:00Z' }
  const makeOne = async () => {
    const excused = { status: 'noshow' as const, excused_at: '2027-03-02T00:00:00Z', interpreter_language: 'tr' }
    const row = await makeAppointment(db, (await makeSlots())[0]!.id, (await makeUser(db)).id, { ...excused, ...texts })
    const change = (fields: Record<string, unknown>) => db.updateTable('appointments').set(fields).where('id', '=', row.id).execute()
    return { id: row.id, change }
  }

  it.each<[string, () => Promise<Record<string, unknown>>]>([
    ['a question', async () => ({ questions: ['Where?'] })],
    ['the reason of a cancellation', async () => ({ cancel_reason: 'Ill.' })],
    ['the reason of a change', async () => ({ change_reason: 'Called.' })],
    ['another status', async () => ({ status: 'fulfilled' })],
    ['another slot', async () => ({ slot_id: (await makeSlots())[0]!.id })],
    ['another client', async () => ({ user_id: (await makeUser(db)).id })],
    ['a payment', async () => ({ payment_status: 'paid' })],
    ['no excuse', async () => ({ excused_at: null })],
    ['another interpreter', async () => ({ interpreter_language: 'fa' })],
  ])('leaves no appointment with %s without an audit row', async (_, fields) => {
    const { id, change } = await makeOne()
    const refused = change({ ...forgetting, ...(await fields()) })
    await expect(refused).rejects.toMatchObject({ constraint: 'appointments_forgotten' })
    expect((await rowsOf(id)).audit).toHaveLength(1)
  })

  it('removes the texts of an appointment only, and stays recorded', async () => {
    const { id, change } = await makeOne()
    await change(forgetting)
    await expect(change({ forgotten_at: null })).rejects.toMatchObject({ constraint: 'appointments_forgotten' })
    const row = await db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ ...forgetting, status: 'noshow', excused_at: '2027-03-02T00:00:00Z', interpreter_language: 'tr' })
  })
})
