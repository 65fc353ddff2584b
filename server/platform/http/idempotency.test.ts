import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeAdmin, makeMentor } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { runIdempotently } from './idempotency.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

test('work whose answer cannot be kept is not done, and is done once with the same key afterwards', async () => {
  const token = await app.signIn(await makeAdmin(app.db, ['Settings Edit']))
  const body = { name: 'Town hall', kind: 'in_person', address: '1 High Street', time_zone: 'Europe/London' }
  const create = () => app.request('POST /api/places', { body, token, headers: { 'idempotency-key': 'k-1' } })
  const made = () => app.db.selectFrom('places').select('name').where('name', '=', 'Town hall').execute()
  // Like a database that disconnects between the two.
  await sql`CREATE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '57P01'; END $$`.execute(
    app.db,
  )
  await sql`CREATE TRIGGER gone BEFORE UPDATE OR DELETE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION go_away()`.execute(app.db)
  expect((await create()).status).toBe(503)
  expect(await made()).toHaveLength(0)
  await sql`DROP TRIGGER gone ON idempotency_keys`.execute(app.db)
  const answer = await create()
  expect(answer.status).toBe(201)
  expect((await create()).body).toEqual(answer.body)
  expect(await made()).toHaveLength(1)
})

test('a reservation that an earlier version left without an answer is never carried out', async () => {
  const admin = await makeAdmin(app.db, ['Settings Edit'])
  const token = await app.signIn(admin)
  const body = { name: 'Town hall', kind: 'in_person', address: '1 High Street', time_zone: 'Europe/London' }
  const create = () => app.request('POST /api/places', { body, token, headers: { 'idempotency-key': 'k-1' } })
  await create()
  await app.db.updateTable('idempotency_keys').set({ status: null, answer: null }).execute()
  app.clock.advance(60_000)
  expect((await create()).problem.code).toBe('in_progress')
  app.clock.advance(24 * 3_600_000)
  // A day later the key is free, and its object conflicts.
  expect(
    (await app.request('POST /api/places', { body, token: await app.signIn(admin), headers: { 'idempotency-key': 'k-1' } })).problem.code,
  ).toBe('name_taken')
})

test('a kept answer is repeated for 24 hours', async () => {
  const admin = await makeAdmin(app.db, ['Settings Edit'])
  const body = { name: 'Town hall', kind: 'in_person', address: '1 High Street', time_zone: 'Europe/London' }
  const create = async () => {
    const answer = await app.request('POST /api/places', {
      body,
      token: await app.signIn(admin),
      headers: { 'idempotency-key': 'k-1' },
    })
    return [answer.status, answer.body.id ?? answer.problem.code]
  }
  const first = await create()
  expect(first[0]).toBe(201)
  app.clock.advance(23 * 3_600_000 + 59 * 60_000)
  expect(await create()).toEqual(first)
  app.clock.advance(2 * 60_000)
  // The key is free again, and its object conflicts.
  expect(await create()).toEqual([409, 'name_taken'])
})

test('a statement that fails within the work does not fail the work', async () => {
  const admin = await makeAdmin(app.db, ['Settings Edit'])
  const db = app.db
  const refused = await runIdempotently(db, { actor: admin.id, key: 'k', fingerprint: 'f' }, app.clock.now(), async nested => {
    const place = { name: 'Here', kind: 'in_person', time_zone: 'Europe/London', address: '' } as const
    await nested.insertInto('places').values(place).execute()
    const failed = await nested
      .insertInto('places')
      .values(place)
      .execute()
      .catch(() => 'taken')
    const rows = await nested.transaction().execute(trx => trx.selectFrom('places').select('name').execute())
    return { status: 201, body: { failed, rows } }
  })
  expect(refused).toEqual({ status: 201, body: { failed: 'taken', rows: [{ name: 'Here' }] } })
})

test('a kept answer is not repeated to a person whose role has ended', async () => {
  const mentor = await makeMentor(app.db)
  const token = await app.signIn(mentor)
  const body = { starts_at: '2026-12-02T09:00', ends_at: '2026-12-02T17:00', reason: 'A word of the mentor’s' }
  const enter = () => app.request('POST /api/time-off', { body, token, headers: { 'idempotency-key': 'k-1' } })
  expect((await enter()).status).toBe(201)
  await app.db.deleteFrom('role_assignments').where('user_id', '=', mentor.id).execute()
  const again = await enter()
  expect([again.status >= 400, JSON.stringify(again.body)]).toEqual([true, expect.not.stringContaining('A word')])
  expect(await app.db.selectFrom('time_off').select('id').execute()).toHaveLength(1)
})

test('a repeated answer shows no record without an entry in the access log', async () => {
  const admin = await makeAdmin(app.db)
  const create = async () =>
    app.request('POST /api/users', {
      body: { name: 'Created Once' },
      token: await app.signIn(admin),
      headers: { 'idempotency-key': 'k-1' },
    })
  const first = await create()
  expect(first.status).toBe(201)
  const views = () => app.db.selectFrom('record_views').select(['viewer_id', 'what']).where('user_id', '=', first.body.id).execute()
  expect(await views()).toHaveLength(1)
  app.clock.advance(2 * 3_600_000)
  expect((await create()).body).toEqual(first.body)
  const view = { viewer_id: admin.id, what: 'profile' }
  expect(await views()).toEqual([view, view])
})
