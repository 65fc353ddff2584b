import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeAdmin } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

test('what was done is answered as done where the answer cannot be kept, and is not done again with the same key', async () => {
  const token = await app.signIn(await makeAdmin(app.db, ['Settings Edit']))
  const body = { name: 'Town hall', kind: 'in_person', address: '1 High Street', time_zone: 'Europe/London' }
  const create = () => app.request('POST /api/places', { body, token, headers: { 'idempotency-key': 'k-1' } })
  // As a database that goes between the two.
  await sql`CREATE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '57P01'; END $$`.execute(
    app.db,
  )
  await sql`CREATE TRIGGER gone BEFORE UPDATE OR DELETE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION go_away()`.execute(app.db)
  expect((await create()).status).toBe(201)
  await sql`DROP TRIGGER gone ON idempotency_keys`.execute(app.db)
  const again = await create()
  expect([again.status, again.problem.code]).toEqual([409, 'in_progress'])
  expect(await app.db.selectFrom('places').select('name').where('name', '=', 'Town hall').execute()).toHaveLength(1)
})
