import { createHash } from 'node:crypto'
import { type Insertable, type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeContract, makeContractTranslation, makeUser } from './factories.ts'
import type { Database } from './types.ts'

const { db } = await openTestDatabase()

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const makeDraft = async (contract_id: string, version = 2) =>
  db
    .insertInto('contract_versions')
    .values({ contract_id, version, title: 'Draft', body: 'Not yet.', published_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()

async function accept(version_id: string, fields: Partial<Insertable<Database['acceptances']>> = {}) {
  const client = await makeUser(db, { name: 'Ana Lopez' })
  const row = await db
    .insertInto('acceptances')
    .values({
      user_id: client.id,
      version_id,
      recorded_by: client.id,
      accepted_at: '2026-11-20T09:00:00Z',
      ip: '203.0.113.7',
      user_agent: 'Test',
      ...fields,
    } as Insertable<Database['acceptances']>)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { client, row }
}

describe('a published version', () => {
  const kept = { constraint: 'contract_versions_reject_change' }

  it.each([
    { body: 'Other.' },
    { title: 'Other' },
    { language: 'de' },
    { version: 9 },
    { published_at: null },
    { published_at: '2030-01-01T00:00:00Z' },
  ])('does not take %j', async change => {
    const { version } = await makeContract(db)
    await expect(db.updateTable('contract_versions').set(change).where('id', '=', version.id).execute()).rejects.toMatchObject(kept)
  })

  it('is not deleted or emptied away', async () => {
    const { version, contract } = await makeContract(db)
    await expect(db.deleteFrom('contract_versions').where('id', '=', version.id).execute()).rejects.toMatchObject(kept)
    await expect(db.deleteFrom('contracts').where('id', '=', contract.id).execute()).rejects.toMatchObject({ code: '23503' })
    for (const table of ['contract_versions', 'contract_version_translations', 'contracts', 'acceptances']) {
      await expect(sql`TRUNCATE ${sql.table(table)} CASCADE`.execute(db)).rejects.toMatchObject({ constraint: 'never_emptied' })
    }
  })

  it('has the SHA-256 of its text, which no statement can set', async () => {
    const { version } = await makeContract(db, { body: 'Ünïcödé § 1' })
    expect(version.sha256).toBe(sha256('Ünïcödé § 1'))
    const forged = sql`INSERT INTO contract_versions (contract_id, version, title, body, sha256) VALUES (${version.contract_id}, 2, 'x', 'y', 'z')`
    await expect(forged.execute(db)).rejects.toMatchObject({ code: '428C9' })
  })
})

/** Drafts of translations, made of the original as it is. */
async function translate(version: string, language: string, texts: Record<string, string>, by: Kysely<Database> = db) {
  for (const [field, text] of Object.entries(texts)) {
    await sql`INSERT INTO translations (subject_id, language, field, text, source_sha256)
      SELECT subject_id, ${language}, field, ${text}, sha256_of(original) FROM translatable_texts WHERE subject_id = ${version} AND field = ${field}
      ON CONFLICT (subject_id, language, field) DO UPDATE SET text = excluded.text, source_sha256 = excluded.source_sha256`.execute(by)
  }
}
const publish = (id: string) =>
  db.updateTable('contract_versions').set({ published_at: '2026-02-01T00:00:00Z' }).where('id', '=', id).execute()
const inForce = async (version: string) =>
  (await db.selectFrom('contract_version_translations').selectAll().where('version_id', '=', version).orderBy('language').execute()).map(
    ({ language, title, body }) => [language, title, body],
  )

describe('a translation', () => {
  const kept = { constraint: 'contract_version_translations_reject_change' }

  it('goes in force with its version if it is finished and of the present text', async () => {
    const { contract } = await makeContract(db)
    const draft = await makeDraft(contract.id)
    await translate(draft.id, 'de', { title: 'Entwurf', body: 'Noch nicht.' })
    await translate(draft.id, 'fr', { body: 'Pas encore.' })
    await translate(draft.id, 'es', { title: 'Borrador', body: 'Todavía no.' })
    await db.updateTable('contract_versions').set({ body: 'Not yet!' }).where('id', '=', draft.id).execute()
    await translate(draft.id, 'de', { body: 'Noch nicht!' })
    await translate(draft.id, 'en', { title: 'Forged', body: 'Forged.' })
    expect(await inForce(draft.id)).toEqual([])
    await publish(draft.id)
    expect(await inForce(draft.id)).toEqual([['de', 'Entwurf', 'Noch nicht!']])
  })

  it('never changes or goes once in force, nor does its draft', async () => {
    const { contract } = await makeContract(db)
    const draft = await makeDraft(contract.id)
    await translate(draft.id, 'de', { title: 'Entwurf', body: 'Noch nicht.' })
    await publish(draft.id)
    const change = (fields: object) =>
      db.updateTable('contract_version_translations').set(fields).where('version_id', '=', draft.id).execute()
    for (const fields of [{ body: 'Anders.' }, { title: 'Anders' }, { language: 'fr' }, { published_at: '2020-01-01T00:00:00Z' }])
      await expect(change(fields)).rejects.toMatchObject(kept)
    await expect(db.deleteFrom('contract_version_translations').where('version_id', '=', draft.id).execute()).rejects.toMatchObject(kept)
    const draftKept = { constraint: 'translations_in_force' }
    await expect(translate(draft.id, 'de', { body: 'Anders.' })).rejects.toMatchObject(draftKept)
    await expect(db.deleteFrom('translations').where('subject_id', '=', draft.id).execute()).rejects.toMatchObject(draftKept)
    await translate(draft.id, 'fr', { body: 'Pas encore.' })
  })

  it('is not in force for a draft, nor in the language of the original', async () => {
    const { contract, version } = await makeContract(db)
    const draft = await makeDraft(contract.id)
    await expect(makeContractTranslation(db, draft.id)).rejects.toMatchObject(kept)
    await expect(makeContractTranslation(db, version.id, { language: 'en' })).rejects.toMatchObject(kept)
  })

  const publishLater = async (version: string, language: string | null, by: Kysely<Database> = db) => {
    const { rows } = await sql<{
      language: string
    }>`SELECT language FROM publish_contract_translations(${version}, ${language}, '2026-03-01T00:00:00Z', NULL)`.execute(by)
    return rows.map(row => row.language)
  }

  it('goes in force later for one language or for all, once, and for no other version', async () => {
    // A title that equals the body is no translation of it.
    const { version } = await makeContract(db, { key: 'rules', body: 'rules' })
    const other = await makeContract(db)
    for (const { id } of [version, other.version]) {
      await translate(id, 'de', { title: 'Regeln', body: 'Regeln.' })
      await translate(id, 'fr', { title: 'Règles', body: 'Règles.' })
    }
    await translate(version.id, 'es', { title: 'Normas', body: 'Normas.' })
    await db
      .updateTable('translations')
      .set({ source_sha256: sha256('Old') })
      .where('text', '=', 'Normas')
      .execute()
    expect(await publishLater(version.id, 'de')).toEqual(['de'])
    expect(await inForce(version.id)).toEqual([['de', 'Regeln', 'Regeln.']])
    expect(await publishLater(version.id, null)).toEqual(['fr'])
    expect(await publishLater(version.id, null)).toEqual([])
    expect([(await inForce(version.id)).map(([language]) => language), await inForce(other.version.id)]).toEqual([['de', 'fr'], []])
  })

  it.each<[string, string, (version: string, by: Kysely<Database>) => Promise<unknown>]>([
    ['going in force', 'SHARE', (version, by) => publishLater(version, null, by)],
    ['being drafted', 'UPDATE', (version, by) => translate(version, 'de', { title: 'Regeln' }, by)],
  ])('locks its version while %s against FOR %s, and no other version', async (_, strength, act) => {
    const [{ version }, other] = [await makeContract(db), await makeContract(db)]
    const trx = await db.startTransaction().execute()
    await act(version.id, trx)
    const unlocked = await sql`
      SELECT id FROM contract_versions WHERE id IN (${version.id}, ${other.version.id}) FOR ${sql.raw(strength)} SKIP LOCKED`.execute(db)
    await trx.rollback().execute()
    expect(unlocked.rows).toEqual([{ id: other.version.id }])
  })

  it('has no change left over that came while it went in force', async () => {
    const { contract } = await makeContract(db)
    const draft = await makeDraft(contract.id)
    await translate(draft.id, 'de', { title: 'Entwurf', body: 'Noch nicht.' })
    const change = translate(draft.id, 'de', { body: 'Spät.' }).catch(({ constraint }: { constraint: string }) => constraint)
    const [, late] = await Promise.all([publish(draft.id), change])
    const [[, , body] = []] = await inForce(draft.id)
    expect([late, body]).toEqual(late === undefined ? [undefined, 'Spät.'] : ['translations_in_force', 'Noch nicht.'])
  })
})

describe('a draft', () => {
  it('may change and go, until it is published', async () => {
    const { contract } = await makeContract(db)
    const draft = await makeDraft(contract.id)
    const change = (fields: { body?: string; published_at?: string }) =>
      db.updateTable('contract_versions').set(fields).where('id', '=', draft.id).returningAll().executeTakeFirstOrThrow()
    expect(await change({ body: 'Better.' })).toMatchObject({ sha256: sha256('Better.') })
    await change({ published_at: '2026-02-01T00:00:00Z' })
    await expect(change({ body: 'Worse.' })).rejects.toMatchObject({ constraint: 'contract_versions_reject_change' })
    const other = await makeDraft(contract.id, 3)
    await db.deleteFrom('contract_versions').where('id', '=', other.id).execute()
  })

  it('is not the version in force, and has its number alone', async () => {
    const { contract, version } = await makeContract(db)
    await makeDraft(contract.id)
    await expect(makeDraft(contract.id)).rejects.toMatchObject({ code: '23505' })
    const current = await db.selectFrom('current_contracts').selectAll().where('id', '=', contract.id).execute()
    expect(current.map(({ version_id }) => version_id)).toEqual([version.id])
  })

  it('cannot be accepted', async () => {
    const { contract } = await makeContract(db)
    const draft = await makeDraft(contract.id)
    await expect(accept(draft.id)).rejects.toMatchObject({ constraint: 'acceptances_published' })
    await expect(accept('00000000-0000-7000-8000-000000000000')).rejects.toMatchObject({ constraint: 'acceptances_published' })
  })
})

describe('an acceptance', () => {
  const kept = { constraint: 'acceptances_reject_change' }

  it('holds the database’s own copy of hash, name and phone', async () => {
    const { version } = await makeContract(db, { body: 'What was agreed.' })
    const { client, row } = await accept(version.id, { sha256: 'f'.repeat(64), person_name: 'Mallory', person_phone: '+440000000' })
    expect(row).toMatchObject({ sha256: sha256('What was agreed.'), person_name: 'Ana Lopez', person_phone: client.phone })
  })

  it('holds the hash of the text in the language that was read; without one, of the original', async () => {
    const { version } = await makeContract(db, { body: 'Be kind.' })
    await makeContractTranslation(db, version.id, { body: 'Sei nett.' })
    expect((await accept(version.id)).row).toMatchObject({ language: 'en', sha256: sha256('Be kind.') })
    const { row } = await accept(version.id, { language: 'de', sha256: sha256('Be kind.') })
    expect(row).toMatchObject({ language: 'de', sha256: sha256('Sei nett.') })
  })

  it('is refused in a language without a text, of a draft translation, and of another version’s', async () => {
    const { version } = await makeContract(db)
    const other = await makeContract(db)
    await makeContractTranslation(db, other.version.id, { language: 'fr' })
    await translate(version.id, 'de', { title: 'Regeln', body: 'Ein Text.' })
    for (const language of ['de', 'fr', 'DE', '']) {
      await expect(accept(version.id, { language })).rejects.toMatchObject({ constraint: 'acceptances_language' })
    }
  })

  it('happens once for a version', async () => {
    const { version } = await makeContract(db)
    const { client } = await accept(version.id)
    await expect(accept(version.id, { user_id: client.id })).rejects.toMatchObject({ code: '23505' })
  })

  it.each([
    { accepted_at: '2020-01-01T00:00:00Z' },
    { sha256: 'f'.repeat(64) },
    { language: 'de' },
    { person_name: 'Mallory' },
    { ip: null },
    { person_name: null, person_phone: null, ip: null, user_agent: null },
  ])('does not take %j', async change => {
    const { version } = await makeContract(db)
    const { row } = await accept(version.id)
    await expect(db.updateTable('acceptances').set(change).where('id', '=', row.id).execute()).rejects.toMatchObject(kept)
  })

  it('is not deleted', async () => {
    const { version } = await makeContract(db)
    const { row } = await accept(version.id)
    await expect(db.deleteFrom('acceptances').where('id', '=', row.id).execute()).rejects.toMatchObject(kept)
  })

  it('can only be blanked once its person is erased', async () => {
    const { version } = await makeContract(db)
    const { client, row } = await accept(version.id)
    await sql`UPDATE users SET erased_at = now() WHERE id = ${client.id}`.execute(db)
    const change = (fields: Record<string, unknown>) => db.updateTable('acceptances').set(fields).where('id', '=', row.id).execute()
    const blank = { person_name: null, person_phone: null, ip: null, user_agent: null }
    await expect(change({ ...blank, sha256: '' })).rejects.toMatchObject(kept)
    await expect(change({ ...blank, language: 'de' })).rejects.toMatchObject(kept)
    await expect(change({ ...blank, accepted_at: '2020-01-01T00:00:00Z' })).rejects.toMatchObject(kept)
    await expect(change({ ...blank, person_name: 'Mallory' })).rejects.toMatchObject(kept)
    await change(blank)
    await expect(db.deleteFrom('acceptances').where('id', '=', row.id).execute()).rejects.toMatchObject(kept)
  })

  it('loses the computer of the member of staff who recorded it once they are erased, and nothing of the client', async () => {
    const { version } = await makeContract(db)
    const staff = await makeUser(db)
    const { row } = await accept(version.id, { recorded_by: staff.id, ip: '192.0.2.1', user_agent: 'Desk' })
    const change = (fields: Record<string, unknown>) => db.updateTable('acceptances').set(fields).where('id', '=', row.id).execute()
    const blank = { ip: null, user_agent: null }
    await expect(change(blank)).rejects.toMatchObject(kept)
    await sql`UPDATE users SET erased_at = now() WHERE id = ${staff.id}`.execute(db)
    for (const more of [
      { person_name: null },
      { person_phone: null },
      { person_name: 'Mallory' },
      { ip: '192.0.2.2' },
      { user_agent: 'X' },
    ])
      await expect(change({ ...blank, ...more })).rejects.toMatchObject(kept)
    await change(blank)
  })
})
