import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abilityNames } from '#contract/abilities.ts'
import { wildcard } from '#contract/granted.ts'
import { parsePhone } from '#domain/people/phone.ts'
import { connect } from '#server/platform/database/connection.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { isExhaustive } from '#server/testing/exhaustive.ts'
import type { Database } from '../types.ts'
import { demoLogins, demoPassword } from './demo-logins.ts'
import { fillDemo } from './fill.ts'
import { mentors } from './mentors.ts'
import { drawPortrait } from './portrait.ts'

type Db = Kysely<Database>

const hashPassword = async (password: string) => `hash of ${password}`
const opened: { close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map(({ close }) => close())))

async function openDatabase(): Promise<Db> {
  const database = await createTestDatabase()
  const { db, close } = connect(database.url)
  opened.push({ close: () => close().then(() => database.drop()) })
  return db
}

const filled = new Map<string, Promise<Db>>()

/** Shared by all tests with the same date, which only read it. */
function openFilled(today: string): Promise<Db> {
  const db = filled.get(today) ?? fillNew(today)
  filled.set(today, db)
  return db
}

async function fillNew(today: string): Promise<Db> {
  const db = await openDatabase()
  const started = performance.now()
  await fillDemo(db, { today: new Date(today), hashPassword })
  console.log(`The demo was filled in ${Math.round(performance.now() - started)} ms.`)
  return db
}

/** The first column of the first row. */
async function ask<Value>(db: Db, query: ReturnType<typeof sql<{ value: Value }>>): Promise<Value> {
  return (await query.execute(db)).rows[0]!.value
}
const count = (db: Db, from: string) => ask(db, sql<{ value: number }>`SELECT count(*)::int AS value FROM ${sql.raw(from)}`)

/** Everything in a table except the time of writing. */
const contentOf = (db: Db, table: string, without = '{}') =>
  ask(
    db,
    sql<{ value: string }>`SELECT coalesce(md5(string_agg(line, E'\n' ORDER BY line)), '') AS value
    FROM (SELECT (to_jsonb(t) - ${without}::text[])::text AS line FROM ${sql.table(table)} t) lines`,
  )

/** A Friday, a Saturday, and the Sunday of a clock change, in its last hour; or also the other one, in its first. */
const days = ['2026-11-20T15:10:00Z', '2026-11-21T08:00:00Z', '2026-10-25T23:30:00Z', ...(isExhaustive ? ['2026-03-29T00:30:00Z'] : [])]

describe('an ordinary Friday afternoon', () => {
  const now = '2026-11-20T15:10:00Z'
  let db: Db
  let again: Db
  let later: Db
  let nextDay: Db
  // In a hook, which may take longer, because the duration depends on the machine.
  beforeAll(async () => {
    db = await openFilled(now)
    again = await openDatabase()
    await Promise.all([1, 2].map(() => fillDemo(again, { today: new Date(now), hashPassword })))
    later = await openFilled('2026-11-20T21:00:00Z')
    nextDay = await openFilled('2026-11-21T08:00:00Z')
  })

  it('has about as much of everything as was asked for', async () => {
    expect(await count(db, 'support_types')).toBe(4)
    expect(await count(db, 'places')).toBe(3)
    expect(await ask(db, sql<{ value: number }>`SELECT count(DISTINCT time_zone)::int AS value FROM places`)).toBe(2)
    expect(await count(db, 'mentor_profiles')).toBe(12)
    expect(await count(db, 'photos')).toBe(12)
    const clients = await count(
      db,
      "users WHERE phone BETWEEN '+447700900100' AND '+447700900999' OR phone IS NULL OR phone = '+447700900003'",
    )
    expect(clients).toBeGreaterThanOrEqual(58)
    expect(clients).toBeLessThanOrEqual(70)
    const appointments = await count(db, 'appointments')
    expect(appointments).toBeGreaterThanOrEqual(1400)
    expect(appointments).toBeLessThanOrEqual(1600)
    expect(await ask(db, sql<{ value: number }>`SELECT count(DISTINCT status)::int AS value FROM appointments`)).toBe(7)
    expect(await count(db, "schedules WHERE status = 'cancelled' AND cancel_reason <> ''")).toBe(2)
    expect(await count(db, "schedules WHERE status = 'draft'")).toBeGreaterThan(2)
  })

  it('lets the four log in, with one password and the roles they are printed with', async () => {
    for (const { role, name, phone } of demoLogins) {
      const parsed = parsePhone(phone, 'GB')
      const user = await db
        .selectFrom('users')
        .selectAll()
        .where('phone', '=', 'e164' in parsed ? parsed.e164 : '')
        .executeTakeFirstOrThrow()
      expect(user).toMatchObject({ name, active: true, password_hash: `hash of ${demoPassword}` })
      const roles = await sql<{
        name: string
      }>`SELECT r.name FROM role_assignments a JOIN roles r ON r.id = a.role_id WHERE a.user_id = ${user.id}`.execute(db)
      expect(roles.rows).toEqual(role === 'Client' ? [] : [{ name: role }])
    }
    expect(await count(db, 'users WHERE password_hash IS NOT NULL')).toBe(4)
  })

  it('knows no ability that the product does not', async () => {
    const roles = await db.selectFrom('roles').selectAll().execute()
    for (const ability of roles.flatMap(({ abilities }) => abilities)) expect([wildcard, ...abilityNames]).toContain(ability)
    expect(roles.find(({ name }) => name === 'Front desk')).toMatchObject({
      abilities: ['Schedule List', 'Appointment List', 'Appointment Edit', 'Appointment Create', 'User List'],
      opens_admin: true,
    })
  })

  it('keeps to Ofcom’s numbers and to domains that can never exist', async () => {
    const stray = await sql`SELECT phone FROM users WHERE phone !~ '^\\+447700900[0-9]{3}$' OR contact_phone !~ '^\\+447700900[0-9]{3}$'
      OR email !~ '@(example\\.(com|org|net)|larkfield\\.example)$'`.execute(db)
    expect(stray.rows).toEqual([])
  })

  it('rates every mentor, from at least five voices, between 4.1 and 4.9', async () => {
    const { rows } = await sql<{ mentor_id: string; average: number; voices: number }>`
      SELECT a.mentor_id, avg(x.value::int)::float8 AS average, count(*)::int AS voices FROM feedback f
      JOIN appointments a ON a.id = f.appointment_id JOIN feedback_answers x ON x.feedback_id = f.id AND x.widget = 'star'
      WHERE f.type = 'client' GROUP BY a.mentor_id`.execute(db)
    expect(rows).toHaveLength(12)
    for (const { average, voices } of rows) {
      expect(voices).toBeGreaterThanOrEqual(5)
      expect(average).toBeGreaterThanOrEqual(4.1)
      expect(average).toBeLessThanOrEqual(4.9)
    }
    expect(await count(db, "feedback WHERE type = 'client'")).toBeGreaterThan(
      (await count(db, "appointments WHERE status = 'fulfilled'")) / 2,
    )
  })

  it('has published its texts, and every client has accepted those in force', async () => {
    const current = await db.selectFrom('current_contracts').selectAll().orderBy('key').execute()
    expect(current.map(({ key, required_for, version }) => [key, required_for, version])).toEqual([
      ['about', null, 1],
      ['accessibility', null, 1],
      ['imprint', null, 1],
      ['privacy', null, 1],
      ['session_agreement', 'booking', 1],
      ['terms_conditions', 'registration', 2],
    ])
    for (const purpose of ['registration', 'booking']) {
      const missing = await sql`SELECT u.name FROM users u WHERE EXISTS (SELECT 1 FROM appointments a WHERE a.user_id = u.id)
        AND contracts_missing(u.id, ${purpose}) <> '{}'`.execute(db)
      expect(missing.rows).toEqual([])
    }
    expect(await count(db, 'acceptances WHERE sha256 <> (SELECT sha256 FROM contract_versions v WHERE v.id = version_id)')).toBe(0)
  })

  it('sends nothing, and did not reach four people of the days ahead', async () => {
    expect(
      await count(
        db,
        "outbox WHERE state NOT IN ('delivered', 'sent', 'failed') OR settled_at IS NULL OR settled_at > '2026-11-20T15:10:00Z'",
      ),
    ).toBe(0)
    expect(await count(db, "outbox WHERE state = 'failed' AND phone_by > '2026-11-21T15:10:00Z'")).toBe(4)
    expect(await count(db, 'outbox')).toBeGreaterThan(1000)
  })

  it('answers every question with what can be answered', async () => {
    const stray = await sql`SELECT x.* FROM feedback_answers x JOIN feedback_questions q ON q.id = x.question_id
      WHERE (q.widget IN ('radio', 'select', 'colour') AND x.value <> ALL (q.options)) OR (q.widget = 'star' AND x.value !~ '^[1-5]$') OR x.prompt <> q.prompt`.execute(
      db,
    )
    expect(stray.rows).toEqual([])
    for (const type of ['client', 'mentor']) {
      const widgets = await sql<{ widget: string }>`SELECT DISTINCT widget FROM feedback_questions WHERE type = ${type} ORDER BY 1`.execute(
        db,
      )
      expect(widgets.rows.map(({ widget }) => widget)).toEqual(['colour', 'radio', 'select', 'star', 'text'])
    }
    const late = await sql`SELECT 1 FROM feedback f JOIN appointments a ON a.id = f.appointment_id
      WHERE a.status <> 'fulfilled' OR f.created_at < a.ends_at OR f.created_at > ${now}`.execute(db)
    expect(late.rows).toEqual([])
  })

  it('reports each step of an appointment at the time that it happened, and keeps the log unchangeable', async () => {
    const { rows } = await sql<{ action: string; rows: number; wrong: number }>`
      SELECT e.action, count(*)::int AS rows, count(*) FILTER (WHERE e.at > ${now} OR e.at < a.created_at
        OR (e.action IN ('booked', 'requested') AND e.at <> a.created_at) OR (e.action = 'cancelled' AND e.at <> a.cancelled_at)
        OR (e.action = 'fulfilled' AND e.at < a.starts_at))::int AS wrong
      FROM audit e JOIN appointments a ON a.id = e.subject_id WHERE e.subject = 'appointment' GROUP BY e.action`.execute(db)
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['booked', 'cancelled', 'fulfilled']))
    expect(rows.filter(({ wrong }) => wrong > 0)).toEqual([])
    await expect(sql`UPDATE audit SET at = now()`.execute(db)).rejects.toThrow('audit rows never change')
  })

  it('is filled once: the second time changes nothing', async () => {
    const tables = ['users', 'slots', 'appointments', 'audit', 'outbox', 'feedback_answers', 'acceptances', 'settings']
    const before = await Promise.all(tables.map(table => contentOf(db, table)))
    await fillDemo(db, { today: new Date('2027-05-01T12:00:00Z'), hashPassword })
    expect(await Promise.all(tables.map(table => contentOf(db, table)))).toEqual(before)
  })

  it('is filled once when two start at the same time, the same as in another database; other ids stand for another day', async () => {
    for (const table of ['users', 'schedules', 'slots', 'contract_versions', 'acceptances', 'feedback', 'feedback_answers', 'photos']) {
      expect([table, await contentOf(again, table)]).toEqual([table, await contentOf(db, table)])
    }
    // Messages have random ids and are compared by their subject.
    expect(await contentOf(again, 'outbox', '{id}')).toBe(await contentOf(db, 'outbox', '{id}'))
    // Room names are random too.
    expect(await contentOf(again, 'appointments', '{room}')).toBe(await contentOf(db, 'appointments', '{room}'))
    const ids = (from: Db) =>
      ask(from, sql<{ value: string }>`SELECT md5(string_agg(id || reference, ',' ORDER BY id)) AS value FROM appointments`)
    expect(await ids(later)).toBe(await ids(db))
    expect(await ids(nextDay)).not.toBe(await ids(db))
  })

  it('leaves a database with people alone', async () => {
    const inUse = await openDatabase()
    await inUse.insertInto('users').values({ name: 'Ana' }).execute()
    await fillDemo(inUse, { today: new Date(now), hashPassword })
    expect(await count(inUse, 'support_types')).toBe(0)
  })
})

describe.each(days)('started at %s', now => {
  let db: Db
  beforeAll(async () => {
    db = await openFilled(now)
  })

  it('has correct seat counts and no overlapping appointments', async () => {
    const miscounted = await sql`SELECT s.id FROM slots s LEFT JOIN appointments a ON a.slot_id = s.id AND holds_seat(a.status)
      GROUP BY s.id HAVING count(a.id) <> s.taken OR s.taken > s.seats`.execute(db)
    expect(miscounted.rows).toEqual([])
    for (const [who, from] of [
      ['user_id', "(SELECT * FROM appointments WHERE status NOT IN ('cancelled', 'entered-in-error'))"],
      ['mentor_id', '(SELECT * FROM slots WHERE live)'],
    ]) {
      const clashes = await sql`SELECT a.id FROM ${sql.raw(`${from} a JOIN ${from} b ON a.${who} = b.${who}`)} AND a.id < b.id
        AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`.execute(db)
      expect(clashes.rows).toEqual([])
    }
  })

  it('reaches four weeks back and six weeks ahead on the places’ own clocks', async () => {
    const off = await sql`SELECT 1 FROM schedules s JOIN places p ON p.id = s.place_id
      WHERE s.starts_at <> s.local_starts AT TIME ZONE p.time_zone OR s.ends_at <> s.local_ends AT TIME ZONE p.time_zone`.execute(db)
    expect(off.rows).toEqual([])
    const { rows } = await sql<{
      back: number
      ahead: number
    }>`SELECT min(local_date) - (${now}::timestamptz AT TIME ZONE 'Europe/London')::date AS back,
      max(local_date) - (${now}::timestamptz AT TIME ZONE 'Europe/London')::date AS ahead FROM schedules`.execute(db)
    expect(rows[0]!.back).toBeGreaterThanOrEqual(-28)
    expect(rows[0]!.back).toBeLessThanOrEqual(-26)
    expect(rows[0]!.ahead).toBeLessThanOrEqual(42)
    expect(rows[0]!.ahead).toBeGreaterThanOrEqual(40)
  })

  it('has free times of the first two support types on every weekday ahead', async () => {
    const types = await db.selectFrom('support_types').selectAll().orderBy('position').limit(2).execute()
    for (const type of types) {
      expect(type.needs_approval).toBe(false)
      const { rows } = await sql<{ date: string; free: number; most: number }>`
        SELECT d::date::text AS date, count(x.id)::int AS free, max(x.seats) AS most
        FROM generate_series((${now}::timestamptz AT TIME ZONE 'Europe/London')::date + 1, (${now}::timestamptz AT TIME ZONE 'Europe/London')::date + 42, interval '1 day') d
        LEFT JOIN schedules s ON s.local_date = d::date AND s.support_type_id = ${type.id} AND s.status = 'published'
          AND coalesce(s.booking_opens_at, ${now}) <= ${now}
        LEFT JOIN slots x ON x.schedule_id = s.id AND x.live AND x.taken + x.held < x.seats
          AND x.starts_at >= ${now}::timestamptz + (SELECT make_interval(mins => notice_minutes) FROM settings)
        WHERE extract(isodow FROM d) <= 5 GROUP BY 1`.execute(db)
      expect(rows.length).toBeGreaterThanOrEqual(29)
      expect(rows.filter(({ free, most }) => free < 5 || most !== 1)).toEqual([])
    }
  })

  it('has one session that is full, and something for the demo mentor to do today', async () => {
    const full = await sql`SELECT 1 FROM schedules s WHERE status = 'published' AND starts_at > ${now}
      AND NOT EXISTS (SELECT 1 FROM slots x WHERE x.schedule_id = s.id AND x.taken < x.seats)`.execute(db)
    expect(full.rows.length).toBeGreaterThanOrEqual(1)
    const { rows } = await sql<{
      status: string
      questions: string[]
    }>`SELECT a.status, a.questions FROM appointments a JOIN users m ON m.id = a.mentor_id
      WHERE m.phone = '+447700900002' AND (a.starts_at AT TIME ZONE 'Europe/London')::date = (${now}::timestamptz AT TIME ZONE 'Europe/London')::date
        AND holds_seat(a.status)`.execute(db)
    expect(rows.length).toBeGreaterThanOrEqual(5)
    expect(rows.filter(({ questions }) => questions.length > 0).length).toBe(rows.length)
  })

  it('keeps every client within the limits', async () => {
    const { rows } = await sql<{ name: string; open: number; missed: number; past: number; mentors: number }>`
      SELECT u.name, count(a.id) FILTER (WHERE a.status IN ('pending', 'booked') AND a.starts_at > ${now})::int AS open,
        (SELECT missed FROM client_standing(u.id, ${now}, 90)), count(a.id) FILTER (WHERE a.status = 'fulfilled')::int AS past,
        count(DISTINCT a.mentor_id) FILTER (WHERE a.status = 'fulfilled')::int AS mentors
      FROM users u JOIN appointments a ON a.user_id = u.id GROUP BY u.id`.execute(db)
    expect(rows.filter(({ open, missed }) => open > 3 || (open > 0 && missed >= 3))).toEqual([])
    const demoClient = rows.find(({ name }) => name === demoLogins[2].name)!
    expect(demoClient.open).toBeLessThanOrEqual(1)
    expect(demoClient.missed).toBe(0)
    expect(demoClient.past).toBeGreaterThanOrEqual(4)
    expect(demoClient.mentors).toBeGreaterThanOrEqual(3)
  })

  it('has no request that was booked before', async () => {
    const { rows } = await sql`SELECT id FROM audit WHERE subject = 'appointment' AND action = 'pending'`.execute(db)
    expect(rows).toEqual([])
  })

  it('tells of nothing before it could have happened', async () => {
    const early = await sql`SELECT a.id FROM appointments a JOIN users u ON u.id = a.user_id JOIN schedules s ON s.id = a.schedule_id
      WHERE a.created_at < u.created_at OR a.created_at >= a.starts_at OR a.created_at > ${now} OR a.cancelled_at < a.created_at OR a.cancelled_at > a.starts_at
        OR a.cancelled_at > ${now} OR a.payment_at > ${now} OR s.created_at > ${now}
        OR (a.starts_at > ${now}::timestamptz + interval '10 minutes' AND a.status IN ('arrived', 'fulfilled', 'noshow'))
        OR (a.ends_at < ${now}::timestamptz - interval '1 day' AND a.status IN ('pending', 'booked', 'arrived'))`.execute(db)
    expect(early.rows).toEqual([])
  })
})

it('draws portraits that fetch and run nothing', () => {
  const faces = Object.values(mentors).map(({ look }) => drawPortrait(look))
  expect(new Set(faces).size).toBe(12)
  for (const svg of faces) {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 160 160">.*<\/svg>$/)
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/script|href|url\(|http|style=|on[a-z]+=|NaN|undefined/)
  }
})
