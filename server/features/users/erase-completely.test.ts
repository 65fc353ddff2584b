import { randomBytes, randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  giveRole,
  makeAdmin,
  makeAppointment,
  makeContract,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSession,
  makeSupportType,
  makeUser,
} from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

// Every column of every table that may hold words about a person, found in PostgreSQL's catalogue. A
// table or column that is new is not known here, and fails the test until it is erased or listed with a
// reason.

const phone = '+447700900811'
const earlierPhone = '+447700900822'
const acceptedPhone = '+447700900855'
const contactPhone = '+447700900833'
/** In lower case, as codes are sent to it. */
const emailAddress = 'wanda@example.com'

/** The rows of these tables that concern the person and the records merged into theirs. */
const personal: Record<string, (ids: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  acceptances: ids => sql`t.user_id = ANY (${ids})`,
  appointments: ids => sql`t.user_id = ANY (${ids})`,
  audit: ids => sql`t.person_id = ANY (${ids}) OR t.subject_id = ANY (${ids})`,
  authenticators: ids => sql`t.user_id = ANY (${ids})`,
  busy_calendars: ids => sql`t.mentor_id = ANY (${ids})`,
  calendar_feeds: ids => sql`t.user_id = ANY (${ids})`,
  feedback: ids => sql`t.author_id = ANY (${ids}) OR t.appointment_id IN (SELECT id FROM appointments WHERE user_id = ANY (${ids}))`,
  feedback_answers: ids =>
    sql`t.widget = 'text' AND t.feedback_id IN (SELECT f.id FROM feedback f JOIN appointments a ON a.id = f.appointment_id WHERE f.author_id = ANY (${ids}) OR a.user_id = ANY (${ids}))`,
  hours_proposals: ids => sql`t.mentor_id = ANY (${ids})`,
  time_off_requests: ids => sql`t.mentor_id = ANY (${ids})`,
  idempotency_keys: ids =>
    sql`t.actor = ANY (${ids}::text[]) OR EXISTS (SELECT FROM (SELECT unnest(${ids}) UNION SELECT id FROM appointments WHERE user_id = ANY (${ids})) i (id) WHERE strpos(t.answer::text, i.id::text) > 0)`,
  invitations: ids => sql`t.user_id = ANY (${ids}) OR t.address IN (${phone}, ${emailAddress})`,
  join_tickets: () =>
    sql`t.code_id IN (SELECT id FROM phone_codes WHERE phone IN (${phone}, ${earlierPhone}, ${acceptedPhone}) OR email = ${emailAddress})`,
  login_tickets: ids => sql`t.user_id = ANY (${ids})`,
  mentor_profiles: ids => sql`t.user_id = ANY (${ids})`,
  outbox: ids => sql`t.user_id = ANY (${ids})`,
  passkey_challenges: ids => sql`t.user_id = ANY (${ids})`,
  passkeys: ids => sql`t.user_id = ANY (${ids})`,
  phone_codes: () => sql`t.phone IN (${phone}, ${earlierPhone}, ${acceptedPhone}) OR t.email = ${emailAddress}`,
  // Every photo, also one that no record refers to: only this person has any.
  photos: () => sql`true`,
  provider_accounts: ids => sql`t.user_id = ANY (${ids})`,
  provider_logins: ids => sql`t.account_id IN (SELECT id FROM provider_accounts WHERE user_id = ANY (${ids}))`,
  provider_sign_ins: ids => sql`t.user_id = ANY (${ids})`,
  provider_tickets: () => sql`t.phone = ${phone}`,
  record_views: ids => sql`t.user_id = ANY (${ids}) OR t.viewer_id = ANY (${ids})`,
  recovery_codes: ids => sql`t.user_id = ANY (${ids})`,
  registration_tickets: () => sql`t.phone IN (${phone}, ${earlierPhone}, ${acceptedPhone}) OR t.email = ${emailAddress}`,
  saved_views: ids => sql`t.user_id = ANY (${ids})`,
  sessions: ids => sql`t.user_id = ANY (${ids})`,
  setup_links: ids => sql`t.user_id = ANY (${ids})`,
  time_off: ids => sql`t.mentor_id = ANY (${ids})`,
  users: ids => sql`t.id = ANY (${ids})`,
  waiting_list: ids => sql`t.user_id = ANY (${ids})`,
  webhook_deliveries: ids => sql`t.data ->> 'id' = ANY (${ids}::text[]) OR t.data ->> 'client_id' = ANY (${ids}::text[])`,
}

/** Tables without words about one person. */
const impersonal: Record<string, string> = {
  acceptance_counts: 'figures',
  busy_times: 'times, of which the calendar’s erasure removes the row',
  closed_days: 'the place’s, by staff',
  logos: 'the organisation’s',
  contract_version_translations: 'published texts',
  contract_versions: 'published texts',
  contracts: 'keys of texts',
  feedback_answer_counts: 'figures',
  feedback_counts: 'figures',
  feedback_questions: 'the form’s own words',
  feedback_wordings: 'the form’s own words: free text is empty here',
  freed_seats: 'ids and times',
  invitation_roles: 'ids',
  identity_providers: 'the organisation’s',
  installation: 'of the database itself',
  translations: 'the organisation’s texts',
  undoable_actions: 'ids, times, and words of the product and of sessions, for minutes',
  visits: 'hashes that no person is kept with',
  mentor_ratings: 'figures',
  mentor_support_types: 'ids',
  mentor_times: 'ids and times',
  migrations: 'of the schema',
  missing_acceptances: 'ids',
  phone_uses: 'an id and a time',
  places: 'the organisation’s',
  provider_logout_tokens: 'hashes and times',
  provider_role_mappings: 'the organisation’s',
  request_counts: 'an address and a call, for minutes; nothing links it to a person',
  retention_runs: 'figures',
  role_assignments: 'ids',
  roles: 'the organisation’s',
  schedule_mentors: 'ids',
  schedule_seats: 'figures',
  schema_definitions: 'of the schema',
  schema_versions: 'of the schema',
  schedules: 'the organisation’s: a session’s note is about all who come',
  settings: 'the organisation’s',
  slots: 'ids and times, and a word of the product',
  support_types: 'the organisation’s',
  text_days: 'figures',
  waiting_offers: 'ids, times, and a word of the product',
  webhook_endpoints: 'the organisation’s',
  webhook_old_secrets: 'the organisation’s',
  webhook_events: 'ids, times and a status, until they are shared out',
  weekly_dates: 'ids, times, and a word of the product',
  weekly_hours: 'ids, dates and figures',
  weekly_ranges: 'ids and times',
  wordings: 'the organisation’s',
  zone_data: 'of the database itself',
  zone_data_changes: 'ids of sessions and times',
  zone_data_servers: 'host names of servers',
}

/**
 * Columns of personal tables that stay: the product's own values, such as a state, and those listed with
 * a reason.
 */
const words = [
  'appointments.cancelled_by',
  'appointments.payment_status',
  'appointments.status',
  'appointments.status_before',
  'audit.action',
  'audit.subject',
  'calendar_feeds.kind',
  'feedback.type',
  'feedback_answers.widget',
  'provider_sign_ins.purpose',
  'saved_views.list',
  'users.channel',
  'invitations.channel',
  'outbox.channel',
  'outbox.kind',
  'outbox.state',
  'outbox.via',
  'outbox.why',
  'record_views.what',
  'waiting_list.state',
  'webhook_deliveries.kind',
  'webhook_deliveries.state',
  'webhook_deliveries.why',
]
const kept: Record<string, string> = {
  ...Object.fromEntries(words.map(name => [name, 'a word of the product'])),
  'acceptances.language': 'of the accepted text',
  'acceptances.sha256': 'the hash of the accepted text is the proof',
  'appointments.reference': 'a random code',
  'appointments.price_currency': 'a currency',
  'feedback_answers.prompt': 'the form’s own words',
  'idempotency_keys.actor': 'an id',
  'idempotency_keys.fingerprint': 'a SHA-256',
  'idempotency_keys.key': 'a random text of the program, which recognises a repetition for a day',
  'outbox.once': 'ids and a word of the product',
  'users.locale': 'a language',
  'users.time_zone': 'a time zone',
  'webhook_deliveries.data': 'ids, times and a status, as the other system has them',
}

/** Values for columns that cannot hold a marker. */
const fitting: Record<string, RawBuilder<unknown>> = {
  'acceptances.person_phone': sql`${acceptedPhone}`,
  'phone_codes.phone': sql`t.phone`,
  'phone_codes.email': sql`t.email`,
  'registration_tickets.email': sql`t.email`,
  'users.email': sql`t.email`,
  'provider_tickets.phone': sql`t.phone`,
  'registration_tickets.phone': sql`t.phone`,
  'users.phone': sql`t.phone`,
  'users.contact_phone': sql`${contactPhone}`,
  'users.password_hash': sql`'wandamarkhash'`,
}

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn(await makeAdmin(app.db))
})
afterAll(() => app.close())

interface Column {
  table: string
  column: string
  type: string
}
/** All text columns except generated ones. */
async function listColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND (t.typcategory IN ('S', 'U', 'I') OR t.typcategory = 'A' AND t.typelem IN ('text'::regtype, 'varchar'::regtype)) AND t.typname NOT IN ('uuid', '_uuid')
    ORDER BY 1, 2`.execute(app.db)
  return rows
}

const markerOf = (index: number) => `wandamark${String(index).padStart(3, '0')}x`
/** A marker in the format of a column, different for each row. */
function valueOf({ table, column, type }: Column, index: number): RawBuilder<unknown> {
  const marker = sql`${markerOf(index)} || substr(md5(t.ctid::text), 1, 8)`
  if (fitting[`${table}.${column}`]) return fitting[`${table}.${column}`]!
  if (type === 'text[]') return sql`ARRAY[${marker}]`
  if (type === 'inet') return sql`'198.51.100.77'::inet`
  if (type === 'bytea') return sql`convert_to(rpad(${marker}, 32, 'x'), 'UTF8')`
  if (type === 'jsonb') return sql`coalesce(t.${sql.ref(column)}, '{}') || jsonb_build_object('wanda', ${marker}::text)`
  return marker
}

/** Writes a marker into each column, bypassing triggers; returns the columns that refused it. */
async function plant(columns: readonly Column[], ids: RawBuilder<unknown>): Promise<string[]> {
  const untouched: string[] = []
  await app.db.connection().execute(async db => {
    await sql`SET session_replication_role = replica`.execute(db)
    for (const [index, { table, column, type }] of columns.entries()) {
      const rows =
        await sql`UPDATE ${sql.table(table)} t SET ${sql.ref(column)} = ${valueOf({ table, column, type }, index)} WHERE ${personal[table]!(ids)}`
          .execute(db)
          .then(({ numAffectedRows }) => Number(numAffectedRows))
          .catch((error: Error & { code?: string }) => {
            if (!/^(23514|23502|22...)$/.test(error.code ?? '')) throw error
            return null
          })
      if (rows === 0) throw new Error(`no row of ${table} concerns the person`)
      if (rows === null) untouched.push(`${table}.${column}`)
    }
    await sql`SET session_replication_role = DEFAULT`.execute(db)
  })
  return untouched
}

/** Every row of every table as text, with bytes written out. */
async function findMarkers(): Promise<string[]> {
  const { rows: tables } = await sql<{
    name: string
  }>`SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`.execute(app.db)
  const found: string[] = []
  const numbers = [phone, earlierPhone, acceptedPhone, contactPhone].map(number => number.slice(4))
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`SELECT t::text AS text FROM ${sql.table(name)} t`.execute(app.db)
    for (const { text } of rows) {
      const bytes = [...text.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'))
      for (const [marker] of `${text} ${bytes.join(' ')}`.matchAll(new RegExp(`wanda\\w*|198\\.51\\.100\\.77|${numbers.join('|')}`, 'gi')))
        found.push(`${name}: ${marker}`)
    }
  }
  return found
}

/** An encrypted secret, as far as the database checks it. */
const sealed = () => Buffer.concat([Buffer.from('osk1'), randomBytes(60)])

/**
 * A client, mentor and staff member who has left something in every personal table; some of it by the
 * calls of the API, with keys.
 */
async function makeKnown() {
  const { db } = app
  const send = async (name: Parameters<TestApp['request']>[0], body: object, token = admin) => {
    const answer = await app.request(name, { body, token, headers: { 'idempotency-key': randomUUID() } })
    if (answer.status >= 300) throw new Error(`${name}: ${JSON.stringify(answer.problem)}`)
    return answer.body
  }
  const created = {
    name: 'Wanda One',
    phone,
    email: 'Wanda@example.com',
    note: 'Wanda rings twice.',
    contact_name: 'Wanda Two',
    contact_phone: contactPhone,
  }
  const key = randomUUID()
  const create = () => app.request('POST /api/users', { body: created, token: admin, headers: { 'idempotency-key': key } })
  const person = (await create()).body as { id: string }
  const merged = await makeUser(db, { name: 'Wanda Three', phone: null, note: 'Wanda', active: false, merged_into: person.id })
  const ids = [person.id, merged.id]

  const [supportType, place] = [await makeSupportType(db), await makePlace(db)]
  const mentor = await makeMentor(db, {}, [supportType.id])
  const over = await makeSchedule(db, { supportType, place, mentors: [mentor], from: '2026-11-02T09:00', to: '2026-11-02T12:00' })
  const ahead = await makeSchedule(db, { supportType, place, mentors: [mentor], from: '2026-12-02T09:00', to: '2026-12-02T12:00' })
  const past = await makeAppointment(db, over.slots[0]!.id, person.id, { status: 'fulfilled' })
  await makeAppointment(db, over.slots[1]!.id, merged.id, { status: 'noshow' })
  await send('POST /api/appointments', {
    schedule_id: ahead.schedule.id,
    starts_at: ahead.slots[0]!.starts_at,
    user_id: person.id,
    questions: ['About Wanda.'],
  })
  await send('POST /api/role-assign', { user_id: person.id, role_ids: [(await giveRole(db, mentor.id, { is_mentor: true })).id] })
  for (const type of ['client', 'mentor'] as const) {
    const question = await send('POST /api/feedback-questions', { type, widget: 'text', prompt: 'How was it?' })
    await send('POST /api/feedback', { appointment_id: past.id, type, answers: [{ question_id: question.id, value: 'Wanda said a lot.' }] })
  }

  const at = app.clock.now().toISOString()
  await db
    .insertInto('mentor_profiles')
    .values({ user_id: person.id, bio: '' })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await send('POST /api/time-off', {
    mentor_id: person.id,
    starts_at: '2026-12-03T09:00',
    ends_at: '2026-12-03T17:00',
    reason: 'Wanda’s surgery',
  })
  await db
    .insertInto('hours_proposals')
    .values({
      mentor_id: person.id,
      place_id: place.id,
      ranges: '[]',
      slot_minutes: 30,
      break_minutes: 0,
      seats_per_slot: 1,
      from_date: '2026-12-01',
      note: 'Wanda prefers mornings.',
      created_at: at,
    })
    .execute()
  await db
    .insertInto('time_off_requests')
    .values({
      mentor_id: person.id,
      starts_at: '2026-12-09T09:00:00Z',
      ends_at: '2026-12-09T17:00:00Z',
      note: 'Wanda’s physiotherapy',
      created_at: at,
    })
    .execute()
  const own = await makeSchedule(db, {
    supportType,
    place,
    mentors: [{ ...mentor, id: person.id }],
    from: '2026-11-03T09:00',
    to: '2026-11-03T10:00',
  })
  const hers = await makeAppointment(db, own.slots[0]!.id, (await makeUser(db)).id, { status: 'fulfilled' })
  await db.insertInto('busy_calendars').values({ mentor_id: person.id, address: sealed(), added_at: at, due_at: at }).execute()

  const addPhoto = async (owner: string) => {
    const photo = { type: 'image/webp', bytes: Buffer.from('wanda') } as const
    const { id: photo_id } = await db.insertInto('photos').values(photo).returning('id').executeTakeFirstOrThrow()
    await db.updateTable('users').set({ photo_id }).where('id', '=', owner).execute()
  }
  await addPhoto(person.id)
  // A merge replaces the photo.
  const pictured = await makeUser(db, { name: 'Wanda Four' })
  await addPhoto(pictured.id)
  const merging = { params: { id: person.id }, body: { other_id: pictured.id, take: ['photo'] }, token: admin }
  expect((await app.request('POST /api/users/{id}/merge', merging)).status).toBe(200)
  ids.push(pictured.id)
  await makeSession(db, person.id, app.clock.now())
  const wanda = await app.signIn(person)
  await send(
    'POST /api/waiting-list',
    { support_type_id: (await makeSupportType(db)).id, from_date: '2026-12-01', to_date: '2026-12-10' },
    wanda,
  )
  const provider = { name: 'University', issuer: 'https://login.example.org', client_id: 'openhour', created_at: at }
  const { id: provider_id } = await db.insertInto('identity_providers').values(provider).returning('id').executeTakeFirstOrThrow()
  const { id: account_id } = await db
    .insertInto('provider_accounts')
    .values({ provider_id, subject: 'wanda', user_id: person.id, linked_at: at, last_seen_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('provider_logins')
    .values({ account_id, sid: 'wanda', refresh_token: sealed(), checked_at: at, try_after: at, created_at: at })
    .execute()
  const bound = { provider_id, browser_hash: randomBytes(32), return_path: '/wanda', created_at: at, expires_at: at }
  await db
    .insertInto('provider_sign_ins')
    .values({ ...bound, state_hash: randomBytes(32), purpose: 'link', user_id: person.id, nonce: 'wanda', verifier: sealed() })
    .execute()
  await db
    .insertInto('provider_tickets')
    .values({ ...bound, token_hash: randomBytes(32), subject: 'wanda', name: 'Wanda', email: created.email, phone, role_ids: [] })
    .execute()
  await db
    .insertInto('setup_links')
    .values({ token_hash: randomBytes(32), user_id: person.id, created_at: at })
    .execute()
  await db.insertInto('authenticators').values({ user_id: person.id, secret: sealed(), last_step: 0, created_at: at }).execute()
  const [user_id, created_at] = [person.id, at]
  await db
    .insertInto('passkeys')
    .values({
      user_id,
      credential_id: randomBytes(32),
      public_key: randomBytes(77),
      counter: 0,
      synced: true,
      name: 'Wanda’s phone',
      created_at,
    })
    .execute()
  await db
    .insertInto('invitations')
    .values({
      user_id,
      token_hash: randomBytes(32),
      channel: 'sms',
      address: phone,
      invited_by: (await makeAdmin(db)).id,
      created_at,
      expires_at: at,
      revoked_at: at,
    })
    .execute()
  await db
    .insertInto('passkey_challenges')
    .values({ user_id, challenge_hash: randomBytes(32), purpose: 'add', expires_at: at })
    .execute()
  await db
    .insertInto('recovery_codes')
    .values({ user_id, code_hash: randomBytes(32), created_at })
    .execute()
  await db
    .insertInto('login_tickets')
    .values({ token_hash: randomBytes(32), user_id: person.id, created_at: at, expires_at: at, used_at: null, secret: sealed() })
    .execute()
  await db
    .insertInto('calendar_feeds')
    .values({ user_id: person.id, kind: 'client', token_hash: randomBytes(32), created_at: at })
    .execute()
  await db.insertInto('saved_views').values({ user_id, list: 'users', name: 'Wanda’s', params: '{}', created_at }).execute()
  const { version } = await makeContract(db)
  for (const id of ids)
    await sql`SELECT accept_contracts(${id}, ${id}, ${[version.id]}::uuid[], now(), '198.51.100.77', 'Wanda’s browser')`.execute(db)

  // Before the change of the number, which is in the log.
  await sql`INSERT INTO audit (actor_id, action, subject, subject_id, person_id, before, after)
    VALUES (${person.id}, 'changed', 'user', ${person.id}, ${person.id}, ${JSON.stringify({ phone: earlierPhone })}, ${JSON.stringify({ phone })})`.execute(
    db,
  )
  for (const address of [...[phone, earlierPhone, acceptedPhone].map(number => ({ phone: number })), { email: emailAddress }]) {
    const code = { salt: randomBytes(16), code_hash: randomBytes(32), created_at: at, expires_at: at, used_at: null }
    const { id } = await db
      .insertInto('phone_codes')
      .values({ ...code, ...address, user_id: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('join_tickets')
      .values({ token_hash: randomBytes(32), code_id: id, address: '198.51.100.77' })
      .execute()
    await db
      .insertInto('registration_tickets')
      .values({ token_hash: randomBytes(32), ...address, expires_at: at, used_at: null })
      .execute()
  }
  // To her, to staff about her appointment, and to her own client as a mentor.
  for (const [user, appointment] of [
    [person.id, null],
    [merged.id, past.id],
    [mentor.id, past.id],
    [hers.user_id, hers.id],
  ] as const)
    await sql`INSERT INTO outbox (kind, user_id, appointment_id, detail, state, subject, body)
      VALUES ('reminder', ${user}, ${appointment}, '{}', 'sent', 'Wanda', 'With Wanda.')`.execute(db)
  const endpoint = { address: 'https://example.org/', events: ['client.created'], secret: sealed(), created_at: at }
  const { id: endpoint_id } = await db.insertInto('webhook_endpoints').values(endpoint).returning('id').executeTakeFirstOrThrow()
  const delivery = { endpoint_id, kind: 'client.changed', state: 'failed', created_at: at, due_at: at } as const
  for (const data of [{ id: person.id }, { id: past.id, client_id: person.id }])
    await db
      .insertInto('webhook_deliveries')
      .values({ ...delivery, event_id: randomUUID(), data: JSON.stringify(data) })
      .execute()
  return { person, ids, create }
}

test('erasing leaves nothing of a person in any column of any table', async () => {
  const columns = await listColumns()
  const tables = [...new Set(columns.map(({ table }) => table))]
  expect(
    tables.filter(table => !personal[table] && !impersonal[table]),
    'new tables: erase what they hold of a person, or say why not',
  ).toEqual([])
  const planted = columns.filter(({ table, column }) => personal[table] && !kept[`${table}.${column}`])

  const { person, ids, create } = await makeKnown()
  const uuids = sql`${ids}::uuid[]`
  const untouched = await plant(planted, uuids)
  expect(await findMarkers()).not.toEqual([])

  const erased = await app.request('POST /api/users/{id}/erase', { params: { id: person.id }, body: {}, token: admin })
  expect(erased.status).toBe(200)
  const named = (found: string) =>
    found.replace(/wandamark(\d+)x\w*/i, (_, index: string) => `${planted[Number(index)]?.table}.${planted[Number(index)]?.column}`)
  expect([...new Set((await findMarkers()).map(named))]).toEqual([])

  // Rows without room for a marker are deleted.
  const left: string[] = []
  for (const name of untouched) {
    const [table = ''] = name.split('.')
    const { rows } = await sql`SELECT FROM ${sql.table(table)} t WHERE ${personal[table]!(uuids)}`.execute(app.db)
    if (rows.length > 0) left.push(name)
  }
  expect(left, 'columns that no marker fits and whose rows stay: say why, or what fits').toEqual([])

  // The key of the erased record neither returns it nor creates it again.
  const again = await create()
  expect([again.status, again.problem.code]).toEqual([404, 'not_found'])
  expect(JSON.stringify(again.body)).not.toMatch(/wanda/i)
  expect(await findMarkers()).toEqual([])
})
