import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import {
  giveRole,
  makeAdmin,
  makeAppointment,
  makeContract,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSupportType,
  makeUser,
} from './factories.ts'

const { db } = await openTestDatabase()

const [created_at, expires_at] = ['2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z']
const sealed = Buffer.concat([Buffer.from('osk1'), Buffer.alloc(40)])
const hash = () => randomBytes(32)

const admin = await makeAdmin(db)
const [supportType, place] = [await makeSupportType(db), await makePlace(db)]
const { id: provider_id } = await db
  .insertInto('identity_providers')
  .values({ name: 'School', issuer: 'https://id.example.org', client_id: 'openhour', created_at })
  .returning('id')
  .executeTakeFirstOrThrow()

const makePerson = async () => {
  const email = `${randomBytes(4).toString('hex')}@example.org`
  return { ...(await makeMentor(db, { email, email_verified_at: created_at })), email }
}
type Person = Awaited<ReturnType<typeof makePerson>>

let erased: Person
let other: Person
beforeEach(async () => {
  erased = await makePerson()
  other = await makePerson()
})
const erase = () => sql`SELECT erase_person(${erased.id}, ${admin.id})`.execute(db)

const makeSlots = async (mentor: Person) =>
  (await makeSchedule(db, { supportType, place, mentors: [mentor], from: '2027-03-01T09:00', to: '2027-03-01T10:00' })).slots

/** Rows that erasing deletes, one or two in each table. */
async function addRows({ id, phone, email }: Person) {
  await giveRole(db, id, { abilities: ['User List'] })
  const invitation = { user_id: id, channel: 'email' as const, address: email, invited_by: admin.id, created_at, expires_at }
  await db
    .insertInto('invitations')
    .values({ ...invitation, token_hash: hash() })
    .execute()
  const account = { provider_id, user_id: id, linked_at: created_at, last_seen_at: created_at }
  await db
    .insertInto('provider_accounts')
    .values({ ...account, subject: hash().toString('hex') })
    .execute()
  const signIn = { provider_id, purpose: 'link' as const, user_id: id, nonce: 'n', verifier: sealed, created_at, expires_at }
  await db
    .insertInto('provider_sign_ins')
    .values({ ...signIn, state_hash: hash(), browser_hash: hash() })
    .execute()
  await db.insertInto('setup_links').values({ token_hash: hash(), user_id: id }).execute()
  const hours = { ranges: '[]', slot_minutes: 30, break_minutes: 0, seats_per_slot: 1, from_date: '2027-03-01' }
  await db
    .insertInto('hours_proposals')
    .values({ mentor_id: id, place_id: place.id, created_at, ...hours })
    .execute()
  await db.insertInto('time_off_requests').values({ mentor_id: id, starts_at: created_at, ends_at: expires_at, created_at }).execute()
  for (const address of [{ phone }, { email }]) {
    const code = { ...address, salt: Buffer.alloc(16), code_hash: hash(), created_at, expires_at }
    await db.insertInto('phone_codes').values(code).execute()
    await db
      .insertInto('registration_tickets')
      .values({ ...address, token_hash: hash(), expires_at })
      .execute()
    const ticket = { ...address, provider_id, subject: 's', role_ids: [], created_at, expires_at }
    await db
      .insertInto('provider_tickets')
      .values({ ...ticket, token_hash: hash(), browser_hash: hash() })
      .execute()
  }
}
const countRows = async ({ id, phone, email }: Person) => {
  const own = ['role_assignments', 'invitations', 'provider_accounts', 'provider_sign_ins', 'setup_links'].map(
    table => sql`SELECT ${table}::text AS name, count(*)::int AS count FROM ${sql.table(table)} WHERE user_id = ${id}`,
  )
  const mentors = ['hours_proposals', 'time_off_requests'].map(
    table => sql`SELECT ${table}::text AS name, count(*)::int AS count FROM ${sql.table(table)} WHERE mentor_id = ${id}`,
  )
  const addressed = ['phone_codes', 'registration_tickets', 'provider_tickets'].map(
    table => sql`SELECT ${table}::text AS name, count(*)::int AS count FROM ${sql.table(table)} WHERE phone = ${phone} OR email = ${email}`,
  )
  const { rows } = await sql<{ name: string; count: number }>`${sql.join([...own, ...mentors, ...addressed], sql` UNION ALL `)}`.execute(db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

it('deletes what opens or awaits the record of the person, and nothing of another one', async () => {
  for (const person of [erased, other]) await addRows(person)
  const before = await countRows(other)
  expect([...before.values()].filter(count => count === 0)).toEqual([])
  await erase()
  expect([...(await countRows(erased)).values()].filter(count => count > 0)).toEqual([])
  expect(await countRows(other)).toEqual(before)
})

describe('the words of messages to other people', () => {
  const send = async (fields: { kind?: string; appointment_id?: string; detail?: string }) =>
    (
      await db
        .insertInto('outbox')
        .values({ kind: 'appointment_booked', user_id: admin.id, state: 'sent', subject: 'Hello', body: 'Words', ...fields })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const bodyOf = async (id: string) =>
    (await db.selectFrom('outbox').select(['subject', 'body']).where('id', '=', id).executeTakeFirstOrThrow()).body

  it.each(['client', 'mentor'] as const)('go where the erased person is the %s of the appointment', async role => {
    const [client, mentor] = role === 'client' ? [erased, other] : [other, erased]
    const appointment = await makeAppointment(db, (await makeSlots(mentor))[0]!.id, client.id)
    const message = await send({ appointment_id: appointment.id })
    await erase()
    expect(await bodyOf(message)).toBeNull()
  })

  it('go where they name an erased mentor, and stay where they name none or another one', async () => {
    const naming = ({ id }: Person) => send({ detail: JSON.stringify({ mentor_id: id }) })
    const [about, aboutOther, plain] = [await naming(erased), await naming(other), await send({})]
    const appointment = await makeAppointment(db, (await makeSlots(other))[0]!.id, (await makeUser(db)).id)
    const ofOthers = await send({ appointment_id: appointment.id })
    await erase()
    expect(await Promise.all([about, aboutOther, plain, ofOthers].map(bodyOf))).toEqual([null, 'Words', 'Words', 'Words'])
  })

  it('go where they are an invitation by the erased person', async () => {
    const inviting = ({ id }: Person) => send({ kind: 'invitation', detail: JSON.stringify({ inviter_id: id }) })
    const [by, byOther] = [await inviting(erased), await inviting(other)]
    await erase()
    expect(await Promise.all([by, byOther].map(bodyOf))).toEqual([null, 'Words'])
  })
})

it('takes the computer of staff from what they recorded for others, and no other', async () => {
  const { version } = await makeContract(db)
  const record = async (user_id: string, recorded_by: string) =>
    (
      await db
        .insertInto('acceptances')
        .values({
          user_id,
          version_id: version.id,
          recorded_by,
          ip: '192.0.2.1',
          user_agent: 'Desk',
          accepted_at: created_at,
          sha256: '',
          language: 'en',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const ids = [await record((await makeUser(db)).id, erased.id), await record((await makeUser(db)).id, other.id)]
  await erase()
  const rows = await db.selectFrom('acceptances').select(['ip', 'user_agent', 'person_name']).where('id', 'in', ids).orderBy('id').execute()
  expect(rows).toEqual([
    { ip: null, user_agent: null, person_name: expect.stringMatching(/./) as string },
    { ip: '192.0.2.1', user_agent: 'Desk', person_name: expect.stringMatching(/./) as string },
  ])
})

it('ends the waiting of the person, and keeps how it ended before', async () => {
  const entry = { user_id: erased.id, support_type_id: supportType.id, from_date: '2027-03-01', to_date: '2027-03-01' }
  const add = (state: 'waiting' | 'taken' | 'removed' | 'expired') =>
    db
      .insertInto('waiting_list')
      .values({ ...entry, state })
      .execute()
  for (const state of ['waiting', 'taken', 'removed', 'expired'] as const) await add(state)
  await erase()
  const rows = await db.selectFrom('waiting_list').select('state').where('user_id', '=', erased.id).orderBy('position').execute()
  expect(rows.map(({ state }) => state)).toEqual(['left', 'taken', 'removed', 'expired'])
})

it('removes the reasons of views by and of the person only', async () => {
  const view = (viewer: Person, { id }: Person) =>
    db
      .insertInto('record_views')
      .values({ viewer_id: viewer.id, user_id: id, what: 'reason', reason: 'A call' })
      .returning('id')
      .executeTakeFirstOrThrow()
  const third = await makePerson()
  const ids = [await view(erased, other), await view(other, erased), await view(other, third)].map(({ id }) => id)
  await erase()
  const rows = await db.selectFrom('record_views').select(['id', 'reason']).where('id', 'in', ids).execute()
  expect(ids.map(id => rows.find(row => row.id === id)?.reason)).toEqual([null, null, 'A call'])
})

it('removes stored answers that name the person or an object of theirs, and keeps those of others', async () => {
  const objects = async ({ id, email }: Person) => {
    const [slot] = await makeSlots(await makePerson())
    const days = { support_type_id: supportType.id, from_date: '2027-03-01', to_date: '2027-03-01' }
    const times = { mentor_id: id, starts_at: created_at, ends_at: expires_at }
    const invitation = { token_hash: hash(), channel: 'email' as const, address: email, invited_by: admin.id, created_at, expires_at }
    const made = await Promise.all([
      makeAppointment(db, slot!.id, id),
      db
        .insertInto('waiting_list')
        .values({ user_id: id, ...days })
        .returning('id')
        .executeTakeFirstOrThrow(),
      db
        .insertInto('time_off')
        .values({ ...times, reason: '' })
        .returning('id')
        .executeTakeFirstOrThrow(),
      db
        .insertInto('time_off_requests')
        .values({ ...times, created_at })
        .returning('id')
        .executeTakeFirstOrThrow(),
      db.insertInto('outbox').values({ kind: 'code', user_id: id }).returning('id').executeTakeFirstOrThrow(),
      db
        .insertInto('invitations')
        .values({ user_id: id, ...invitation })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ])
    return [id, ...made.map(row => row.id)]
  }
  const answer = (actor: string, key: string, id: string) =>
    db
      .insertInto('idempotency_keys')
      .values({ actor, key, fingerprint: 'f', answer: JSON.stringify({ id }), created_at })
      .execute()
  const [theirs, others] = [await objects(erased), await objects(other)]
  for (const id of [...theirs, ...others]) await answer(admin.id, id, id)
  await answer(erased.id, 'own', admin.id)
  await answer(other.id, 'own', admin.id)
  await erase()
  const { rows } = await sql<{ actor: string; key: string; kept: boolean }>`
    SELECT actor, key, answer IS NOT NULL AS kept FROM idempotency_keys`.execute(db)
  const kept = (key: string) => rows.find(row => row.actor === admin.id && row.key === key)?.kept
  expect(theirs.map(kept)).toEqual(theirs.map(() => false))
  expect(others.map(kept)).toEqual(others.map(() => true))
  expect(rows.filter(({ key }) => key === 'own')).toEqual([{ actor: other.id, key: 'own', kept: true }])
})

it('knows the numbers in the log of a person, without those of other people and those that another active one has now', async () => {
  const write = (person_id: string, phone: string) =>
    db
      .insertInto('audit')
      .values({
        actor_id: admin.id,
        action: 'changed',
        subject: 'user',
        subject_id: person_id,
        person_id,
        after: JSON.stringify({ phone }),
      })
      .execute()
  const [before, taken, left, others] = ['+447700900851', '+447700900852', '+447700900853', '+447700900854']
  for (const phone of [before, taken, left]) await write(erased.id, phone)
  await write(other.id, others)
  await makeUser(db, { phone: taken })
  for (const phone of [left, '+447700900855']) await makeUser(db, { phone, active: false })
  await db.updateTable('users').set({ phone: null }).where('id', '=', erased.id).execute()
  const { rows } = await sql`SELECT phone_numbers_of(${erased.id}) AS numbers`.execute(db)
  expect(rows).toEqual([{ numbers: [before, left] }])
})

it('knows the addresses of a person, without those of other people and those that another active one has confirmed', async () => {
  const [own, coded, mailed, contact, left, taken] = [
    'a@example.net',
    'b@example.net',
    'c@example.net',
    'd@example.net',
    'e@example.net',
    'f@example.net',
  ] as const
  await db.updateTable('users').set({ email: 'A@example.net' }).where('id', '=', erased.id).execute()
  const code = { salt: Buffer.alloc(16), created_at, expires_at }
  const write = (user_id: string, email: string | null) =>
    db
      .insertInto('outbox')
      .values({ kind: 'code', user_id, detail: JSON.stringify({ email }) })
      .execute()
  for (const email of [coded, 'g@example.net'])
    await db
      .insertInto('phone_codes')
      .values({ ...code, email, user_id: email === coded ? erased.id : other.id, code_hash: hash() })
      .execute()
  for (const email of ['C@example.net', contact, left, taken, null]) await write(erased.id, email)
  await write(other.id, 'h@example.net')
  for (const email of [contact, 'i@example.net']) await makeUser(db, { email })
  await makeUser(db, { email: left, email_verified_at: created_at, active: false })
  await makeUser(db, { email: 'F@example.net', email_verified_at: created_at })
  const { rows } = await sql`SELECT email_addresses_of(${erased.id}) AS addresses`.execute(db)
  expect(rows).toEqual([{ addresses: [own, coded, mailed, contact, left] }])
})
