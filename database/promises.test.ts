import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Connection, connect } from '../server/platform/database/connection.ts'
import { type TestDatabase, createTestDatabase } from '../server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSession, makeSupportType, makeUser } from './factories.ts'
import { countBrokenPromises } from './promises.ts'
import { endEverySession } from './restored.ts'

let database: TestDatabase
let db: Connection
let close: () => Promise<void>
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  ;({ db, close } = connect(database.url))
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await close()
  await database.drop()
})

const brokenNow = async () => (await countBrokenPromises(client)).filter(({ count }) => count !== 0)

it('every promise is kept in what the product wrote, and what was written behind its back is found', async () => {
  const mentors = [await makeMentor(db), await makeMentor(db)]
  const { slots } = await makeSchedule(db, {
    supportType: await makeSupportType(db),
    place: await makePlace(db),
    mentors,
    from: '2026-12-01T09:00',
    to: '2026-12-01T10:00',
  })
  const [ana, ben] = [await makeUser(db), await makeUser(db)]
  const { id } = await makeAppointment(db, slots[0]!.id, ana.id)
  expect(await brokenNow()).toEqual([])

  await client.query('BEGIN; SET LOCAL session_replication_role = replica; DROP INDEX appointments_one_per_seat')
  await client.query(
    `INSERT INTO appointments SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'reference', 'AAAAAAAA', 'user_id', '${ben.id}'))).* FROM appointments a WHERE id = '${id}'`,
  )
  expect((await brokenNow()).map(({ what }) => what)).toEqual([
    'slots with more appointments than seats',
    'slots whose seats are counted wrongly',
  ])
  await client.query('ROLLBACK')
})

it('nobody is signed in to a restored database, and no code that was sent is good for anything', async () => {
  const { id } = await makeUser(db)
  await makeSession(db, id, new Date())
  await client.query(
    `INSERT INTO phone_codes (phone, salt, code_hash, created_at, expires_at) VALUES ('+447700900123', 'x', 'x', now(), now() + interval '5 min')`,
  )
  await client.query(
    `INSERT INTO login_tickets (token_hash, user_id, created_at, expires_at) VALUES (sha256('x'), '${id}', now(), now() + interval '5 min')`,
  )
  await client.query(`INSERT INTO calendar_feeds (user_id, kind, token_hash, created_at) VALUES ('${id}', 'client', sha256('x'), now())`)
  await endEverySession(client)
  const { rows } = await client.query(
    'SELECT (SELECT count(*) FROM sessions WHERE ended_at IS NULL) AS sessions, (SELECT count(*) FROM phone_codes WHERE used_at IS NULL) AS codes, (SELECT count(*) FROM login_tickets) AS logins, (SELECT count(*) FROM calendar_feeds WHERE revoked_at IS NULL) AS calendars',
  )
  expect(rows).toEqual([{ sessions: '0', codes: '0', logins: '0', calendars: '0' }])
})
