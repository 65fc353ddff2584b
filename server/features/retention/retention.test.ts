import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { runRetention } from './job.ts'

// It is 09:00 on 20 November 2026. Appointments are kept 12 months, messages 6, the log 24.
let app: TestApp
let client: { id: string }
let old: { id: string; revision: number }
let recent: { id: string }

beforeAll(async () => {
  app = await startTestApp()
  const { db } = app
  await db.updateTable('settings').set({ retention_months: 12, message_months: 6, audit_months: 24 }).execute()
  const supportType = await makeSupportType(db)
  const place = await makePlace(db)
  const mentor = await makeMentor(db)
  client = await makeUser(db, { name: 'Jo' })
  const past = async (date: string, words: string) => {
    const { slots } = await makeSchedule(db, { supportType, place, mentors: [mentor], from: `${date}T09:00`, to: `${date}T10:00` })
    const made = await makeAppointment(db, slots[0]!.id, client.id, { questions: [words], change_reason: words, status: 'fulfilled' })
    await say(made.id, client.id, `${date}T12:00:00Z`)
    return made
  }
  old = await past('2025-11-19', 'long ago')
  recent = await past('2025-11-21', 'lately')
  for (const created_at of ['2026-05-19T09:00:00Z', '2026-05-21T09:00:00Z'])
    await db.insertInto('outbox').values({ kind: 'test', user_id: client.id, created_at }).execute()
  for (const at of ['2001-01-01T09:00:00Z', '2025-01-01T09:00:00Z']) {
    await db.insertInto('audit').values({ action: 'changed', subject: 'test', at }).execute()
    await db.insertInto('record_views').values({ viewer_id: mentor.id, user_id: client.id, what: 'profile', at }).execute()
  }
  await fillExpired()
})
afterAll(() => app.close())

async function say(appointment_id: string, author_id: string, created_at: string) {
  const { db } = app
  const answers = [
    ['text', 'in my own words'],
    ['star', '4'],
  ] as const
  const feedback = await db
    .insertInto('feedback')
    .values({ type: 'client', appointment_id, author_id, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [position, [widget, value]] of answers.entries()) {
    const known = await db.selectFrom('feedback_questions').select('id').where('widget', '=', widget).executeTakeFirst()
    const question =
      known ??
      (await db
        .insertInto('feedback_questions')
        .values({ type: 'client', widget, prompt: widget, position })
        .returning('id')
        .executeTakeFirstOrThrow())
    await db
      .insertInto('feedback_answers')
      .values({ feedback_id: feedback.id, question_id: question.id, prompt: widget, widget, value, position })
      .execute()
  }
}

async function fillExpired() {
  const { db } = app
  for (const [index, at] of ['2026-10-20T08:00:00Z', '2026-10-22T08:00:00Z'].entries())
    await db
      .insertInto('sessions')
      .values({ user_id: client.id, token_hash: Buffer.alloc(32, index), created_at: at, last_used_at: at })
      .execute()
  for (const [index, revoked_at] of ['2026-10-20T08:00:00Z', null].entries())
    await db
      .insertInto('calendar_feeds')
      .values({ user_id: client.id, kind: 'client', token_hash: Buffer.alloc(32, index), created_at: '2026-01-01T00:00:00Z', revoked_at })
      .execute()
  for (const at of ['2026-11-18T08:00:00Z', '2026-11-19T10:00:00Z']) {
    await db
      .insertInto('phone_codes')
      .values({ phone: '+447700900900', salt: Buffer.from('x'), code_hash: Buffer.from('x'), created_at: at, expires_at: at })
      .execute()
    await db
      .insertInto('registration_tickets')
      .values({ token_hash: Buffer.alloc(32, at), phone: '+447700900900', expires_at: at })
      .execute()
    await db
      .insertInto('undoable_actions')
      .values({ id: randomUUID(), actor_id: client.id, kind: 'move_appointment', at, before: '{}' })
      .execute()
    await db
      .insertInto('idempotency_keys')
      .values({ actor: 'x', key: at, fingerprint: 'x', status: null, answer: null, created_at: at })
      .execute()
  }
}

const run = () => runRetention({ db: app.db, clock: app.clock })
const count = async (table: string, where = sql`true`) => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)} WHERE ${where}`.execute(app.db)
  return rows[0]?.n
}
const told = () => app.db.selectFrom('audit').selectAll().where('subject', '=', 'retention').execute()

test('removes expired data once, with three servers at the same time', async () => {
  const rowsOf = () => Promise.all([count('audit', sql`subject = 'appointment'`), count('outbox', sql`kind <> 'test'`)])
  const before = await rowsOf()
  await Promise.all([run(), run(), run()])
  await run()

  const words = await app.db.selectFrom('appointments').selectAll().orderBy('starts_at').execute()
  expect(words.map(({ id, questions, change_reason }) => ({ id, questions, change_reason }))).toEqual([
    { id: old.id, questions: [], change_reason: '' },
    { id: recent.id, questions: ['lately'], change_reason: 'lately' },
  ])
  expect(words[0]).toMatchObject({
    status: 'fulfilled',
    user_id: client.id,
    revision: old.revision + 1,
    forgotten_at: '2026-11-20T09:00:00Z',
  })
  const said = await app.db
    .selectFrom('feedback_answers')
    .innerJoin('feedback', 'feedback.id', 'feedback_id')
    .select('value')
    .orderBy('feedback.created_at')
    .orderBy('position')
    .execute()
  expect(said.map(({ value }) => value)).toEqual(['', '4', 'in my own words', '4'])
  for (const table of ['sessions', 'calendar_feeds', 'phone_codes', 'registration_tickets', 'idempotency_keys', 'undoable_actions'])
    expect([table, await count(table)]).toEqual([table, 1])
  expect([await count('outbox', sql`kind = 'test'`), await count('audit', sql`subject = 'test'`), await count('record_views')]).toEqual([
    1, 1, 1,
  ])

  // One audit entry and nothing else: no appointment changes, no message is sent.
  expect(await rowsOf()).toEqual(before)
  const lines = await told()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({
    action: 'removed',
    actor_id: null,
    after: { appointments: 1, feedback: 1, messages: 1, audit: 1, record_views: 1 },
  })
})

test('runs again the next night, in the organisation’s zone, and continues an interrupted run', async () => {
  app.clock.set('2026-11-21T01:59:00Z')
  await run()
  expect(await told()).toHaveLength(1)
  await app.db
    .insertInto('retention_runs')
    .values({ day: '2026-11-21', removed: JSON.stringify({ messages: 5 }) })
    .execute()
  await sql`INSERT INTO outbox (kind, created_at) VALUES ('test', '2026-01-01')`.execute(app.db)
  app.clock.set('2026-11-22T01:30:00Z')
  await run()
  const lines = await told()
  expect(lines.map(({ after }) => after)).toContainEqual({ appointments: 1, feedback: 1, messages: 7 })
  app.clock.set('2026-11-22T02:30:00Z')
  await run()
  expect(await told()).toHaveLength(2)
  expect(
    (await app.db.selectFrom('retention_runs').select('day').where('finished_at', 'is not', null).orderBy('day').execute()).map(
      ({ day }) => day,
    ),
  ).toEqual(['2026-11-20', '2026-11-21', '2026-11-22'])
})

test('uses the current settings', async () => {
  await sql`INSERT INTO outbox (kind, created_at) VALUES ('test', '2026-09-20')`.execute(app.db)
  await app.db.updateTable('settings').set({ message_months: 1 }).execute()
  app.clock.set('2026-11-23T09:00:00Z')
  await run()
  expect(await count('outbox', sql`kind = 'test'`)).toBe(0)
})

test('visitors cannot fill the messages for months with codes that were not sent', async () => {
  const withheld = { kind: 'code', state: 'dropped', why: 'day_budget' } as const
  const [old, recent] = ['2026-11-21T08:00:00Z', '2026-11-23T08:00:00Z']
  const client = await makeUser(app.db)
  await app.db
    .insertInto('outbox')
    .values([
      { ...withheld, created_at: old },
      { ...withheld, created_at: recent },
      // Staff see that the codes of that day were spent, and why messages to people did not go out.
      { ...withheld, state: 'unsendable', created_at: old },
      { ...withheld, user_id: client.id, created_at: old },
      { ...withheld, kind: 'test', created_at: old },
    ])
    .execute()
  const before = (await told()).length
  app.clock.set('2026-11-24T09:00:00Z')
  await run()
  const left = await app.db
    .selectFrom('outbox')
    .select(['kind', 'state', 'user_id', 'created_at'])
    .where('why', '=', 'day_budget')
    .execute()
  expect(left.map(({ created_at, ...row }) => ({ ...row, at: created_at.slice(0, 10) }))).toEqual(
    expect.arrayContaining([
      { kind: 'code', state: 'dropped', user_id: null, at: '2026-11-23' },
      { kind: 'code', state: 'unsendable', user_id: null, at: '2026-11-21' },
      { kind: 'code', state: 'dropped', user_id: client.id, at: '2026-11-21' },
      { kind: 'test', state: 'dropped', user_id: null, at: '2026-11-21' },
    ]),
  )
  expect([left.length, (await told()).length]).toEqual([4, before])
})

test('a webhook’s old secret does not stay once it signs no longer', async () => {
  const secret = Buffer.concat([Buffer.from('osk1'), Buffer.alloc(40)])
  const add = (until: string) =>
    app.db
      .insertInto('webhook_endpoints')
      .values({ address: until, events: ['webhook.test'], secret, old_secret: secret, old_secret_until: until, created_at: until })
      .returning('id')
      .executeTakeFirstOrThrow()
  await add('2026-11-25T09:00:00Z')
  const { id } = await add('2026-11-25T09:00:01Z')
  for (const ends_at of ['2026-11-25T09:00:00Z', '2026-11-25T09:00:01Z'])
    await app.db.insertInto('webhook_old_secrets').values({ endpoint_id: id, secret, ends_at }).execute()
  app.clock.set('2026-11-25T09:00:00Z')
  await run()
  const left = await app.db.selectFrom('webhook_endpoints').select(['revision', 'old_secret']).orderBy('address').execute()
  expect(left.map(({ revision, old_secret }) => [revision, old_secret?.length])).toEqual([
    [1, undefined],
    [1, 44],
  ])
  expect(await app.db.selectFrom('webhook_old_secrets').select('ends_at').execute()).toEqual([{ ends_at: '2026-11-25T09:00:01Z' }])
})

test('of the logins at a provider, those in use, the newest and the newest that can be renewed stay', async () => {
  const { db } = app
  const created_at = '2026-10-01T08:00:00Z'
  const provider = await db
    .insertInto('identity_providers')
    .values({ name: 'University', issuer: 'https://idp.example', client_id: 'x', created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = await db
    .insertInto('provider_accounts')
    .values({ provider_id: provider.id, subject: 'x', user_id: client.id, linked_at: created_at, last_seen_at: created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const secret = Buffer.concat([Buffer.from('osk1'), Buffer.alloc(40)])
  const logins: Record<string, string> = {}
  for (const [index, sid] of ['left', 'left without a token', 'in a session', 'waiting', 'renewable', 'newest'].entries()) {
    const at = new Date(Date.parse(created_at) + index * 60_000)
    const refresh_token = ['newest', 'left without a token'].includes(sid) ? null : secret
    const login = await db
      .insertInto('provider_logins')
      .values({ account_id: account.id, sid, refresh_token, checked_at: at, try_after: at, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    logins[sid] = login.id
  }
  const recent = '2026-11-25T10:00:00Z'
  const of = { user_id: client.id, created_at: recent }
  await db
    .insertInto('sessions')
    .values({
      ...of,
      token_hash: Buffer.alloc(32, 9),
      last_used_at: recent,
      provider_login_id: logins['in a session']!,
      provider_checked_at: recent,
    })
    .execute()
  await db
    .insertInto('login_tickets')
    .values({ ...of, token_hash: Buffer.alloc(32, 9), awaits: 'app', expires_at: recent, provider_login_id: logins['waiting']! })
    .execute()
  app.clock.set('2026-11-26T09:00:00Z')
  await run()
  const left = await db.selectFrom('provider_logins').select('sid').orderBy('created_at').execute()
  expect(left.map(({ sid }) => sid)).toEqual(['in a session', 'waiting', 'renewable', 'newest'])
})

test('the retention update accepts no other change', async () => {
  const change = (fields: ReturnType<typeof sql>) => sql`UPDATE appointments SET ${fields} WHERE id = ${recent.id}`.execute(app.db)
  await change(sql`questions = '{again}'`)
  await expect(change(sql`forgotten_at = now(), status = 'noshow', questions = '{}', change_reason = ''`)).rejects.toThrow(/forgetting/)
  await expect(change(sql`forgotten_at = now(), payment_status = 'paid', questions = '{}', change_reason = ''`)).rejects.toThrow(
    /forgetting/,
  )
  await expect(change(sql`forgotten_at = now()`)).rejects.toThrow(/forgetting/)
})
