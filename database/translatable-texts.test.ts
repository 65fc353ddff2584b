import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeContract, makeMentor, makePlace, makeSchedule, makeSupportType } from './factories.ts'

const { db } = await openTestDatabase()

/** The texts of these records, which are in use, that can be translated: field, original and position. */
const read = async (...records: string[]) => {
  const { rows } = await sql<{ field: string; original: string; position: number }>`
    SELECT field, original, position FROM translatable_texts WHERE active AND record_id = ANY (${records}::uuid[]) ORDER BY position, original`.execute(
    db,
  )
  return rows.map(({ field, original, position }) => [field, original, position])
}

it('lists the names of support types and places, and what else is written about them', async () => {
  const [bare, described] = [await makeSupportType(db, { name: 'Tea' }), await makeSupportType(db, { name: 'Talk', description: 'Why.' })]
  expect(await read(bare.id, described.id)).toEqual([
    ['name', 'Talk', 1],
    ['name', 'Tea', 1],
    ['description', 'Why.', 2],
  ])
  const [online, library] = [
    await makePlace(db, { name: 'Online', address: '' }),
    await makePlace(db, { name: 'Library', address: 'Here' }),
  ]
  expect(await read(online.id, library.id)).toEqual([
    ['name', 'Library', 1],
    ['name', 'Online', 1],
    ['address', 'Here', 2],
  ])
})

it('lists a question, and the answers of a choice in their order, but no colours', async () => {
  const ask = async (widget: 'radio' | 'select' | 'colour', position: number) =>
    (
      await db
        .insertInto('feedback_questions')
        .values({ type: 'client', widget, prompt: `A ${widget}?`, options: ['Yes', 'No'], position })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const answers = [
    ['option:Yes', 'Yes', 2],
    ['option:No', 'No', 3],
  ]
  expect(await read(await ask('radio', 1))).toEqual([['prompt', 'A radio?', 1], ...answers])
  expect(await read(await ask('select', 2))).toEqual([['prompt', 'A select?', 1], ...answers])
  expect(await read(await ask('colour', 3))).toEqual([['prompt', 'A colour?', 1]])
})

it('lists the version of a contract in force and its draft, and no older one', async () => {
  const { contract, version } = await makeContract(db, { key: 'rules', body: 'Old.' })
  const add = (number: number, body: string, published_at: string | null) =>
    db.insertInto('contract_versions').values({ contract_id: contract.id, version: number, title: 'New', body, published_at }).execute()
  expect(version.version).toBe(1)
  await add(2, 'In force.', '2026-02-01T00:00:00Z')
  await add(3, 'Draft.', null)
  expect(await read(contract.id)).toEqual([
    ['title', 'New', 1],
    ['title', 'New', 1],
    ['body', 'Draft.', 2],
    ['body', 'In force.', 2],
  ])
})

it('lists a note once for all sessions that take place, until the last of them ends', async () => {
  const [supportType, place] = [await makeSupportType(db), await makePlace(db)]
  const plan = async (date: string, fields: { note: string; status?: 'cancelled' }) =>
    makeSchedule(db, { supportType, place, mentors: [await makeMentor(db)], from: `${date}T09:00`, to: `${date}T10:00`, fields })
  await plan('2027-03-01', { note: 'Ring.' })
  await plan('2027-03-02', { note: 'Ring.' })
  await plan('2027-03-03', { note: 'Ring.', status: 'cancelled' })
  await plan('2027-03-04', { note: 'Knock.', status: 'cancelled' })
  await plan('2027-03-05', { note: '' })
  const { rows } = await sql`SELECT original, used_until FROM translatable_texts WHERE active AND kind = 'session_note'`.execute(db)
  expect(rows).toEqual([{ original: 'Ring.', used_until: '2027-03-02T10:00:00Z' }])
})
