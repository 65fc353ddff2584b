import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
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

const { db } = await openTestDatabase()

const wanda = { phone: '+447700900811', contact_phone: '+447700900812', email: 'wanda@example.com' }
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

/** A person with rows in every table that can hold personal data. */
async function makeKnown({ phone, contact_phone, email } = wanda) {
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
    contact_phone,
    email,
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
      { ...code, phone: contact_phone, user_id: person.id },
    ])
    .execute()
  await db
    .insertInto('registration_tickets')
    .values({ token_hash: randomBytes(32), phone, expires_at: times.expires_at, used_at: null })
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
  await sql`INSERT INTO waiting_list (user_id, support_type_id, from_date, to_date, state, offered_slot_id, offer_ends_at, language)
    VALUES (${person.id}, ${supportType.id}, '2027-03-01', '2027-03-02', 'offered', ${slots[2]!.id}, now(), 'Wanda Unmistakable')`.execute(
    db,
  )
  await sql`INSERT INTO mentor_profiles (user_id, bio) VALUES (${person.id}, 'Wanda Unmistakable likes bees.')`.execute(db)
  await sql`INSERT INTO time_off (mentor_id, starts_at, ends_at, reason) VALUES (${person.id}, now(), now() + interval '1 hour', 'my divorce')`.execute(
    db,
  )
  await db
    .insertInto('calendar_feeds')
    .values({ user_id: person.id, kind: 'client', token_hash: randomBytes(32), created_at: times.created_at })
    .execute()
  const { id: endpoint_id } = await db
    .insertInto('webhook_endpoints')
    .values({
      address: 'https://example.org/',
      events: ['client.created'],
      secret: Buffer.concat([Buffer.from('osk1'), randomBytes(60)]),
      created_at: times.created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('webhook_deliveries')
    .values({
      endpoint_id,
      event_id: randomUUID(),
      kind: 'client.created',
      data: JSON.stringify({ id: person.id }),
      created_at: times.created_at,
      state: 'failed',
      due_at: times.created_at,
      answer: 'Wanda Unmistakable',
    })
    .execute()
  return { person, open, slots, version }
}

/** Every row as `table: text`. */
async function allRows(): Promise<string[]> {
  const tables = await sql<{ name: string }>`SELECT quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(db)
  const texts = await Promise.all(
    tables.rows.map(({ name }) => sql<{ text: string }>`SELECT ${name} || ': ' || t::text AS text FROM ${sql.raw(name)} t`.execute(db)),
  )
  return texts.flatMap(({ rows }) => rows.map(({ text }) => text))
}

/** The whole database as text, so that any remaining data is found. */
async function wholeDatabase(): Promise<string> {
  const photos = await db.selectFrom('photos').select('bytes').execute()
  return [...(await allRows()), ...photos.map(({ bytes }) => bytes.toString())].join('\n')
}

it('erases the personal data everywhere and keeps the events', async () => {
  const admin = await makeAdmin(db)
  const bystander = await makeUser(db, { name: 'Another person' })
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

it('frees the number for a new person, and can be repeated', async () => {
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

it('changes no row of another person', async () => {
  const admin = await makeAdmin(db)
  const other = await makeKnown({ phone: '+447700900821', contact_phone: '+447700900822', email: 'other@example.com' })
  const erased = await makeKnown({ phone: '+447700900831', contact_phone: '+447700900832', email: 'erased@example.com' })
  const before = await allRows()
  await sql`SELECT erase_person(${erased.person.id}, ${admin.id})`.execute(db)
  const after = new Set(await allRows())
  const lost = before.filter(row => !after.has(row))
  // The offered seat is free again.
  const own = [erased.person.id, erased.person.photo_id!, erased.slots[2]!.id, '+447700900831', '+447700900832']
  expect(lost.filter(row => !own.some(text => row.includes(text)))).toEqual([])
  expect(lost.filter(row => row.includes(other.person.id))).toEqual([])

  const blank = { person_name: null, person_phone: null, ip: null, user_agent: null }
  await expect(db.updateTable('acceptances').set(blank).where('user_id', '=', other.person.id).execute()).rejects.toMatchObject({
    constraint: 'acceptances_reject_change',
  })
})

it('knows the numbers that a person had when accepting a contract', async () => {
  const { version } = await makeContract(db)
  const [person, other] = [await makeUser(db, { phone: '+447700900841' }), await makeUser(db, { phone: '+447700900842' })]
  for (const { id } of [person, other])
    await sql`SELECT accept_contracts(${id}, ${id}, ${[version.id]}::uuid[], now(), NULL, '')`.execute(db)
  await db.updateTable('users').set({ phone: '+447700900843' }).where('id', '=', person.id).execute()
  await db.updateTable('users').set({ phone: null }).where('id', '=', other.id).execute()
  const { rows } = await sql<{ numbers: string[] }>`SELECT phone_numbers_of(${person.id}) AS numbers`.execute(db)
  expect(rows[0]!.numbers).toEqual(['+447700900841', '+447700900843'])
})
