import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { connect } from '#server/platform/database/connection.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import {
  makeAdmin,
  makeAppointment,
  makeContract,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSession,
  makeSupportType,
  makeUser,
} from './factories.ts'

const database = await createTestDatabase()
const { db, close } = connect(database.url)
afterAll(async () => {
  await close()
  await database.drop()
})

const phone = '+447700900811'
const traces = [
  'Wanda Unmistakable',
  '7700900811',
  '7700900812',
  'wanda@example.com',
  '198.51.100.77',
  'Wanda’s browser',
  'my divorce',
  'her reason',
  'wanda’s note',
]

/** Somebody who has left a trace in every table that can hold one. */
async function makeKnown() {
  const [supportType, place] = [await makeSupportType(db), await makePlace(db)]
  const mentor = await makeMentor(db)
  const from = { supportType, place, mentors: [mentor], from: '2027-03-01T09:00', to: '2027-03-01T11:00' }
  const { slots } = await makeSchedule(db, from)
  const { id: photo_id } = await db
    .insertInto('photos')
    .values({ type: 'image/webp', bytes: Buffer.from('Wanda Unmistakable') })
    .returning('id')
    .executeTakeFirstOrThrow()
  const person = await makeUser(db, {
    name: 'Wanda Unmistakable',
    phone,
    contact_name: 'Wanda Unmistakable',
    contact_phone: '+447700900812',
    email: 'wanda@example.com',
    photo_id,
    password_hash: 'wanda’s note',
    note: 'wanda’s note',
  })
  await makeSession(db, person.id, new Date())
  const times = { created_at: '2026-11-20T09:00:00Z', expires_at: '2026-11-20T09:05:00Z' }
  const code = { salt: Buffer.alloc(16), code_hash: Buffer.alloc(32), used_at: null, ...times }
  await db
    .insertInto('phone_codes')
    .values([
      { ...code, phone, user_id: null },
      { ...code, phone: '+447700900812', user_id: person.id },
    ])
    .execute()
  await db
    .insertInto('registration_tickets')
    .values({ token_hash: Buffer.alloc(32, 1), phone, expires_at: times.expires_at, used_at: null })
    .execute()
  await db
    .insertInto('idempotency_keys')
    .values({
      actor: person.id,
      key: 'k',
      fingerprint: 'f',
      status: 201,
      answer: JSON.stringify({ name: person.name }),
      created_at: times.created_at,
    })
    .execute()
  const { version } = await makeContract(db)
  await sql`SELECT accept_contracts(${person.id}, ${person.id}, ${[version.id]}::uuid[], now(), '198.51.100.77', 'Wanda’s browser')`.execute(
    db,
  )
  const open = await makeAppointment(db, slots[0]!.id, person.id, { questions: ['About my divorce.'] })
  const cancelled = await makeAppointment(db, slots[1]!.id, person.id)
  await db
    .updateTable('appointments')
    .set({ status: 'cancelled', cancelled_by: 'client', cancel_reason: 'her reason', change_reason: 'her reason' })
    .where('id', '=', cancelled.id)
    .execute()
  await db
    .insertInto('audit')
    .values({
      actor_id: person.id,
      action: 'changed',
      subject: 'user',
      subject_id: person.id,
      person_id: person.id,
      after: JSON.stringify({ phone }),
    })
    .execute()
  await sql`INSERT INTO outbox (kind, user_id, detail, state, error) VALUES ('code', ${person.id}, ${JSON.stringify({ phone })}, 'failed', ${phone})`.execute(
    db,
  )
  await sql`INSERT INTO waiting_list (user_id, support_type_id, from_date, to_date, state, offered_slot_id, offer_ends_at)
    VALUES (${person.id}, ${supportType.id}, '2027-03-01', '2027-03-02', 'offered', ${slots[2]!.id}, now())`.execute(db)
  await sql`INSERT INTO mentor_profiles (user_id, bio) VALUES (${person.id}, 'Wanda Unmistakable likes bees.')`.execute(db)
  await sql`INSERT INTO time_off (mentor_id, starts_at, ends_at, reason) VALUES (${person.id}, now(), now() + interval '1 hour', 'my divorce')`.execute(
    db,
  )
  return { person, open, slots, version }
}

/** The whole database as text: wherever something was forgotten, it is found. */
async function wholeDatabase(): Promise<string> {
  const tables = await sql<{ name: string }>`SELECT quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(db)
  const texts = await Promise.all(
    tables.rows.map(({ name }) =>
      sql<{ text: string }>`SELECT coalesce(string_agg(t::text, ' '), '') AS text FROM ${sql.raw(name)} t`.execute(db),
    ),
  )
  const photos = await db.selectFrom('photos').select('bytes').execute()
  return [...texts.map(({ rows }) => rows[0]!.text), ...photos.map(({ bytes }) => bytes.toString())].join('\n')
}

it('erasing blanks who it was everywhere, and keeps what happened', async () => {
  const admin = await makeAdmin(db)
  const bystander = await makeUser(db, { name: 'Somebody else' })
  const { person, open, slots, version } = await makeKnown()
  const before = await wholeDatabase()
  for (const trace of traces) expect(before).toContain(trace)

  await sql`SELECT erase_person(${person.id}, ${admin.id})`.execute(db)

  const after = await wholeDatabase()
  for (const trace of traces) expect(after).not.toContain(trace)
  expect(after).toContain(bystander.name)
  const [acceptance] = await db.selectFrom('acceptances').selectAll().where('user_id', '=', person.id).execute()
  expect(acceptance).toMatchObject({ version_id: version.id, sha256: version.sha256, person_name: null, ip: null })
  expect(acceptance!.accepted_at).toBeTruthy()
  const appointments = await db.selectFrom('appointments').select(['id', 'reference', 'status']).where('user_id', '=', person.id).execute()
  expect(appointments).toHaveLength(2)
  expect(appointments).toContainEqual({ id: open.id, reference: open.reference, status: 'booked' })
  const actions = await db.selectFrom('audit').select('action').where('subject_id', '=', open.id).orderBy('at').execute()
  expect(actions[0]).toEqual({ action: 'booked' })
  const erased = await db.selectFrom('audit').selectAll().where('action', '=', 'erased').execute()
  expect(erased).toMatchObject([{ actor_id: admin.id, subject_id: person.id }])
  const held = await db.selectFrom('slots').select('held').where('id', '=', slots[2]!.id).executeTakeFirst()
  expect(held).toEqual({ held: 0 })
  const unsent = await db.selectFrom('outbox').select('id').where('user_id', '=', person.id).where('state', '=', 'waiting').execute()
  expect(unsent).toEqual([])
})

it('the number is free for somebody new, and erasing twice does no harm', async () => {
  const admin = await makeAdmin(db)
  const person = await makeUser(db, { phone: '+447700900813' })
  await sql`SELECT erase_person(${person.id}, ${admin.id})`.execute(db)
  await sql`SELECT erase_person(${person.id}, ${admin.id})`.execute(db)
  await makeUser(db, { phone: '+447700900813' })
  expect(await db.selectFrom('users').select(['name', 'phone', 'active']).where('id', '=', person.id).executeTakeFirst()).toEqual({
    name: 'Erased person',
    phone: null,
    active: false,
  })
})
