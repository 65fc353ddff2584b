import { randomBytes } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { giveRole, makeUser } from './factories.ts'
import type { Database } from './types.ts'

const { db } = await openTestDatabase()

type Fields<Table extends keyof Database> = Partial<Insertable<Database[Table]>>

const at = '2026-11-01T00:00:00Z'
const expires_at = '2026-12-01T00:00:00Z'
const secret = Buffer.concat([Buffer.from('osk1'), Buffer.alloc(40)])
const token_hash = () => randomBytes(32)

const addPasskey = async (user_id: string) =>
  db
    .insertInto('passkeys')
    .values({ user_id, credential_id: token_hash(), public_key: Buffer.alloc(4), counter: 0, synced: false, name: 'Key', created_at: at })
    .execute()
const addAuthenticator = (user_id: string) =>
  db.insertInto('authenticators').values({ user_id, secret, last_step: 1, created_at: at }).execute()
const makeProvider = async (enabled = true) =>
  (
    await db
      .insertInto('identity_providers')
      .values({ name: 'School', issuer: 'https://id.example.org', client_id: 'openhour', enabled, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const [enabled, disabled] = [await makeProvider(), await makeProvider(false)]
const link = (user_id: string, provider_id = enabled, fields: Fields<'provider_accounts'> = {}) =>
  db
    .insertInto('provider_accounts')
    .values({ provider_id, subject: randomBytes(8).toString('hex'), user_id, linked_at: at, last_seen_at: at, ...fields })
    .execute()
const invite = async (user_id: string, fields: Fields<'invitations'> = {}) =>
  (
    await db
      .insertInto('invitations')
      .values({ user_id, token_hash: token_hash(), channel: 'print', invited_by: user_id, created_at: at, expires_at, ...fields })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const addSession = async (user_id: string, fields: Fields<'sessions'> = {}) =>
  (
    await db
      .insertInto('sessions')
      .values({ user_id, token_hash: token_hash(), created_at: at, last_used_at: at, ...fields })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const change = (id: string, fields: Fields<'users'>) => db.updateTable('users').set(fields).where('id', '=', id).execute()

/** A person with a number that is not confirmed. */
const makePerson = async (fields: Fields<'users'> = {}) => (await makeUser(db, { phone_verified_at: null, ...fields })).id

// People with every way to sign in: what they have counts for no one else.
for (const fields of [{ phone_verified_at: at, email: 'all@example.org', email_verified_at: at }, {}]) {
  const id = await makePerson({ password_hash: 'hash', ...fields })
  await addPasskey(id)
  await addAuthenticator(id)
  await link(id)
  await invite(id, { accepted_at: at })
}

const email = () => ({ email: `${randomBytes(4).toString('hex')}@example.org` })
const confirmedEmail = () => ({ ...email(), email_verified_at: at })
const confirmedPhone = { phone_verified_at: at }
const password = { password_hash: 'hash' }
const acceptPrinted = (id: string) => invite(id, { accepted_at: at })

describe('a person signs in', () => {
  type Case = [string, string[], string[], Fields<'users'>, ((id: string) => Promise<unknown>)?]
  it.each<Case>([
    ['by nothing, without any proof', [], ['sms', 'email'], email()],
    ['by nothing, with an unconfirmed number and a password', [], ['sms', 'email'], password],
    ['by a confirmed number that codes reach', ['phone'], ['sms'], confirmedPhone],
    ['by no number that no code reaches', [], ['email'], confirmedPhone],
    ['by a number with a password', ['phone'], [], { ...confirmedPhone, ...password }],
    ['by a confirmed address that codes reach', ['email'], ['email'], confirmedEmail()],
    ['by no address that no code reaches', [], ['sms'], confirmedEmail()],
    ['by an address with a password', ['email'], [], { ...confirmedEmail(), ...password }],
    ['by no unconfirmed address with a password', [], ['email'], { ...email(), ...password }],
    ['by a passkey', ['passkey'], [], {}, addPasskey],
    ['by nothing, with an authenticator app alone', [], [], {}, addAuthenticator],
    ['by a provider', ['provider'], [], {}, id => link(id)],
    ['by no provider that is switched off', [], [], {}, id => link(id, disabled)],
    ['by a password after a printed invitation', ['password'], [], password, acceptPrinted],
    ['by a confirmed number instead of that password', ['phone'], [], { ...confirmedPhone, ...password }, acceptPrinted],
    ['by no password that is not set', [], [], {}, acceptPrinted],
    ['by no password without a number', [], [], { ...password, phone: null }, acceptPrinted],
    ['by no password after an invitation that is open', [], [], password, id => invite(id)],
    [
      'by no password after an invitation that was sent',
      [],
      [],
      password,
      id => invite(id, { channel: 'email', address: 'a@example.org', accepted_at: at }),
    ],
  ])('%s', async (_, expected, reachedBy, fields, prepare) => {
    const id = await makePerson(fields)
    await prepare?.(id)
    const { rows } = await sql<{ kind: string }>`SELECT kind FROM sign_in_methods(${id}, ${reachedBy}::text[])`.execute(db)
    expect(rows.map(({ kind }) => kind)).toEqual(expected)
  })
})

it.each<[string, boolean, Fields<'users'>, ((id: string) => Promise<unknown>)?]>([
  ['a name and contact data', false, email()],
  ['a confirmed number', true, confirmedPhone],
  ['a confirmed address', true, confirmedEmail()],
  ['a password', true, password],
  ['a passkey', true, {}, addPasskey],
  ['an authenticator app', true, {}, addAuthenticator],
  ['an account of a provider', true, {}, id => link(id, disabled)],
])('a record with %s has an account: %s', async (_, expected, fields, prepare) => {
  const id = await makePerson(fields)
  await prepare?.(id)
  expect((await sql`SELECT has_account(${id}) AS has`.execute(db)).rows).toEqual([{ has: expected }])
})

it.each<[string, boolean, { single_sign_on_only: boolean }, ((id: string) => Promise<unknown>)?]>([
  ['without an account', true, { single_sign_on_only: true }],
  ['with an account', false, { single_sign_on_only: true }, id => link(id)],
  ['with an account that its provider ended', true, { single_sign_on_only: true }, id => link(id, enabled, { ended_at: at })],
  ['with an account of a provider that is switched off', true, { single_sign_on_only: true }, id => link(id, disabled)],
  ['whose role demands none', false, { single_sign_on_only: false }],
])('a person %s lacks a provider: %s', async (_, expected, role, prepare) => {
  const [id, other] = [await makePerson(), await makePerson()]
  await giveRole(db, id, role)
  await giveRole(db, other, { single_sign_on_only: true })
  await prepare?.(id)
  expect((await sql`SELECT lacks_provider(${id}) AS lacks`.execute(db)).rows).toEqual([{ lacks: expected }])
})

describe('the use of a number', () => {
  const now = '2026-11-20T09:00:00Z'
  const setUse = async (user_id: string, used_at: string) => db.insertInto('phone_uses').values({ user_id, used_at }).execute()
  const useOf = async (id: string) => {
    const row = await db.selectFrom('phone_uses').select('used_at').where('user_id', '=', id).executeTakeFirst()
    return row && new Date(row.used_at).toISOString()
  }
  const program = { program: 'Script', expires_at }

  it.each<[string, boolean, string, Fields<'sessions'>]>([
    ['a session that began with it, after more than a day', true, '2026-11-19T08:59:59Z', {}],
    ['a session a day after the last use', false, '2026-11-19T09:00:00Z', {}],
    ['a session half a day after the last use', false, '2026-11-19T21:00:00Z', {}],
    ['a program', false, at, program],
    ['a session that began without it', false, at, { by_phone: false }],
  ])('%s records one: %s', async (_, recorded, before, fields) => {
    const [id, other] = [await makePerson(), await makePerson()]
    for (const person of [id, other]) await setUse(person, before)
    const [used, rests] = [await addSession(id, fields), await addSession(other)]
    await sql`SELECT record_session_use(${[used]}::uuid[], ${now})`.execute(db)
    const unchanged = new Date(before).toISOString()
    expect([await useOf(id), await useOf(other)]).toEqual([recorded ? new Date(now).toISOString() : unchanged, unchanged])
    const lastUsed = await db.selectFrom('sessions').select(['id', 'last_used_at']).where('id', 'in', [used, rests]).execute()
    expect(new Map(lastUsed.map(row => [row.id, new Date(row.last_used_at).toISOString()]))).toEqual(
      new Map([
        [used, new Date(now).toISOString()],
        [rests, new Date(at).toISOString()],
      ]),
    )
  })

  it('begins with a new number, and ends with its removal by erasure only', async () => {
    const [id, bystander] = [await makePerson(), await makePerson()]
    const kept = new Date(at).toISOString()
    for (const person of [id, bystander]) await setUse(person, at)
    await sql`UPDATE users SET phone = phone WHERE id = ${id}`.execute(db)
    await change(id, { phone: null })
    expect(await useOf(id)).toBe(kept)
    await change(id, { phone: '+447700900871' })
    expect(await useOf(id)).not.toBe(kept)
    await change(id, { erased_at: at })
    expect(await useOf(id)).toBeUndefined()
    const other = await makePerson()
    await change(other, { phone: '+447700900872', erased_at: at })
    expect([await useOf(other), await useOf(bystander)]).toEqual([undefined, kept])
  })

  it('does not make later commits of the same connection skip the disk', async () => {
    await db.connection().execute(async connection => {
      await sql`SET synchronous_commit = on`.execute(connection)
      await sql`SELECT record_session_use('{}', ${now})`.execute(connection)
      const { rows } = await sql`SELECT current_setting('synchronous_commit') AS mode`.execute(connection)
      await sql`RESET synchronous_commit`.execute(connection)
      expect(rows).toEqual([{ mode: 'on' }])
    })
  })
})

describe('an unfinished log-in', () => {
  const begin = async (user_id: string) => {
    for (const awaits of ['app', 'identity'] as const) {
      await db.insertInto('login_tickets').values({ token_hash: token_hash(), user_id, awaits, created_at: at, expires_at }).execute()
    }
    await db.insertInto('passkey_challenges').values({ challenge_hash: token_hash(), purpose: 'confirm', user_id, expires_at }).execute()
    await addPasskey(user_id)
    await addAuthenticator(user_id)
    await db.insertInto('recovery_codes').values({ user_id, code_hash: token_hash(), created_at: at }).execute()
  }
  /** What is left of a person's log-ins and of their second factors. */
  const rest = async (id: string) => {
    const { rows } = await sql<{ what: string }>`
      SELECT awaits AS what FROM login_tickets WHERE user_id = ${id}
      UNION ALL SELECT 'challenge' FROM passkey_challenges WHERE user_id = ${id}
      UNION ALL SELECT 'passkey' FROM passkeys WHERE user_id = ${id}
      UNION ALL SELECT 'authenticator' FROM authenticators WHERE user_id = ${id}
      UNION ALL SELECT 'recovery' FROM recovery_codes WHERE user_id = ${id} ORDER BY 1`.execute(db)
    return rows.map(({ what }) => what)
  }
  const factors = ['authenticator', 'passkey', 'recovery']
  const all = ['app', 'authenticator', 'challenge', 'identity', 'passkey', 'recovery']

  it.each<[string, Fields<'users'> | (() => Promise<Fields<'users'>>), string[]]>([
    ['continues after the same password and number', { active: true, password_hash: 'hash' }, all],
    ['ends with a new password', { password_hash: 'other' }, factors],
    ['ends with the removal of the password', { password_hash: null }, factors],
    ['ends with deactivation', { active: false }, factors],
    ['ends with erasure, as do second factors', { active: false, erased_at: at }, []],
    ['ends with a merge, as do second factors', async () => ({ active: false, merged_into: await makePerson() }), []],
    ['stays for a new number, without the check of the identity', { phone: '+447700900873' }, all.filter(what => what !== 'identity')],
  ])('%s', async (_, fields, expected) => {
    const [id, other] = [await makePerson(password), await makePerson(password)]
    for (const person of [id, other]) await begin(person)
    await change(id, typeof fields === 'function' ? await fields() : fields)
    expect([await rest(id), await rest(other)]).toEqual([expected, all])
  })
})

it('revokes the calendar addresses of a person who is deactivated, once, and no other person’s', async () => {
  const [id, other] = [await makePerson(), await makePerson()]
  const feed = (user_id: string, revoked_at: string | null = null) =>
    db.insertInto('calendar_feeds').values({ user_id, kind: 'client', token_hash: token_hash(), created_at: at, revoked_at }).execute()
  for (const person of [id, other]) await feed(person)
  await feed(id, at)
  const revoked = async (person: string) =>
    (await db.selectFrom('calendar_feeds').select('revoked_at').where('user_id', '=', person).orderBy('created_at').execute()).map(row =>
      row.revoked_at === null ? 'no' : new Date(row.revoked_at).getTime() === Date.parse(at) ? 'before' : 'now',
    )
  await change(id, { active: true })
  expect((await revoked(id)).toSorted()).toEqual(['before', 'no'])
  await change(id, { active: false })
  expect([(await revoked(id)).toSorted(), await revoked(other)]).toEqual([['before', 'now'], ['no']])
})

describe('an open invitation', () => {
  it.each<['sms' | 'email' | 'print', string, boolean, Fields<'users'>]>([
    ['sms', 'another number', true, { phone: '+447700900874' }],
    ['sms', 'no number', true, { phone: null }],
    ['sms', 'another address', false, { email: 'b@example.org' }],
    ['sms', 'deactivation', true, { active: false }],
    ['email', 'another address', true, { email: 'b@example.org' }],
    ['email', 'no address', true, { email: null }],
    ['email', 'the same address in capitals', false, { email: 'ANA@example.org' }],
    ['email', 'another number', false, { phone: '+447700900875' }],
    ['print', 'another number and address', false, { phone: '+447700900876', email: 'b@example.org' }],
    ['print', 'deactivation', true, { active: false }],
  ])('by %s ends with %s: %s', async (channel, _, ends, fields) => {
    const [{ id, phone }, other] = [await makeUser(db, { email: 'Ana@example.org' }), await makePerson()]
    const invitation = { channel, address: { sms: phone, email: 'ana@example.org', print: null }[channel] }
    for (const end of ['accepted_at', 'revoked_at'] as const) await invite(id, { ...invitation, [end]: at })
    const open = await invite(id, invitation)
    await invite(other, { channel: 'sms', address: '+447700900877' })
    const read = () => db.selectFrom('invitations').selectAll().where('user_id', 'in', [id, other]).orderBy('id').execute()
    const before = await read()
    await change(id, fields)
    const changed = (await read()).filter((row, index) => row.revoked_at !== before[index]!.revoked_at)
    expect(changed.map(row => row.id)).toEqual(ends ? [open] : [])
  })
})
