import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Calls } from '#contract/calls.ts'
import { makeAdmin, makeContract, makeMentor, makePlace, makeUser } from '#database/factories.ts'
import { exportTimeOff } from '../features/absences/export-absences.ts'
import { exportMissing } from '../features/contracts/export-contracts.ts'
import { mintScope, type PersonScope } from '../platform/scope.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'

let app: TestApp
let token: string
let admin: Awaited<ReturnType<typeof makeAdmin>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await makeAdmin(app.db)
  token = await app.signIn(admin)
})
afterAll(() => app.close())

type Export = Extract<keyof Calls, `GET ${string}/export`>
const unknown = '019aa000-0000-7000-8000-000000000000'
const get = (name: Export, sending: object = {}, as = token) => app.request(name, { ...(as && { token: as }), ...sending })
/** The first cells of all lines but the head. */
async function firstCells(name: Export, sending: object = {}) {
  const { status, body, headers } = await get(name, sending)
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const [head, ...lines] = String(body).split('\r\n')
  expect(head).toMatch(/^\ufeff"/)
  return lines.filter(Boolean).map(line => /^"((?:[^"]|"")*)"/.exec(line)?.[1])
}
/** The people whom the caller has just been shown, by part. */
const shown = async () =>
  (await app.db.selectFrom('record_views').select(['user_id', 'what']).where('viewer_id', '=', admin.id).execute()).map(
    ({ user_id, what }) => `${what} ${user_id}`,
  )

describe('GET /api/assigned-users/export', () => {
  it('lists the holders that the filters leave, and logs each', async () => {
    const [zoe, adam] = [await makeAdmin(app.db, ['User List']), await makeAdmin(app.db, ['Role List'])]
    await app.db.updateTable('users').set({ name: '=Zoe Holder' }).where('id', '=', zoe.id).execute()
    await app.db.updateTable('users').set({ name: 'Adam Holder' }).where('id', '=', adam.id).execute()
    expect(await firstCells('GET /api/assigned-users/export', { query: { search: 'holder' } })).toEqual(["'=Zoe Holder", 'Adam Holder'])
    const role = await app.db.selectFrom('role_assignments').select('role_id').where('user_id', '=', adam.id).executeTakeFirstOrThrow()
    expect(await firstCells('GET /api/assigned-users/export', { query: { role_id: role.role_id } })).toEqual(['Adam Holder'])
    expect(await shown()).toEqual(expect.arrayContaining([`roles ${zoe.id}`, `roles ${adam.id}`]))
  })
})

describe('GET /api/invitations/export', () => {
  it('lists the invitations that the filters leave, newest first, and logs each person', async () => {
    const people = [await makeUser(app.db, { name: 'Ines Invited' }), await makeUser(app.db, { name: '@Ivo Invited' })]
    for (const [index, { id }] of people.entries())
      await app.db
        .insertInto('invitations')
        .values({
          user_id: id,
          invited_by: admin.id,
          channel: 'print',
          token_hash: Buffer.alloc(32, index + 1),
          created_at: new Date(Date.UTC(2026, 10, 19, index)),
          expires_at: '2026-11-27T09:00:00Z',
        })
        .execute()
    expect(await firstCells('GET /api/invitations/export', { query: { search: 'invited' } })).toEqual(["'@Ivo Invited", 'Ines Invited'])
    expect(await firstCells('GET /api/invitations/export', { query: { status: 'accepted' } })).toEqual([])
    expect(await shown()).toEqual(expect.arrayContaining(people.map(({ id }) => `list ${id}`)))
  })
})

describe('GET /api/time-off/export', () => {
  it('lists all pages of time off, with reasons as the caller may read them', async () => {
    const [mentor, other] = [await makeMentor(app.db, { name: '-Mia' }), await makeMentor(app.db, { name: 'Otto' })]
    await sql`INSERT INTO time_off (mentor_id, starts_at, ends_at, reason, created_by)
      SELECT ${mentor.id}, '2026-12-01T09:00Z'::timestamptz + n * interval '1 hour', '2026-12-01T09:30Z'::timestamptz + n * interval '1 hour', 'Holiday', ${admin.id}
      FROM generate_series(1, 1001) n`.execute(app.db)
    await sql`INSERT INTO time_off (mentor_id, starts_at, ends_at, reason, created_by)
      VALUES (${other.id}, '2027-12-01T09:00Z', '2027-12-01T10:00Z', 'Secret', ${admin.id})`.execute(app.db)
    const all = await firstCells('GET /api/time-off/export')
    expect([all.length, all[0], all.at(-1)]).toEqual([1002, "'-Mia", 'Otto'])
    const filter = { query: { mentor_id: other.id, from: '2027-01-01' } }
    expect(String((await get('GET /api/time-off/export', filter)).body)).toContain(
      '"Otto","2027-12-01 09:00","2027-12-01 10:00","Europe/London","Secret"',
    )
    const reader = await app.signIn(await makeAdmin(app.db, ['Schedule List']))
    expect(String((await get('GET /api/time-off/export', filter, reader)).body)).not.toContain('Secret')
    const own = await get('GET /api/time-off/export', {}, await app.signIn(other))
    expect(String(own.body).split('\r\n')).toHaveLength(3)
    expect((await get('GET /api/time-off/export', { query: { mentor_id: mentor.id } }, await app.signIn(other))).status).toBe(404)
    expect((await get('GET /api/time-off/export', {}, await app.signIn(await makeUser(app.db)))).problem.code).toBe('not_mentor')
    expect((await get('GET /api/time-off/export', { query: { from: 'today' } })).status).toBe(422)
  })
})

describe('GET /api/closed-days/export', () => {
  it('lists the closed days that the filters leave, by date', async () => {
    const [hall, house] = [await makePlace(app.db, { name: '+Hall' }), await makePlace(app.db, { name: 'House' })]
    for (const [place, date] of [
      [house, '2026-12-25'],
      [hall, '2026-12-24'],
    ] as const)
      await app.db
        .insertInto('closed_days')
        .values({ place_id: place.id, date, reason: 'Christmas', created_by: admin.id } as never)
        .execute()
    expect(await firstCells('GET /api/closed-days/export')).toEqual(["'+Hall", 'House'])
    expect(
      await firstCells('GET /api/closed-days/export', { query: { place_id: house.id, from: '2026-12-01', to: '2026-12-31' } }),
    ).toEqual(['House'])
    expect((await get('GET /api/closed-days/export', {}, await app.signIn(await makeUser(app.db)))).problem.code).toBe('missing_ability')
  })
})

describe('GET /api/places/export', () => {
  it('lists the places that the filters leave', async () => {
    await makePlace(app.db, { name: '=Annex', address: 'Quay 1' })
    await makePlace(app.db, { name: 'Barn', address: 'Quay 2', active: false })
    expect(await firstCells('GET /api/places/export', { query: { search: 'quay' } })).toEqual(["'=Annex", 'Barn'])
    expect(await firstCells('GET /api/places/export', { query: { search: 'quay', state: 'retired' } })).toEqual(['Barn'])
    expect((await get('GET /api/places/export', { query: { state: 'open' } })).status).toBe(422)
  })
})

describe('GET /api/legally-binding-contract/export', () => {
  it('lists the contracts that the filters leave', async () => {
    await makeContract(app.db, { key: 'exported_one' })
    await makeContract(app.db, { key: 'exported_two', required_for: 'booking' })
    expect(await firstCells('GET /api/legally-binding-contract/export', { query: { search: 'exported' } })).toEqual([
      'exported_one',
      'exported_two',
    ])
    expect(await firstCells('GET /api/legally-binding-contract/export', { query: { search: 'exported', state: 'required' } })).toEqual([
      'exported_two',
    ])
    expect((await get('GET /api/legally-binding-contract/export', { query: { state: 'old' } })).status).toBe(422)
  })
})

describe('exports of who accepted a contract and who has not', () => {
  it('list the people that the filters leave, and log each', async () => {
    const { contract, version } = await makeContract(app.db, { required_for: 'booking' })
    const [yes, no] = [await makeUser(app.db, { name: '=Agnes Signer' }), await makeUser(app.db, { name: 'Ned Signer' })]
    await app.db
      .insertInto('acceptances')
      .values({
        user_id: yes.id,
        version_id: version.id,
        sha256: version.sha256,
        person_name: yes.name,
        recorded_by: yes.id,
        accepted_at: '2026-11-01T09:00:00Z',
      } as never)
      .execute()
    const of = (query: object) => ({ params: { id: contract.id }, query })
    expect(await firstCells('GET /api/legally-binding-contract/{id}/acceptances/export', of({ search: 'signer' }))).toEqual([
      "'=Agnes Signer",
    ])
    expect(await firstCells('GET /api/legally-binding-contract/{id}/acceptances/export', of({ version: 2 }))).toEqual([])
    expect(await firstCells('GET /api/legally-binding-contract/{id}/missing/export', of({ search: 'signer' }))).toEqual(['Ned Signer'])
    expect(await shown()).toEqual(expect.arrayContaining([`agreements ${yes.id}`, `agreements ${no.id}`]))
    expect((await get('GET /api/legally-binding-contract/{id}/missing/export', { params: { id: unknown } })).status).toBe(404)
    expect((await get('GET /api/legally-binding-contract/{id}/acceptances/export', of({ version: 0 }))).status).toBe(422)
  })
})

it('an export leaves out no row because others leave its list meanwhile, and repeats none', async () => {
  const { contract, version } = await makeContract(app.db, { required_for: 'booking' })
  await sql`INSERT INTO users (name) SELECT 'Ann Queue ' || n FROM generate_series(1, 1100) n`.execute(app.db)
  const mentor = await makeMentor(app.db)
  await sql`INSERT INTO time_off (mentor_id, starts_at, ends_at, reason, created_by)
    SELECT ${mentor.id}, at, at + interval '30 minutes', '', ${admin.id}
    FROM generate_series('2027-02-01T09:00Z'::timestamptz, '2027-04-01T09:00Z', '1 hour') at LIMIT 1100`.execute(app.db)
  const person = { ...admin, sessionId: '', abilities: ['*'], isAdmin: true, isMentor: false, language: undefined, program: null }
  const scope = mintScope({ person, now: app.clock.now(), ip: null, userAgent: '', browser: false }) as PersonScope
  const readAll = async (lines: AsyncGenerator<string>, between: () => Promise<unknown>) => {
    const parts = [(await lines.next()).value as string, (await lines.next()).value as string]
    await between()
    for await (const part of lines) parts.push(part)
    return new Set(parts.join('').split('\r\n').slice(1).filter(Boolean)).size
  }
  const missing = exportMissing(app.db, scope, contract.id, { search: 'queue' })
  const accept = () =>
    sql`INSERT INTO acceptances (user_id, version_id, sha256, person_name, recorded_by, accepted_at)
      SELECT id, ${version.id}, ${version.sha256}, name, id, now() FROM users WHERE name LIKE 'Ann Queue %' ORDER BY lower(name) LIMIT 100`.execute(
      app.db,
    )
  expect(await readAll(missing, accept)).toBe(1100)
  const off = exportTimeOff(app.db, scope, mentor.id, { sort: 'starts' })
  const end = () => sql`DELETE FROM time_off WHERE mentor_id = ${mentor.id} AND starts_at < '2027-02-03'`.execute(app.db)
  expect(await readAll(off, end)).toBe(1100)
})

it('exports of people need User Export too', async () => {
  for (const [name, ability] of [
    ['GET /api/assigned-users/export', 'RoleAssign List'],
    ['GET /api/invitations/export', 'User Edit'],
  ] as const) {
    expect((await get(name, {}, '')).status).toBe(401)
    expect((await get(name, {}, await app.signIn(await makeAdmin(app.db, [ability])))).status).toBe(403)
    expect((await get(name, {}, await app.signIn(await makeAdmin(app.db, [ability, 'User Export'])))).status).toBe(200)
  }
})
