import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeUser } from './factories.ts'

const { db } = await openTestDatabase()

const activate = (id: string, active: boolean) => db.updateTable('users').set({ active }).where('id', '=', id).execute()

describe('a phone number', () => {
  const taken = { constraint: 'users_active_phone' }

  it('belongs to one active person', async () => {
    const phone = '+447700900801'
    const { id } = await makeUser(db, { phone })
    await expect(makeUser(db, { phone })).rejects.toMatchObject(taken)
    const other = await makeUser(db)
    await expect(db.updateTable('users').set({ phone }).where('id', '=', other.id).execute()).rejects.toMatchObject(taken)
    await activate(id, false)
    await makeUser(db, { phone })
    await expect(activate(id, true)).rejects.toMatchObject(taken)
  })

  it('goes to one of twenty who join with it at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => makeUser(db, { phone: '+447700900802' })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('keeps its proof only until it is removed', async () => {
    const at = '2026-11-01T00:00:00Z'
    const { id } = await makeUser(db)
    const set = (phone: string | null) =>
      db
        .updateTable('users')
        .set({ phone, phone_verified_at: at })
        .where('id', '=', id)
        .returning('phone_verified_at')
        .executeTakeFirstOrThrow()
    expect(await set('+447700900806')).toEqual({ phone_verified_at: at })
    expect(await set(null)).toEqual({ phone_verified_at: null })
  })

  it('is missing for as many as have none', async () => {
    await makeUser(db, { phone: null, contact_phone: '+447700900803' })
    await makeUser(db, { phone: null, contact_phone: '+447700900803' })
  })

  it.each(['07700900804', '+44 7700 900804', '447700900804', '+', '+1234567890123456', '+44770090080a'])(
    'is never kept as %j',
    async phone => {
      await expect(makeUser(db, { phone })).rejects.toMatchObject({ code: '23514' })
      await expect(makeUser(db, { contact_phone: phone })).rejects.toMatchObject({ code: '23514' })
    },
  )
})

it('a person has a name', async () => {
  await expect(makeUser(db, { name: '' })).rejects.toMatchObject({ code: '23514' })
})

it('a record stands for the records that were merged into it, and for no other', async () => {
  const [person, other] = [await makeUser(db), await makeUser(db)]
  const merged = await Promise.all([person, person, other].map(({ id }) => makeUser(db, { active: false, merged_into: id })))
  const { rows } = await sql<{ id: string }>`SELECT person_record_ids(${person.id}) AS id`.execute(db)
  expect(rows.map(({ id }) => id).toSorted()).toEqual([person, ...merged.slice(0, 2)].map(({ id }) => id).toSorted())
})

it('a code is not guessed at more than five times', async () => {
  const code = { phone: '+447700900805', user_id: null, salt: Buffer.alloc(16), code_hash: Buffer.alloc(32), used_at: null }
  const { id } = await db
    .insertInto('phone_codes')
    .values({ ...code, created_at: '2026-11-20T09:00:00Z', expires_at: '2026-11-20T09:05:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const guess = () =>
    db
      .updateTable('phone_codes')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where('id', '=', id)
      .execute()
  for (let tries = 0; tries < 5; tries += 1) await guess()
  await expect(guess()).rejects.toMatchObject({ code: '23514' })
})

describe('a confirmed e-mail address', () => {
  const at = '2026-11-01T00:00:00Z'
  const proofOf = async (id: string) =>
    (await db.selectFrom('users').select('email_verified_at').where('id', '=', id).executeTakeFirstOrThrow()).email_verified_at
  const set = (id: string, fields: { email: string | null; email_verified_at?: string }) =>
    db.updateTable('users').set(fields).where('id', '=', id).execute()

  it('belongs to one active person, in whatever case', async () => {
    const { id } = await makeUser(db, { email: 'One@example.org', email_verified_at: at })
    const taken = { constraint: 'users_active_email' }
    await expect(makeUser(db, { email: 'one@EXAMPLE.org', email_verified_at: at })).rejects.toMatchObject(taken)
    // A contact address is no proof.
    await makeUser(db, { email: 'one@example.org' })
    await activate(id, false)
    await makeUser(db, { email: 'one@example.org', email_verified_at: at })
    await expect(activate(id, true)).rejects.toMatchObject(taken)
  })

  it.each([
    ['another address', 'b@example.org'],
    ['no address', null],
  ])('keeps no proof for %s, whatever the statement says', async (_what, email) => {
    const { id } = await makeUser(db, { email: `a${email === null}@example.org`, email_verified_at: at })
    await set(id, { email, email_verified_at: '2026-11-02T00:00:00Z' })
    expect(await proofOf(id)).toBeNull()
  })

  it('keeps its proof where only its case changes', async () => {
    const { id } = await makeUser(db, { email: 'case@example.org', email_verified_at: at })
    await set(id, { email: 'Case@example.org' })
    expect(await proofOf(id)).not.toBeNull()
  })
})
