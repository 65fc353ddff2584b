import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { readCatalogue } from './testing/catalogue.ts'
import { createEmptyDatabase, query } from './testing/empty-database.ts'
import { createOldInstallation } from './testing/old-installation.ts'

const template = inject('templateDatabaseUrl')

let url: string
let drop: () => Promise<void>

/** A database of the group's own, prepared once: its tests go on from each other. */
function shareDatabase(prepare: () => Promise<void>): void {
  beforeAll(async () => {
    ;({ url, drop } = await createEmptyDatabase())
    await prepare()
  })
  afterAll(() => drop())
}

/**
 * Migrates like a server that starts a day after the upgrade and drops functions that the previous
 * version could still call.
 */
async function migrateADayLater(): Promise<void> {
  await query(url, "UPDATE schema_definitions SET retired_at = retired_at - interval '25 hours'")
  await migrate(url)
}

async function expectPresentSchema(): Promise<void> {
  const [upgraded, created] = [await readCatalogue(url), await readCatalogue(template)]
  expect(created.functions.length).toBeGreaterThan(100)
  expect(upgraded).toEqual(created)
}

/** Every row as JSON by table, without the time of each migration. */
async function readRows(where: string): Promise<Record<string, unknown[]>> {
  const tables = await query<{ name: string }>(where, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
  const rows: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    rows[name] = await query(where, `SELECT to_jsonb(t) - 'applied_at' AS row FROM ${name} t ORDER BY 1`)
  }
  return rows
}

describe('a database that every migration has upgraded', () => {
  shareDatabase(async () => {
    await createOldInstallation(url)
    await migrate(url)
  })

  it('keeps functions that servers of the version before call for a day', async () => {
    const old = "SELECT to_regproc('waiting_for') IS NOT NULL AS there"
    expect(await query(url, old)).toEqual([{ there: true }])
    await migrate(url)
    expect(await query(url, old)).toEqual([{ there: true }])
    await migrateADayLater()
    expect(await query(url, old)).toEqual([{ there: false }])
  })

  it('equals a new one after that day, in its tables with the order of columns, functions, triggers in firing order, and rows', async () => {
    await expectPresentSchema()
    expect(await readRows(url)).toEqual(await readRows(template))
  })
})

describe('a database with functions and triggers that Openhour did not create', () => {
  shareDatabase(async () => {
    await createOldInstallation(url)
    await query(
      url,
      `CREATE FUNCTION report() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
       CREATE TRIGGER users_report BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION report()`,
    )
    await migrate(url)
    await migrateADayLater()
  })

  it('keeps them', async () => {
    expect(await query(url, "SELECT tgname FROM pg_trigger WHERE tgname = 'users_report'")).toHaveLength(1)
  })
})

/**
 * A client with an appointment, a client on the waiting list, a mentor's session cookie and an app's
 * set-up: rows that later migrations change.
 */
const rowsAt0054 = `
  INSERT INTO users (id, name, phone, password_hash) VALUES
    ('00000000-0000-7000-8000-000000000001', 'Ana', '+447700900001', 'hash'),
    ('00000000-0000-7000-8000-000000000002', 'Ben', '+447700900002', NULL),
    ('00000000-0000-7000-8000-000000000003', 'Mentor', '+447700900003', 'hash');
  INSERT INTO roles (id, name, is_mentor) VALUES ('00000000-0000-7000-8000-000000000004', 'Mentors', true);
  INSERT INTO role_assignments (user_id, role_id) VALUES ('00000000-0000-7000-8000-000000000003', '00000000-0000-7000-8000-000000000004');
  INSERT INTO sessions (user_id, token_hash, created_at, last_used_at)
    SELECT id, sha256(name::bytea), now(), now() FROM users WHERE name IN ('Ana', 'Mentor');
  INSERT INTO setup_links (token_hash, used_at) VALUES (sha256('used'), now()), (sha256('open'), NULL);
  INSERT INTO login_tickets (token_hash, user_id, secret, created_at, expires_at)
    SELECT sha256('ticket'), id, decode(repeat('00', 20), 'hex'), now(), now() FROM users WHERE name = 'Mentor';
  INSERT INTO text_days (day, what, spent) VALUES (current_date, 'codes', 3);
  INSERT INTO busy_calendars (mentor_id, address, added_at, due_at) SELECT id, 'https://calendar.test/me.ics', now(), now() FROM users WHERE name = 'Mentor';
  INSERT INTO support_types (id, name, colour, slot_minutes) VALUES ('00000000-0000-7000-8000-000000000005', 'Talk', '#336699', 30);
  INSERT INTO places (id, name, kind, time_zone) VALUES ('00000000-0000-7000-8000-000000000006', 'Room', 'in_person', 'Asia/Kathmandu');
  INSERT INTO schedules (id, support_type_id, place_id, local_starts, local_ends, starts_at, ends_at, slot_minutes, status)
    SELECT '00000000-0000-7000-8000-000000000007', '00000000-0000-7000-8000-000000000005', '00000000-0000-7000-8000-000000000006',
      day + time '09:00', day + time '10:00', (day + time '09:00') AT TIME ZONE 'Asia/Kathmandu', (day + time '10:00') AT TIME ZONE 'Asia/Kathmandu', 30, 'published'
    FROM (SELECT current_date + 10) d (day);
  INSERT INTO slots (id, schedule_id, mentor_id, roster, starts_at, ends_at, seats, first_serial)
    SELECT '00000000-0000-7000-8000-000000000008', s.id, '00000000-0000-7000-8000-000000000003', 1, s.starts_at, s.starts_at + interval '30 minutes', 1, 1 FROM schedules s;
  INSERT INTO appointments (id, user_id, slot_id, status, booked_by, changed_by)
    SELECT '00000000-0000-7000-8000-000000000009', id, '00000000-0000-7000-8000-000000000008', 'booked', id, id FROM users WHERE name = 'Ana';
  INSERT INTO waiting_list (user_id, support_type_id, from_date, to_date)
    SELECT id, '00000000-0000-7000-8000-000000000005', current_date, current_date + 20 FROM users WHERE name = 'Ben'`

describe('an installation that stopped at migration 54', () => {
  shareDatabase(async () => {
    await createOldInstallation(url, 54)
    await query(url, rowsAt0054)
    await migrate(url)
    await migrateADayLater()
  })

  it('gets the present schema', expectPresentSchema)

  it('keeps its rows, with what later migrations add to them', async () => {
    expect(await query(url, 'SELECT name, phone_verified_at IS NOT NULL AS verified FROM users ORDER BY name')).toEqual([
      { name: 'Ana', verified: true },
      { name: 'Ben', verified: false },
      { name: 'Mentor', verified: true },
    ])
    expect(await query(url, 'SELECT u.name FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.ended_at IS NULL')).toEqual([
      { name: 'Ana' },
    ])
    expect(await query(url, 'SELECT count(*)::int AS used FROM setup_links WHERE ended_at IS NOT NULL')).toEqual([{ used: 1 }])
    expect(await query(url, 'SELECT FROM login_tickets')).toEqual([])
    expect(await query(url, "SELECT convert_from(address, 'UTF8') AS address FROM busy_calendars")).toEqual([
      { address: 'https://calendar.test/me.ics' },
    ])
    expect(await query(url, 'SELECT what, spent FROM text_days')).toEqual([{ what: 'codes', spent: 3 }])
    expect(await query(url, 'SELECT u.name FROM phone_uses p JOIN users u ON u.id = p.user_id')).toEqual([
      { name: 'Ana' },
      { name: 'Mentor' },
    ])
  })

  it('books and cancels with the present triggers: a freed seat is reserved for the client who waits', async () => {
    const seats = 'SELECT taken, held FROM slots'
    expect(await query(url, seats)).toEqual([{ taken: 1, held: 0 }])
    await query(url, "UPDATE appointments SET status = 'cancelled', cancelled_by = 'client', cancelled_at = now()")
    expect(await query(url, seats)).toEqual([{ taken: 0, held: 1 }])
    expect(await query(url, 'SELECT taken FROM schedule_seats')).toEqual([{ taken: 0 }])
    expect(await query(url, "SELECT action FROM audit WHERE subject = 'appointment' ORDER BY at")).toEqual([
      { action: 'booked' },
      { action: 'cancelled' },
    ])
  })
})

const { db, url: testUrl } = await openTestDatabase()

describe('an installation before migration 117', () => {
  it('keeps no photo without an owner, and gives a photo that a merge took to the remaining record alone', async () => {
    const photo = { type: 'image/webp', bytes: Buffer.from('photo') } as const
    const addPhoto = async () => (await db.insertInto('photos').values(photo).returning('id').executeTakeFirstOrThrow()).id
    const [taken, kept] = [await addPhoto(), await addPhoto()]
    await addPhoto()
    const { id: merged_into } = await makeUser(db, { photo_id: taken })
    const gave = await makeUser(db, { photo_id: taken, active: false, merged_into })
    const keeps = await makeUser(db, { photo_id: kept, active: false, merged_into })
    await query(testUrl, (await readMigrations()).find(({ number }) => number === 117)!.sql)
    const owners = await db.selectFrom('users').select(['id', 'photo_id']).where('id', 'in', [merged_into, gave.id, keeps.id]).execute()
    expect(new Map(owners.map(({ id, photo_id }) => [id, photo_id]))).toEqual(
      new Map([
        [merged_into, taken],
        [gave.id, null],
        [keeps.id, kept],
      ]),
    )
    expect((await db.selectFrom('photos').select('id').execute()).map(({ id }) => id).toSorted()).toEqual([taken, kept].toSorted())
  })
})

describe('an installation before migration 106', () => {
  it('gets feedback back that stayed with a former mentor or support type, and its counts', async () => {
    const [mentor, former] = [await makeMentor(db), await makeMentor(db)]
    const [supportType, other] = [await makeSupportType(db), await makeSupportType(db)]
    const session = { supportType, place: await makePlace(db), mentors: [mentor], from: '2026-11-03T09:00', to: '2026-11-03T10:30' }
    const { slots } = await makeSchedule(db, session)
    const ids = []
    for (const { id } of slots) {
      const { id: appointment_id, user_id } = await makeAppointment(db, id, (await makeUser(db)).id, { status: 'fulfilled' })
      const row = { type: 'client' as const, appointment_id, author_id: user_id }
      ids.push((await db.insertInto('feedback').values(row).returning('id').executeTakeFirstOrThrow()).id)
    }
    await db.updateTable('feedback').set({ mentor_id: former.id }).where('id', '=', ids[0]!).execute()
    await db.updateTable('feedback').set({ support_type_id: other.id }).where('id', '=', ids[1]!).execute()
    await query(testUrl, (await readMigrations()).find(({ number }) => number === 106)!.sql)
    const belonging = { mentor_id: mentor.id, support_type_id: supportType.id }
    expect(await db.selectFrom('feedback').select(['mentor_id', 'support_type_id']).execute()).toEqual(ids.map(() => belonging))
    const counts = db.selectFrom('feedback_counts').select(['mentor_id', 'support_type_id', 'count']).where('count', '>', 0)
    expect(await counts.where('month', '=', '-infinity').execute()).toEqual([{ ...belonging, count: 3 }])
  })
})
