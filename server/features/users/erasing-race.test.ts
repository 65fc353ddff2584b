import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeContract } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import type { TestAnswer, TestApp } from '../../testing/app.ts'
import { startFeedback } from '../../testing/feedback-sessions.ts'

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
}
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
    await sql`LOCK TABLE audit, acceptance_counts, outbox IN SHARE MODE`.execute(holding)
    const asking = ask(held)
    await waitForLocks(app.db)
    const erasing = erase(id)
    await waitForLocks(app.db, 2)
    await holding.commit().execute()
    expect([(await erasing).status, (await asking).status < 300]).toEqual([200, true])
    expect([await findTrace(), await listConnections(id)]).toEqual([[], 0])
  })
})
