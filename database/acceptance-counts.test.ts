import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeContract, makeContractTranslation, makeUser } from './factories.ts'
import { waitForLocks } from './testing/wait-for-locks.ts'

const { db } = await openTestDatabase()

const read = async () => ({
  missing: (await sql<{ version_id: string; user_id: string }>`SELECT * FROM missing_acceptances ORDER BY 1, 2`.execute(db)).rows,
  counts: (
    await sql<{ version_id: string; count: number }>`
      SELECT version_id, sum(count)::int AS count FROM acceptance_counts GROUP BY version_id HAVING sum(count) > 0 ORDER BY 1`.execute(db)
  ).rows,
})

/** The stored counts equal recomputed ones. */
async function expectKept() {
  const kept = await read()
  await sql`SELECT recount_acceptances()`.execute(db)
  expect(kept).toEqual(await read())
  return {
    missing: (versionId: string) => kept.missing.filter(({ version_id }) => version_id === versionId).map(({ user_id }) => user_id),
    accepted: (versionId: string) => kept.counts.find(({ version_id }) => version_id === versionId)?.count ?? 0,
  }
}

const accept = (userId: string, versions: string[], by = db) =>
  sql`SELECT accept_contracts(${userId}, ${userId}, ${versions}::uuid[], now(), '198.51.100.7', 'Browser')`.execute(by)
const setActive = (id: string, active: boolean, by = db) => by.updateTable('users').set({ active }).where('id', '=', id).execute()
const publishNext = async (contractId: string, version: number, by = db) =>
  by
    .insertInto('contract_versions')
    .values({ contract_id: contractId, version, title: 'Next', body: `Text ${version}.`, published_at: '2026-06-01T00:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()

it('tracks missing acceptances as people join, accept, leave and return, and as texts are published and required', async () => {
  const [ana, ben] = [await makeUser(db), await makeUser(db)]
  const { contract, version } = await makeContract(db, { required_for: 'booking' })
  const { contract: about, version: read1 } = await makeContract(db)
  const cem = await makeUser(db)
  expect((await expectKept()).missing(version.id)).toEqual([ana.id, ben.id, cem.id].toSorted())
  expect((await expectKept()).missing(read1.id)).toEqual([])

  await accept(ana.id, [version.id, read1.id])
  await accept(ana.id, [version.id])
  await setActive(ben.id, false)
  expect((await expectKept()).missing(version.id)).toEqual([cem.id])
  expect((await expectKept()).accepted(version.id)).toBe(1)

  await setActive(ben.id, true)
  await setActive(ana.id, false)
  await setActive(ana.id, true)
  expect((await expectKept()).missing(version.id)).toEqual([ben.id, cem.id].toSorted())

  await db.updateTable('contracts').set({ required_for: 'registration' }).where('id', '=', about.id).execute()
  expect((await expectKept()).missing(read1.id)).toEqual([ben.id, cem.id].toSorted())
  await db.updateTable('contracts').set({ required_for: null }).where('id', '=', about.id).execute()
  expect((await expectKept()).missing(read1.id)).toEqual([])

  const next = await publishNext(contract.id, 2)
  expect((await expectKept()).missing(version.id)).toEqual([])
  expect((await expectKept()).missing(next.id)).toHaveLength(3)
  await db
    .insertInto('contract_versions')
    .values({ contract_id: contract.id, version: 3, title: 'Draft', body: 'Later.', published_at: null })
    .execute()
  expect((await expectKept()).missing(next.id)).toHaveLength(3)
  await db
    .updateTable('contract_versions')
    .set({ published_at: '2026-07-01T00:00:00Z' })
    .where('contract_id', '=', contract.id)
    .where('version', '=', 3)
    .execute()
  expect((await expectKept()).missing(next.id)).toEqual([])
})

it('misses no person who joins, accepts or is reactivated while a text is published or becomes required', async () => {
  const { contract } = await makeContract(db, { required_for: 'booking' })
  const { contract: other, version: otherVersion } = await makeContract(db)
  const [gone, accepting] = [await makeUser(db, { active: false }), await makeUser(db)]

  const early = await db.startTransaction().execute()
  const comer = await makeUser(early)
  await setActive(gone.id, true, early)
  await accept(accepting.id, [otherVersion.id], early)
  const publishing = publishNext(contract.id, 2)
  const requiring = db.updateTable('contracts').set({ required_for: 'booking' }).where('id', '=', other.id).execute()
  await waitForLocks(db, 2)
  await early.commit().execute()
  const [{ id }] = await Promise.all([publishing, requiring])
  const kept = await expectKept()
  expect(kept.missing(id)).toEqual(expect.arrayContaining([comer.id, gone.id, accepting.id]))
  expect(kept.missing(otherVersion.id)).toEqual(expect.arrayContaining([comer.id, gone.id]))
  expect(kept.missing(otherVersion.id)).not.toContain(accepting.id)

  const publisher = await db.startTransaction().execute()
  const third = await publishNext(contract.id, 3, publisher)
  const coming = makeUser(db)
  await waitForLocks(db)
  await publisher.commit().execute()
  const late = await coming
  expect((await expectKept()).missing(third.id)).toContain(late.id)
})

it('finds what a person who returns had not accepted, and nothing else', async () => {
  const [first, second] = [await makeContract(db, { required_for: 'booking' }), await makeContract(db, { required_for: 'booking' })]
  const user = await makeUser(db)
  await accept(user.id, [first.version.id])
  for (const active of [false, true]) await setActive(user.id, active)
  const kept = await expectKept()
  expect([kept.missing(first.version.id).includes(user.id), kept.missing(second.version.id).includes(user.id)]).toEqual([false, true])
})

it('counts an acceptance with a record that was merged for the remaining one', async () => {
  const { version } = await makeContract(db, { required_for: 'booking' })
  const [stays, goes] = [await makeUser(db), await makeUser(db)]
  await db.updateTable('users').set({ active: false, merged_into: stays.id }).where('id', '=', goes.id).execute()
  await accept(goes.id, [version.id])
  expect((await expectKept()).missing(version.id)).not.toContain(stays.id)
})

it('an acceptance and a new person keep changes of contracts out, and let other people accept and join', async () => {
  const { version } = await makeContract(db)
  const user = await makeUser(db)
  for (const act of [(by: typeof db) => accept(user.id, [version.id], by), (by: typeof db) => makeUser(by)]) {
    const trx = await db.startTransaction().execute()
    await act(trx)
    const { rows } = await sql`SELECT pg_try_advisory_xact_lock_shared(hashtext('missing_acceptances')) AS shared`.execute(db)
    const { rows: alone } = await sql`SELECT pg_try_advisory_xact_lock(hashtext('missing_acceptances')) AS alone`.execute(db)
    await trx.rollback().execute()
    expect([rows, alone]).toEqual([[{ shared: true }], [{ alone: false }]])
  }
})

it('counts concurrent acceptances of the same text', async () => {
  const { version } = await makeContract(db, { required_for: 'booking' })
  const people = await Promise.all(Array.from({ length: 20 }, () => makeUser(db)))
  await Promise.all(people.map(({ id }) => accept(id, [version.id])))
  expect((await expectKept()).accepted(version.id)).toBe(20)
})

it('finds each contract of a purpose missing until its own version is accepted', async () => {
  const [first, second] = [await makeContract(db, { required_for: 'booking' }), await makeContract(db, { required_for: 'booking' })]
  const elsewhere = await makeContract(db, { required_for: 'registration' })
  const [user, other] = [await makeUser(db), await makeUser(db)]
  await accept(other.id, [first.version.id, second.version.id])
  const ours = [first, second, elsewhere].map(({ version }) => version.id)
  const missing = async () => {
    const { rows } = await sql<{ ids: string[] }>`SELECT contracts_missing(${user.id}, 'booking') AS ids`.execute(db)
    return ours.filter(id => rows[0]!.ids.includes(id))
  }
  expect(await missing()).toEqual([first.version.id, second.version.id])
  await accept(user.id, [first.version.id])
  expect(await missing()).toEqual([second.version.id])
  await accept(user.id, [second.version.id])
  expect(await missing()).toEqual([])
})

it('finds no contract missing that the same person accepted with a record that was merged into theirs', async () => {
  const { contract, version } = await makeContract(db, { required_for: 'booking' })
  const [user, before, earlier] = [await makeUser(db), await makeUser(db), await makeUser(db)]
  await accept(before.id, [version.id])
  const isMissing = async () => {
    const { rows } = await sql<{
      missing: boolean
    }>`SELECT ${version.id} = ANY (contracts_missing(${user.id}, 'booking')) AS missing`.execute(db)
    return rows[0]!.missing
  }
  expect(await isMissing()).toBe(true)
  const merge = (id: string, into: string) =>
    db.updateTable('users').set({ active: false, merged_into: into }).where('id', '=', id).execute()
  await merge(before.id, user.id)
  expect(await isMissing()).toBe(false)
  expect((await expectKept()).missing(version.id)).not.toContain(user.id)
  for (const active of [false, true]) await setActive(user.id, active)
  expect((await expectKept()).missing(version.id)).not.toContain(user.id)

  const next = await publishNext(contract.id, 2)
  await accept(earlier.id, [next.id])
  await merge(earlier.id, before.id)
  expect((await expectKept()).missing(next.id)).toContain(user.id)
  await merge(earlier.id, user.id)
  expect((await expectKept()).missing(next.id)).not.toContain(user.id)
})

it('asks for each version that a booking lacks, or that was read in a language without a text in force', async () => {
  const [missing, accepted] = [await makeContract(db, { required_for: 'booking' }), await makeContract(db, { required_for: 'booking' })]
  const other = await makeContract(db)
  await makeContractTranslation(db, accepted.version.id, { language: 'de' })
  await makeContractTranslation(db, other.version.id, { language: 'fr' })
  const draft = await db
    .insertInto('contract_versions')
    .values({ contract_id: other.contract.id, version: 2, title: 'Next', body: 'Text 2.', language: 'en' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const user = await makeUser(db)
  const call = async (name: string, ...values: unknown[]) =>
    (await sql<{ ids: string[] }>`SELECT ${sql.raw(name)}(${sql.join(values)}) AS ids`.execute(db)).rows[0]!.ids
  const known = [missing, accepted, other].map(({ version }) => version.id)

  const unknown = (version: string, language: string | null) => call('contract_texts_unknown', [version], [language])
  for (const language of [null, 'en', 'de']) expect(await unknown(accepted.version.id, language)).toEqual([])
  for (const language of ['fr', 'es']) expect(await unknown(accepted.version.id, language)).toEqual([accepted.version.id])
  expect(await unknown(draft.id, 'en')).toEqual([draft.id])

  const asked = async (versions: string[] | null, languages: (string | null)[] | null) =>
    (await call('contracts_to_accept', user.id, versions, languages)).filter(id => known.includes(id)).toSorted()
  const both = [missing.version.id, accepted.version.id].toSorted()
  expect(await asked(null, null)).toEqual(both)
  expect(await asked([accepted.version.id], null)).toEqual([missing.version.id])
  expect(await asked([accepted.version.id, missing.version.id], ['de', 'en'])).toEqual([])
  expect(await asked([accepted.version.id, missing.version.id], ['fr', null])).toEqual([accepted.version.id])
})

it('skips a draft when accepting', async () => {
  const { contract, version } = await makeContract(db)
  const draft = await db
    .insertInto('contract_versions')
    .values({ contract_id: contract.id, version: 2, title: 'Next', body: 'Text 2.' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const user = await makeUser(db)
  await accept(user.id, [draft.id, version.id])
  expect(await db.selectFrom('acceptances').select('version_id').where('user_id', '=', user.id).execute()).toEqual([
    { version_id: version.id },
  ])
})
