import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { callNames, calls, type Calls } from '#contract/calls.ts'
import {
  makeAdmin,
  makeAppointment,
  makeContract,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSupportType,
  makeUser,
} from '#database/factories.ts'
import { secretPlace } from '../features/webhooks/delivery-commands.ts'
import { startTestApp, type TestApp, testSecrets } from '../testing/app.ts'
import { openWrites, type Write } from '../testing/writes.ts'

// Every call, asked as staff about real records. Unique markers stand in every personal text of every
// person. Where a marker or a phone number of another person is in the raw response, the access log must
// say so for that person. A call without a sample here does not compile.

type Read = Extract<keyof Calls, `GET ${string}`>
interface Sample {
  params?: Record<string, string>
  query?: Record<string, string>
  /** The caller, instead of a holder of `*`. */
  by?: { id: string }
}

/**
 * Calls that show another person without an entry in the access log, each with the reason. The test fails
 * for a call that needs none.
 */
const exceptions: Partial<Record<keyof Calls, string>> = {
  'POST /api/register': 'answers with the record of the person who registers',
  'POST /api/login': 'answers with the record of the person who logs in',
}

let app: TestApp
let reads: Record<Read, Sample>
let writes: Awaited<ReturnType<typeof openWrites>>

beforeAll(async () => {
  app = await startTestApp()
  writes = await openWrites(app)
  reads = await makeReads()
})
afterAll(() => app.close())

/** One client with data in every part of the record. */
async function makeReads(): Promise<Record<Read, Sample>> {
  const { db, clock } = app
  const supportType = await makeSupportType(db)
  const place = await makePlace(db)
  const mentor = await makeMentor(db)
  const client = await makeUser(db, { phone: '+447700955001' })
  const other = await makeUser(db, { phone: '+447700955002' })
  const session = (from: string, to: string) => makeSchedule(db, { supportType, place, mentors: [mentor], from, to })
  const past = await session('2026-11-18T09:00', '2026-11-18T10:00')
  const today = await session('2026-11-20T10:00', '2026-11-20T11:00')
  const ahead = await session('2026-12-01T09:00', '2026-12-01T10:00')
  const held = await makeAppointment(db, past.slots[0]!.id, client.id, { status: 'fulfilled' })
  await makeAppointment(db, today.slots[0]!.id, client.id)
  const booked = await makeAppointment(db, ahead.slots[0]!.id, client.id)
  await db.updateTable('schedules').set({ series_id: supportType.id }).where('id', '=', ahead.schedule.id).execute()
  await makeAppointment(db, past.slots[1]!.id, other.id, { status: 'fulfilled' })
  const question = await db
    .insertInto('feedback_questions')
    .values({ type: 'client', widget: 'text', prompt: 'What helped?', position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const feedback = await db
    .insertInto('feedback')
    .values({ type: 'client', appointment_id: held.id, author_id: client.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('feedback_answers')
    .values({
      feedback_id: feedback.id,
      question_id: question.id,
      prompt: 'What helped?',
      widget: 'text',
      value: `mk-${client.id}`,
      position: 0,
    })
    .execute()
  await db
    .insertInto('waiting_list')
    .values({ user_id: client.id, support_type_id: supportType.id, from_date: '2026-12-01', to_date: '2026-12-08' })
    .execute()
  const message = await db
    .insertInto('outbox')
    .values({ kind: 'waiting_removed', user_id: client.id, appointment_id: booked.id, state: 'failed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { contract, version } = await makeContract(db)
  await sql`SELECT accept_contracts(${client.id}, ${client.id}, ${[version.id]}::uuid[], ${clock.now()}, '198.51.100.7', 'Browser')`.execute(
    db,
  )
  const acceptance = await db.selectFrom('acceptances').select('id').where('user_id', '=', client.id).executeTakeFirstOrThrow()
  const { id: role } = await db.insertInto('roles').values({ name: 'Helper' }).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('role_assignments').values({ user_id: client.id, role_id: role }).execute()
  await db
    .insertInto('time_off')
    .values({ mentor_id: mentor.id, starts_at: '2026-12-01T08:00:00Z', ends_at: '2026-12-01T20:00:00Z' })
    .execute()
  const { id: proposal } = await db
    .insertInto('hours_proposals')
    .values({
      mentor_id: mentor.id,
      place_id: place.id,
      ranges: JSON.stringify([{ weekday: 1, starts: '09:00', ends: '10:00', support_type_id: supportType.id }]),
      slot_minutes: 30,
      break_minutes: 0,
      seats_per_slot: 1,
      from_date: '2026-12-01',
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const hookId = crypto.randomUUID()
  const webhook = {
    id: hookId,
    address: 'https://example.org/',
    events: ['client.created'],
    secret: testSecrets.seal(secretPlace(hookId, 'secret'), Buffer.alloc(32)),
    created_at: clock.now(),
    active: false,
  }
  const hook = await db
    .insertInto('webhook_endpoints')
    .values({ ...webhook, off_why: 'staff', off_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()

  await db
    .insertInto('invitations')
    .values({
      user_id: client.id,
      token_hash: Buffer.alloc(32),
      channel: 'print',
      invited_by: (await makeAdmin(db)).id,
      created_at: clock.now(),
      expires_at: clock.now(),
    })
    .execute()
  const provider = await db
    .insertInto('identity_providers')
    .values({ name: 'University', issuer: 'https://login.example.org', client_id: 'openhour', created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()

  const nothing: Sample = {}
  const of = (id: string): Sample => ({ params: { id } })
  return {
    'GET /api/site': nothing,
    'GET /api/health/live': nothing,
    'GET /api/health/ready': nothing,
    'GET /api/my-session': nothing,
    'GET /api/zone-data': nothing,
    'GET /api/my-profile': { query: { profileId: client.id } },
    'GET /api/my-profile/views': nothing,
    'GET /api/my-profile/sign-in-methods': nothing,
    'GET /api/my-profile/export': nothing,
    'GET /api/my-profile/acceptances': nothing,
    'GET /api/photos/{id}': of(client.id),
    'GET /api/find-users': { query: { phone: '955001' } },
    'GET /api/search-schedule/{support_type_id}': { params: { support_type_id: supportType.id }, query: { date: '2026-12-01' } },
    'GET /api/nearest-times': { query: { schedule_id: ahead.schedule.id, starts_at: '2026-12-01T09:00:00Z' } },
    'GET /api/appointments/nearest-times': { query: { schedule_id: ahead.schedule.id, starts_at: '2026-12-01T09:00:00Z' } },
    'GET /api/search-schedule/{support_type_id}/live': { params: { support_type_id: client.id } },
    'GET /api/appointments/times/{support_type_id}': { params: { support_type_id: supportType.id }, query: { date: '2026-12-01' } },
    'GET /api/appointments': { query: { schedule_id: ahead.schedule.id } },
    'GET /api/appointments/create': { query: { schedule_id: ahead.schedule.id, user_id: client.id } },
    'GET /api/appointments/{id}': of(booked.id),
    'GET /api/appointments/{id}/edit': of(booked.id),
    'GET /api/appointments/{id}/waiting': of(booked.id),
    'GET /api/appointments/{id}/calendar': of(booked.id),
    'GET /api/appointments/{id}/messages': { ...of(booked.id), by: client },
    'GET /api/previous-history': { query: { user_id: client.id } },
    'GET /api/calendars/{token}.ics': { params: { token: 'x'.repeat(43) } },
    'GET /api/my-calendars': nothing,
    'GET /api/my-saved-views': nothing,
    'GET /api/places/{id}/calendars': of(place.id),
    'GET /api/invitations': nothing,
    'GET /api/invitations/export': nothing,
    'GET /api/mentor-list': nothing,
    'GET /api/mentor-schedule': { by: mentor },
    'GET /api/mentor-appointments': { query: { schedule_id: ahead.schedule.id }, by: mentor },
    'GET /api/mentor-day': { by: mentor },
    'GET /api/mentor-planner': { query: { from: '2026-11-23', to: '2026-11-29' }, by: mentor },
    'GET /api/show-list': nothing,
    'GET /api/legally-binding-contract': nothing,
    'GET /api/legally-binding-contract/export': nothing,
    'GET /api/legally-binding-contract/{id}': of(contract.id),
    'GET /api/legally-binding-contract/{id}/edit': of(contract.id),
    'GET /api/legally-binding-contract/{id}/acceptances': of(contract.id),
    'GET /api/legally-binding-contract/{id}/missing': of(contract.id),
    'GET /api/legally-binding-contract/{id}/acceptances/export': of(contract.id),
    'GET /api/legally-binding-contract/{id}/missing/export': of(contract.id),
    'GET /api/acceptances/{id}': of(acceptance.id),
    'GET /api/schedules': nothing,
    'GET /api/weekly-hours': nothing,
    'GET /api/mentor-proposals': { by: mentor },
    'GET /api/hours-proposals': nothing,
    'GET /api/mentor-time-off-requests': { by: mentor },
    'GET /api/time-off-requests': nothing,
    'GET /api/hours-proposals/{id}/preview': of(proposal),
    'GET /api/schedules/create': nothing,
    'GET /api/schedules/{id}/edit': of(ahead.schedule.id),
    'GET /api/schedules/{id}/series': of(ahead.schedule.id),
    'GET /api/users': { query: { per_page: '100' } },
    'GET /api/users/export': nothing,
    'GET /api/waiting-list/export': nothing,
    'GET /api/messages/export': nothing,
    'GET /api/audit/export': nothing,
    'GET /api/schedules/export': nothing,
    'GET /api/users/{id}': of(client.id),
    'GET /api/users/{id}/edit': of(client.id),
    'GET /api/users/{id}/record': of(client.id),
    'GET /api/users/{id}/views': of(client.id),
    'GET /api/users/{id}/merge': { ...of(client.id), query: { other_id: other.id } },
    'GET /api/users/{id}/export': of(client.id),
    'GET /api/users/{id}/abilities': of(client.id),
    'GET /api/roles': nothing,
    'GET /api/roles/create': nothing,
    'GET /api/roles/{id}/edit': of(role),
    'GET /api/assigned-users': { query: { role_id: role } },
    'GET /api/assigned-users/export': nothing,
    'GET /api/role-assign/create': { query: { search: '955001' } },
    'GET /api/role-assign-edit/{id}': of(client.id),
    'GET /api/feedback-questions': nothing,
    'GET /api/feedback/create': { query: { appointment_id: held.id, type: 'mentor' } },
    'GET /api/feedback': nothing,
    'GET /api/feedback/export': nothing,
    'GET /api/appointment-feedback/{id}': of(held.id),
    'GET /api/translations': nothing,
    'GET /api/translations/{id}': of(supportType.id),
    'GET /api/translations/po': { query: { language: 'de' } },
    'GET /api/support-types': nothing,
    'GET /api/support-types/{id}': of(supportType.id),
    'GET /api/holidays': { query: { from: '2026-11-23', to: '2026-11-29' } },
    'GET /api/holiday-regions': nothing,
    'GET /api/places': nothing,
    'GET /api/places/export': nothing,
    'GET /api/places/{id}': of(place.id),
    'GET /api/closed-days': nothing,
    'GET /api/closed-days/export': nothing,
    'GET /api/time-off': nothing,
    'GET /api/time-off/export': nothing,
    'GET /api/busy-calendars': nothing,
    'GET /api/reassigning': { query: { schedule_id: ahead.schedule.id } },
    'GET /api/waiting-list': { query: { whose: 'everyone' } },
    'GET /api/waiting-list/{id}': of(client.id),
    'GET /api/dashboard': nothing,
    'GET /api/dashboard/{list}': { params: { list: 'today' } },
    'GET /api/dashboard/{list}/export': { params: { list: 'today' } },
    'GET /api/day': nothing,
    'GET /api/planner': { query: { from: '2026-11-23', to: '2026-11-29' } },
    'GET /api/planner/days': { query: { from: '2026-11-23', to: '2026-11-29' } },
    // Refused: the stream has no end, and nothing in it.
    'GET /api/day/live': { by: client },
    'GET /api/mentor-day/live': { by: client },
    'GET /api/find': { query: { text: '955001' } },
    'GET /api/settings': nothing,
    'GET /api/logos/{id}': { params: { id: `${'0'.repeat(32)}-1x1` } },
    'GET /api/visits/{visit}': { params: { visit: 'ab'.repeat(16) } },
    'GET /api/opening': nothing,
    'GET /api/audit': { query: { per_page: '100' } },
    'GET /api/messages': nothing,
    'GET /api/messages/{id}': of(message.id),
    'GET /api/wordings': nothing,
    'GET /api/my-profile/provider-accounts': nothing,
    'GET /api/providers': nothing,
    'GET /api/providers/{id}': of(provider.id),
    'GET /api/provider-staff': nothing,
    'GET /api/webhooks': nothing,
    'GET /api/webhooks/{id}': of(hook.id),
    'GET /api/webhooks/{id}/deliveries': of(hook.id),
  }
}

/**
 * Puts a marker with its owner's id into every personal text, without a trace in revisions or the audit
 * log.
 */
const plantMarkers = () =>
  app.db.transaction().execute(async trx => {
    await sql`SET LOCAL session_replication_role = replica`.execute(trx)
    await sql`UPDATE users SET name = 'nm-' || id, note = 'mk-' || id, contact_name = 'mk-' || id, email = 'mk-' || id || '@example.org'
      WHERE note NOT LIKE 'mk-%' AND erased_at IS NULL`.execute(trx)
    await sql`UPDATE appointments SET questions = ARRAY['mk-' || user_id], cancel_reason = CASE status WHEN 'cancelled' THEN 'mk-' || user_id ELSE '' END
      WHERE questions <> ARRAY['mk-' || user_id]`.execute(trx)
  })

/** The people whose markers, names or phone numbers are in a raw response. */
async function peopleIn(raw: string): Promise<Set<string>> {
  const found = new Set(Array.from(raw.matchAll(/(?:mk|nm)-([0-9a-f-]{36})/g), ([, id]) => id ?? ''))
  const { rows } = await sql<{ id: string; phone: string }>`SELECT id, phone FROM users WHERE phone IS NOT NULL`.execute(app.db)
  for (const { id, phone } of rows) if (raw.includes(phone)) found.add(id)
  return found
}

/** Those of these people who are staff shown publicly: mentors by name. */
async function publicNames(ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`SELECT id FROM unnest(${ids}::uuid[]) id WHERE EXISTS (SELECT FROM slots WHERE mentor_id = id)
    OR EXISTS (SELECT FROM mentor_profiles WHERE user_id = id) OR EXISTS (SELECT FROM busy_calendars WHERE mentor_id = id)
    OR EXISTS (SELECT FROM roles_of(id) r WHERE r.is_mentor OR '*' = ANY (r.abilities))`.execute(app.db)
  return new Set(rows.map(row => row.id))
}

/**
 * All other people in the raw response, and those of them without an entry in the access log by this
 * viewer.
 */
async function ask(name: keyof Calls, sample: Sample & { body?: object; token?: string | null }) {
  const viewer = sample.by ?? (await makeAdmin(app.db))
  const token = typeof sample.token === 'string' ? sample.token : await app.signIn(viewer)
  await plantMarkers()
  const [method, path] = name.split(' ') as ['GET', string]
  const answer = await app.http.inject({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, (_, key: string) => sample.params?.[key] ?? ''),
    query: sample.query ?? {},
    headers: { ...(sample.token !== null && { authorization: `Bearer ${token}` }) },
    ...(sample.body && { payload: sample.body }),
  })
  const { rows } = await sql<{ user_id: string; viewer_id: string }>`SELECT v.user_id, v.viewer_id FROM record_views v
    JOIN sessions s ON s.user_id = v.viewer_id WHERE s.token_hash = sha256(convert_to(${token}, 'UTF8'))`.execute(app.db)
  const me = await sql<{ user_id: string }>`SELECT user_id FROM sessions WHERE token_hash = sha256(convert_to(${token}, 'UTF8'))`.execute(
    app.db,
  )
  const logged = new Set(rows.map(({ user_id }) => user_id))
  const all = await peopleIn(answer.body)
  const known = await publicNames([...all])
  all.delete(me.rows[0]?.user_id ?? viewer.id)
  const shown = [...all].filter(id => !known.has(id))
  const merged = await sql<{ id: string; merged_into: string }>`SELECT id, merged_into FROM users WHERE merged_into IS NOT NULL`.execute(
    app.db,
  )
  const into = new Map(merged.rows.map(row => [row.id, row.merged_into]))
  return { status: answer.statusCode, shown, unlogged: shown.filter(id => !logged.has(into.get(id) ?? id)) }
}

const isRead = (name: keyof Calls): name is Read => name.startsWith('GET ')

describe('no other person’s record is shown without an entry in the access log', () => {
  it.each(callNames)('%s', async name => {
    const sample = isRead(name) ? reads[name] : await writes.samples[name as Write]()
    // Required only during this call, because registration would need it as well.
    const requireFor = (required_for: 'registration' | null) => app.db.updateTable('contracts').set({ required_for }).execute()
    const asksMissing = name === 'GET /api/legally-binding-contract/{id}/missing'
    if (asksMissing) await requireFor('registration')
    const { status, shown, unlogged } = await ask(name, sample)
    if (asksMissing) await requireFor(null)
    if (exceptions[name]) return expect(unlogged, 'an exception that is not needed').not.toEqual([])
    expect(unlogged).toEqual([])
    const call: Call = calls[name]
    // Otherwise the sample would prove nothing.
    if (call.shows && (isRead(name) || name.endsWith('/preview'))) expect([name, status, shown.length > 0]).toEqual([name, 200, true])
  })

  it('says in the contract what is shown, wherever an answer has room for a person’s phone number or a client’s name', () => {
    const own =
      /my-|\/(join|confirm|register|login|setup)|POST \/api\/waiting-list$|(GET|DELETE) \/api\/waiting-list\/\{id\}|(accept|decline)$|\{id\}\/(cancel|move)$/
    const silent = callNames.filter(name => {
      const call: Call = calls[name]
      return (
        call.answer.body &&
        !call.shows &&
        !own.test(name) &&
        namesPeople(z.toJSONSchema(call.answer.body, { io: 'input', unrepresentable: 'any' }))
      )
    })
    expect(silent).toEqual([])
  })
})

/** Whether a JSON schema has an object with a name and a phone number, or with a client's name, anywhere in it. */
function namesPeople(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if ('name' in schema && (('phone' in schema && 'id' in schema) || 'appointment_id' in schema)) return true
  return Object.values(schema).some(namesPeople)
}

describe('no refusal names a client without an entry in the access log', () => {
  const plan = async () => {
    const mentor = await makeMentor(app.db)
    const at = { supportType: await makeSupportType(app.db), place: await makePlace(app.db), mentors: [mentor] }
    const { schedule, slots } = await makeSchedule(app.db, { ...at, from: '2027-02-01T09:00', to: '2027-02-01T10:00' })
    const client = await makeUser(app.db)
    const { id } = await makeAppointment(app.db, slots[0]!.id, client.id)
    return { mentor, client, schedule, appointment: id }
  }
  type Plan = Awaited<ReturnType<typeof plan>>
  const later = { starts_at: '2027-02-01T13:00', ends_at: '2027-02-01T14:00' }

  it.each<[keyof Calls, (planned: Plan) => Sample & { body: object }]>([
    ['PUT /api/schedules/{id}', ({ schedule: { id } }) => ({ params: { id }, body: later })],
    ['POST /api/users/{id}/deactivate', ({ client: { id } }) => ({ params: { id }, body: {} })],
  ])('%s', async (name, toSample) => {
    const planned = await plan()
    const { status, shown, unlogged } = await ask(name, toSample(planned))
    expect([status, shown, unlogged]).toEqual([409, [planned.client.id], []])
  })

  it('POST /api/reassigning', async () => {
    const { schedule, appointment, client } = await plan()
    const body = { schedule_id: schedule.id, decisions: [{ appointment_id: appointment, revision: 99, action: 'cancel' }], reason: 'Ill.' }
    const { status, shown, unlogged } = await ask('POST /api/reassigning', { body })
    expect([status, shown, unlogged]).toEqual([409, [client.id], []])
  })
})

describe('a list of many people', () => {
  it('is logged by one statement, once an hour for each person', async () => {
    const viewer = await makeAdmin(app.db)
    const token = await app.signIn(viewer)
    const views = () => app.db.selectFrom('record_views').select(['user_id', 'what', 'at']).where('viewer_id', '=', viewer.id).execute()
    const { body } = await app.request('GET /api/users', { query: { per_page: 100 }, token })
    const others = body.data.filter(({ id }: { id: string }) => id !== viewer.id)
    expect(others.length).toBeGreaterThan(20)
    expect(await views()).toHaveLength(others.length)
    await app.request('GET /api/users', { query: { per_page: 100 }, token })
    expect(await views()).toHaveLength(others.length)
  })
})

describe('hides the texts of a record outside the caller’s own work without a reason', () => {
  const words = 'words-that-require-a-reason'

  beforeAll(async () => {
    // All appointments of the samples are more than a day away.
    app.clock.advance(4 * 24 * 3_600_000)
    await app.db.updateTable('settings').set({ record_reason: true }).execute()
    await app.db.updateTable('support_types').set({ confidential: true }).execute()
  })

  /** Writes the words into every note, question, cancellation reason and feedback answer. */
  const plantWords = (viewer: { id: string }) =>
    app.db.transaction().execute(async trx => {
      await sql`SET LOCAL session_replication_role = replica`.execute(trx)
      await sql`UPDATE support_types SET confidential = true WHERE NOT confidential`.execute(trx)
      await sql`UPDATE feedback_answers SET value = ${words} WHERE widget = 'text' AND value <> ${words}`.execute(trx)
      await sql`UPDATE users SET note = ${words} WHERE erased_at IS NULL AND id <> ${viewer.id} AND note <> ${words}`.execute(trx)
      await sql`UPDATE appointments SET questions = ARRAY[${words}], cancel_reason = CASE status WHEN 'cancelled' THEN ${words} ELSE '' END
        WHERE questions <> ARRAY[${words}] OR (status = 'cancelled' AND cancel_reason <> ${words})`.execute(trx)
    })

  // People may read what they are asked about themselves.
  it.each(callNames)('%s', async name => {
    const sample: Sample & { body?: object; token?: string | null } = isRead(name) ? reads[name] : await writes.samples[name as Write]()
    if (sample.by !== undefined || sample.token !== undefined) return
    const viewer = await makeAdmin(app.db)
    const token = await app.signIn(viewer)
    await plantWords(viewer)
    const [method, path] = name.split(' ') as ['GET', string]
    const answer = await app.http.inject({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, (_, key: string) => sample.params?.[key] ?? ''),
      query: sample.query ?? {},
      headers: { authorization: `Bearer ${token}` },
      ...(sample.body && { payload: sample.body }),
    })
    expect(answer.body).not.toContain(words)
    const call: Call = calls[name]
    // Otherwise another check refused.
    if (call.refusals.includes('reason_required')) expect([answer.statusCode, answer.json().code]).toEqual([403, 'reason_required'])
  })
})
