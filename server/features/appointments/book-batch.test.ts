import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let supportType: Awaited<ReturnType<typeof makeSupportType>>
let place: Awaited<ReturnType<typeof makePlace>>

beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T09:00:00Z' })
  supportType = await makeSupportType(app.db)
  place = await makePlace(app.db)
})
afterAll(() => app.close())

const planDay = async (mentors: number, date: string) =>
  makeSchedule(app.db, {
    supportType,
    place,
    mentors: await Promise.all(Array.from({ length: mentors }, () => makeMentor(app.db))),
    from: `${date}T09:00`,
    to: `${date}T17:00`,
  })
async function newClient() {
  const user = await makeUser(app.db)
  return { user, token: await app.signIn(user) }
}
const manyClients = (count: number) => Promise.all(Array.from({ length: count }, newClient))
const book = (token: string, body: object, key?: string) =>
  app.request('POST /api/appointments', { token, body, ...(key && { headers: { 'idempotency-key': key } }) })
const wishFor = ({ schedule_id, starts_at, mentor_id }: { schedule_id: string; starts_at: string; mentor_id: string }) => ({
  schedule_id,
  starts_at,
  mentor_id,
})

test('each request of a batch gets its own result: booked, slot taken, unknown time, overlapping appointment, refused token', async () => {
  const { schedule, slots } = await planDay(3, '2026-12-07')
  const clients = await manyClients(40)
  const busy = await newClient()
  expect((await book(busy.token, wishFor(slots[0]!))).status).toBe(201)
  const sameTime = slots.find(slot => slot.starts_at === slots[0]!.starts_at && slot.id !== slots[0]!.id)!
  const own = slots.filter(({ id }) => ![slots[0]!.id, sameTime.id].includes(id)).slice(0, 20)
  const answers = await Promise.all([
    ...own.map((slot, n) => book(clients[n]!.token, wishFor(slot), `crowd-${n}`)),
    ...own.map((slot, n) => book(clients[20 + n]!.token, wishFor(slot))),
    book(busy.token, wishFor(sameTime)),
    book(clients[39]!.token, { schedule_id: schedule.id, starts_at: '2026-12-07T09:07:00Z' }),
    book(clients[38]!.token, { schedule_id: place.id, starts_at: slots[0]!.starts_at }),
    book('x'.repeat(43), wishFor(slots[1]!)),
  ])
  for (const [n, slot] of own.entries()) {
    const pair = [answers[n]!, answers[20 + n]!]
    expect(pair.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const [won, lost] = pair.toSorted((a, b) => a.status - b.status)
    expect([won!.body.starts_at, won!.body.mentor.id]).toEqual([slot.starts_at, slot.mentor_id])
    expect(won!.body.user.id).toBe(clients[won === answers[n] ? n : 20 + n]!.user.id)
    expect(lost!.problem.code).toBe('slot_taken')
  }
  expect(answers.slice(40).map(({ status, problem }) => [status, problem.code])).toEqual([
    [409, 'client_busy'],
    [422, 'invalid'],
    [404, 'not_found'],
    [401, 'unauthenticated'],
  ])
  const { rows } = await sql<{ audits: number; messages: number; wrong: number }>`
    SELECT (SELECT count(*) FROM audit x JOIN appointments a ON a.id = x.subject_id WHERE a.schedule_id = ${schedule.id})::int AS audits,
      (SELECT count(*) FROM outbox o JOIN appointments a ON a.id = o.appointment_id WHERE a.schedule_id = ${schedule.id})::int AS messages,
      (SELECT count(*) FROM slots s WHERE s.taken <> (SELECT count(*) FROM appointments a WHERE a.slot_id = s.id))::int AS wrong`.execute(
    app.db,
  )
  expect(rows).toEqual([{ audits: 21, messages: 21, wrong: 0 }])
})

test('people who lose different times at once hear of the nearest of each: in its own session first, else weeks away', async () => {
  const plan = async (kind: typeof supportType, from: string, to: string) =>
    makeSchedule(app.db, { supportType: kind, place, mentors: [await makeMentor(app.db)], from, to })
  const [rare, usual] = [await makeSupportType(app.db), await makeSupportType(app.db)]
  const only = await plan(rare, '2027-04-05T09:00', '2027-04-05T09:30')
  const weeksAway = await plan(rare, '2027-04-20T09:00', '2027-04-20T10:30')
  const own = await plan(usual, '2027-04-05T09:00', '2027-04-05T10:30')
  const next = await plan(usual, '2027-04-05T09:00', '2027-04-05T10:30')
  const taken = [own.slots[1]!, only.slots[0]!]
  for (const { id } of taken) await makeAppointment(app.db, id, (await makeUser(app.db)).id)
  const clients = await manyClients(2)
  const answers = await Promise.all(taken.map((slot, n) => book(clients[n]!.token, wishFor(slot))))
  const timesOf = (slots: readonly { schedule_id: string; starts_at: string }[]) =>
    slots.map(({ schedule_id, starts_at }) => [schedule_id, starts_at])
  expect(answers.map(({ status, problem }) => [status, timesOf(problem.nearest ?? [])])).toEqual([
    [409, timesOf([next.slots[1]!, own.slots[0]!, own.slots[2]!])],
    [409, timesOf(weeksAway.slots)],
  ])
})

test('the contracts of a client who has accepted all are not compared again, and a free time is checked once', async () => {
  const { schedule, slots } = await planDay(1, '2026-12-15')
  const { user } = await newClient()
  const request = { ordinal: 0, client: user.id, booked_by: user.id, staff: false, schedule: schedule.id, starts_at: slots[0]!.starts_at }
  const calls = await app.db.transaction().execute(async trx => {
    await sql`SET LOCAL track_functions = 'all'`.execute(trx)
    const requests = JSON.stringify([{ ...request, questions: [], at: app.clock.now() }])
    const { rows: booked } = await sql<{ refusal: string | null }>`SELECT refusal FROM book_appointment(${requests}::jsonb)`.execute(trx)
    expect(booked).toEqual([{ refusal: null }])
    const { rows } = await sql<{ name: string; calls: number }>`
      SELECT funcname AS name, calls::int FROM pg_stat_xact_user_functions WHERE funcname IN ('contracts_missing', 'is_busy')`.execute(trx)
    return rows
  })
  expect(calls).toEqual([{ name: 'is_busy', calls: 1 }])
})

test('a booking never reads the idempotency keys of others, whatever the statistics say of them', async () => {
  const { schedule, slots } = await planDay(1, '2026-12-16')
  const { user } = await newClient()
  const wish = { schedule: schedule.id, starts_at: slots[0]!.starts_at, questions: [], at: app.clock.now() }
  const who = { ordinal: 0, client: user.id, booked_by: user.id, staff: false, actor: user.id, key: 'own', fingerprint: 'same' }
  const keysRead = await app.db.transaction().execute(async trx => {
    await sql`INSERT INTO idempotency_keys (actor, key, fingerprint, created_at)
      SELECT gen_random_uuid()::text, 'other', '', ${app.clock.now()} FROM generate_series(1, 100)`.execute(trx)
    await sql`ANALYZE idempotency_keys`.execute(trx)
    const readSoFar = async () => {
      const { rows } = await sql<{ keys: number }>`SELECT (seq_tup_read + idx_tup_fetch)::int AS keys
        FROM pg_stat_xact_user_tables WHERE relname = 'idempotency_keys'`.execute(trx)
      return rows[0]!.keys
    }
    const before = await readSoFar()
    const requests = JSON.stringify([{ ...who, ...wish }])
    const { rows } = await sql<{ refusal: string | null }>`SELECT refusal FROM book_appointment(${requests}::jsonb)`.execute(trx)
    expect(rows).toEqual([{ refusal: null }])
    return (await readSoFar()) - before
  })
  expect(keysRead).toBeLessThan(5)
})

test('crowds that want the same times in opposite orders, any mentor among them, wait for each other and never deadlock', async () => {
  const { schedule, slots } = await planDay(2, '2026-12-08')
  const clients = await manyClients(96)
  const wishes = slots
    .slice(0, 24)
    .map((slot, n) => (n % 3 === 0 ? { schedule_id: schedule.id, starts_at: slot.starts_at } : wishFor(slot)))
  const other = await startTestApp({ now: '2026-11-20T09:00:00Z', databaseOf: app })
  try {
    const answers = await Promise.all(
      clients.map(({ token }, n) => {
        const body = n < 48 ? wishes[n % 24] : wishes[23 - (n % 24)]
        return (n % 2 === 0 ? app : other).request('POST /api/appointments', { token, body })
      }),
    )
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    const seats = await app.db.selectFrom('appointments').select('slot_id').where('schedule_id', '=', schedule.id).execute()
    expect(new Set(seats.map(({ slot_id }) => slot_id)).size).toBe(seats.length)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(seats.length)
    const times = new Set(wishes.map(({ starts_at }) => starts_at))
    expect(seats.length).toBeGreaterThanOrEqual(times.size)
  } finally {
    await other.close()
  }
})

test('one key, many uses at once: the same wish has one answer for all, another wish is refused, and nothing of it is written', async () => {
  const { slots } = await planDay(1, '2026-12-09')
  const { user, token } = await newClient()
  const twins = await Promise.all(Array.from({ length: 12 }, () => book(token, wishFor(slots[0]!), 'twin')))
  expect(new Set(twins.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(twins[0]!.status).toBe(201)

  const staff = await app.signIn(await makeAdmin(app.db))
  const people = await manyClients(6)
  const answers = await Promise.all(
    people.map(({ user: { id } }, n) => book(staff, { ...wishFor(slots[1 + n]!), user_id: id }, 'one-key-for-all')),
  )
  expect(answers.map(({ status, problem }) => problem.code ?? status).toSorted()).toEqual([201, ...Array(5).fill('idempotency_mismatch')])
  const written = await app.db
    .selectFrom('appointments')
    .select('user_id')
    .where('user_id', 'in', [user.id, ...people.map(({ user: { id } }) => id)])
    .execute()
  expect(written).toHaveLength(2)
})

test('a client who moves one appointment onto a time and books another at that time, both at once, gets one of the two', async () => {
  const { slots } = await planDay(2, '2026-12-10')
  const atTime = (time: string, mentor: number) => slots.filter(({ starts_at }) => starts_at === time)[mentor]!
  const times = [...new Set(slots.map(({ starts_at }) => starts_at))]
  for (let round = 0; round + 1 < times.length; round += 2) {
    const { token, user } = await newClient()
    const { body: first } = await book(token, wishFor(atTime(times[round]!, 0)))
    const [moved, booked] = await Promise.all([
      app.request('POST /api/appointments/{id}/move', { token, params: { id: first.id }, body: wishFor(atTime(times[round + 1]!, 0)) }),
      book(token, wishFor(atTime(times[round + 1]!, 1))),
    ])
    expect([moved.status === 200 || moved.problem.code, booked.status === 201 || booked.problem.code].toSorted()).toEqual([
      'client_busy',
      true,
    ])
    const own = await app.db.selectFrom('appointments').select('starts_at').where('user_id', '=', user.id).execute()
    expect(own.filter(({ starts_at }) => starts_at === times[round + 1])).toHaveLength(1)
  }
})
