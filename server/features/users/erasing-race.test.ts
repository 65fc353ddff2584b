import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeContract } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import type { TestAnswer, TestApp } from '../../testing/app.ts'
import { mintScope, type PersonScope } from '../../platform/scope.ts'
import { startFeedback } from '../../testing/feedback-sessions.ts'
import { askForEmailCode } from '../profile/email-commands.ts'

let organisation: Awaited<ReturnType<typeof startFeedback>>
let app: TestApp
let version: string

beforeAll(async () => {
  organisation = await startFeedback()
  app = organisation.app
  version = (await makeContract(app.db, { required_for: 'booking' })).version.id
})
afterAll(() => app.close())

/** In everything that is typed or sent; no row may contain it after the erasure. */
let trace = ''

async function findTrace(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(app.db)
  const found = []
  for (const { name } of rows) {
    const { rows: traces } = await sql`SELECT FROM ${sql.table(name)} t WHERE t::text LIKE ${`%${trace}%`} LIMIT 1`.execute(app.db)
    if (traces.length > 0) found.push(name)
  }
  return found
}

type Held = Awaited<ReturnType<typeof organisation.holdOne>>
interface Request {
  who: 'client' | 'mentor'
  /** The answer after the erasure. */
  late: number
  ask: (held: Held) => Promise<TestAnswer>
}
const span = { starts_at: '2026-12-04T00:00', ends_at: '2026-12-05T00:00' }
const requests: Record<string, Request> = {
  'feedback of a client': {
    who: 'client',
    late: 401,
    ask: ({ token, appointment }) =>
      organisation.give(token, appointment.id, [
        { question_id: organisation.stars.id, value: 5 },
        { question_id: organisation.words.id, value: trace },
      ]),
  },
  'feedback of a mentor': {
    who: 'mentor',
    late: 401,
    ask: ({ mentorToken, appointment }) =>
      organisation.give(mentorToken, appointment.id, [{ question_id: organisation.mentorWords.id, value: trace }]),
  },
  'an acceptance': {
    who: 'client',
    late: 401,
    ask: ({ token }) =>
      app.request('POST /api/my-profile/acceptances', {
        token,
        headers: { 'user-agent': trace },
        body: { accepted_version_ids: [version] },
      }),
  },
  'a calendar address': {
    who: 'client',
    late: 401,
    ask: ({ token }) => app.request('POST /api/my-calendars', { token, body: { kind: 'client' } }),
  },
  'a changed name': {
    who: 'client',
    late: 409,
    ask: ({ token }) => app.request('PUT /api/my-profile', { token, body: { name: trace } }),
  },
  'a code for a new e-mail address': {
    who: 'client',
    late: 401,
    ask: ({ token }) => app.request('POST /api/my-profile/email', { token, body: { email: `${trace}@example.org` } }),
  },
  'a code for a new number, requested by staff': {
    who: 'client',
    late: 409,
    ask: ({ client }) =>
      app.request('POST /api/users/{id}/phone', { token: organisation.token, params: { id: client.id }, body: { phone: '+447700900999' } }),
  },
  'requested time off': {
    who: 'mentor',
    late: 401,
    ask: ({ mentorToken: token }) => app.request('POST /api/mentor-time-off-requests', { token, body: { ...span, reason: trace } }),
  },
  'entered time off': {
    who: 'mentor',
    late: 422,
    ask: ({ mentorToken: token }) => app.request('POST /api/time-off', { token, body: { ...span, reason: trace } }),
  },
  'a busy calendar': {
    who: 'mentor',
    late: 422,
    ask: ({ mentorToken: token }) => app.request('POST /api/busy-calendars', { token, body: { address: `https://example.org/${trace}` } }),
  },
  'a note of staff': {
    who: 'client',
    late: 409,
    ask: ({ client }) =>
      app.request('PUT /api/users/{id}', { token: organisation.token, params: { id: client.id }, body: { note: trace } }),
  },
  'questions that staff enter': {
    who: 'client',
    late: 409,
    ask: held => change(held, { questions: [trace] }),
  },
  'a language that staff enter': {
    who: 'client',
    late: 409,
    ask: held => change(held, { interpreter_language: 'so' }),
  },
  'the reason of a payment': {
    who: 'client',
    late: 409,
    ask: held => change(held, { payment: { status: 'paid' }, reason: trace }),
  },
  'the reason of a status': {
    who: 'client',
    late: 409,
    ask: ({ appointment: { id } }) =>
      app.request('POST /api/appointments/{id}/status', {
        token: organisation.token,
        params: { id },
        body: { status: 'entered-in-error', reason: trace },
      }),
  },
  'a reason for opening the record': {
    who: 'client',
    late: 409,
    ask: ({ client }) => app.request('POST /api/record-access', { token: organisation.token, body: { user_id: client.id, reason: trace } }),
  },
  'feedback of their mentor': {
    who: 'client',
    late: 409,
    ask: ({ mentorToken, appointment }) =>
      organisation.give(mentorToken, appointment.id, [{ question_id: organisation.mentorWords.id, value: trace }]),
  },
}
const change = ({ appointment: { id } }: Held, body: object) =>
  app.request('PUT /api/appointments/{id}', { token: organisation.token, params: { id }, body })
const named = Object.entries(requests).map(([what, request]) => ({ what, ...request }))

/** What an erased person has: nothing of it may be made by a request that was under way. */
async function listConnections(user_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT (SELECT count(*) FROM calendar_feeds WHERE user_id = ${user_id})
    + (SELECT count(*) FROM busy_calendars WHERE mentor_id = ${user_id}) + (SELECT count(*) FROM sessions WHERE user_id = ${user_id}) + (SELECT count(*) FROM phone_codes WHERE user_id = ${user_id}) AS count`.execute(
    app.db,
  )
  return Number(rows[0]?.count)
}

describe('leaves nothing of', () => {
  beforeEach(() => void (trace = randomUUID()))
  const erase = (id: string) => app.request('POST /api/users/{id}/erase', { token: organisation.token, params: { id }, body: {} })

  it.each(named)('$what that comes during the erasure', async ({ who, late, ask }) => {
    const held = await organisation.holdOne()
    const { id } = held[who]
    const holding = await app.db.startTransaction().execute()
    await sql`LOCK TABLE webhook_deliveries IN SHARE MODE`.execute(holding)
    const erasing = erase(id)
    await waitForLocks(app.db)
    const asking = ask(held)
    await Promise.race([asking, waitForLocks(app.db, 2)])
    await holding.commit().execute()
    expect([(await erasing).status, (await asking).status]).toEqual([200, late])
    expect([await findTrace(), await listConnections(id)]).toEqual([[], 0])
  })

  it.each(named)('$what that is written while the erasure begins', async ({ who, ask }) => {
    const held = await organisation.holdOne()
    const { id } = held[who]
    const holding = await app.db.startTransaction().execute()
    await sql`LOCK TABLE audit, acceptance_counts, outbox, record_views IN SHARE MODE`.execute(holding)
    const asking = ask(held)
    await waitForLocks(app.db)
    const erasing = erase(id)
    await waitForLocks(app.db, 2)
    await holding.commit().execute()
    expect([(await erasing).status, (await asking).status < 300]).toEqual([200, true])
    expect([await findTrace(), await listConnections(id)]).toEqual([[], 0])
  })
})

it('takes no words about an erased person, but the payment and the feedback without words', async () => {
  const { client, appointment, mentorToken } = await organisation.holdOne()
  const { token } = organisation
  expect((await app.request('POST /api/users/{id}/erase', { token, params: { id: client.id }, body: {} })).status).toBe(200)
  const held = { appointment } as Held
  const codes = []
  for (const body of [{ questions: ['Words'] }, { interpreter_language: 'so' }, { payment: { status: 'paid' }, reason: 'Words' }])
    codes.push((await change(held, body)).problem.code)
  const reason = { user_id: client.id, reason: 'Words' }
  codes.push((await app.request('POST /api/record-access', { token, body: reason })).problem.code)
  const words = [{ question_id: organisation.mentorWords.id, value: 'Words' }]
  codes.push((await organisation.give(mentorToken, appointment.id, words)).problem.code)
  expect(new Set(codes)).toEqual(new Set(['record_closed']))
  const paid = await change(held, { payment: { status: 'paid' }, questions: [], interpreter_language: null })
  expect([paid.status, paid.body.payment.status]).toEqual([200, 'paid'])
  const params = { id: appointment.id }
  const back = await app.request('POST /api/appointments/{id}/status', {
    token,
    params,
    body: { status: 'entered-in-error', reason: 'Words' },
  })
  expect(back.problem.code).toBe('record_closed')
  const stars = [{ question_id: organisation.stars.id, value: 5 }]
  expect((await organisation.give(token, appointment.id, stars, { type: 'client' })).status).toBe(201)
  const requireReason = (record_reason: boolean) => app.db.updateTable('settings').set({ record_reason }).execute()
  onTestFinished(async () => void (await requireReason(false)))
  await requireReason(true)
  const opened = await app.request('GET /api/users/{id}', { token, params: { id: client.id } })
  expect([opened.status, (await change(held, { payment: { status: 'unpaid' } })).status]).toEqual([200, 200])
})

it('does not fail for a caller whose session is erased after it was checked, but is 401', async () => {
  const { client, token } = await organisation.holdOne()
  const now = app.clock.now()
  const person = (await app.platform.gate(token, null, now)) as PersonScope['person']
  const scope = mintScope({ person, now, ip: null, userAgent: '', browser: false }) as PersonScope
  const erased = await app.request('POST /api/users/{id}/erase', { token: organisation.token, params: { id: client.id }, body: {} })
  expect(erased.status).toBe(200)
  expect(await askForEmailCode(app.platform, scope, 'ana@example.org')).toMatchObject({ code: 'unauthenticated' })
})
