import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  makeAdmin,
  makeAppointment,
  makeContract,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSupportType,
  makeUser,
} from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { personMatches } from './acceptance-queries.ts'

let app: TestApp
let token: string
let contract: Awaited<ReturnType<typeof makeContract>>
const people: Record<string, { id: string; name: string; phone: string | null }> = {}
const ids: Record<string, string> = {}
const unknown = '019aa000-0000-7000-8000-000000000000'

beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn(await makeAdmin(app.db, ['Contract Edit', 'Appointment List']))
  contract = await makeContract(app.db, { key: 'agreement', required_for: 'booking', body: 'Be kind.' })
  for (const name of ['Ana', 'Ben', 'Cleo', 'Dora']) people[name] = await makeUser(app.db, { name })
  const second = await app.db
    .insertInto('contract_versions')
    .values({ contract_id: contract.contract.id, version: 2, title: 'Agreement', body: 'Be kinder.', published_at: '2026-06-01T00:00:00Z' })
    .returningAll()
    .executeTakeFirstOrThrow()
  const staff = await makeUser(app.db, { name: 'Frank Desk' })
  const accept = async (name: string, version_id: string, accepted_at: string, recorded_by = people[name]!.id) => {
    const row = { user_id: people[name]!.id, version_id, recorded_by, accepted_at, ip: '192.0.2.7', user_agent: 'Firefox' }
    ids[`${name} ${version_id}`] = (await app.db.insertInto('acceptances').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  await accept('Ana', contract.version.id, '2026-02-01T10:00:00Z')
  await accept('Ana', second.id, '2026-07-01T10:00:00Z')
  await accept('Ben', contract.version.id, '2026-03-01T10:00:00Z')
  await accept('Cleo', second.id, '2026-08-01T10:00:00Z', staff.id)
  ids.ana = ids[`Ana ${second.id}`]!
  ids.cleo = ids[`Cleo ${second.id}`]!
  const made = await makeSchedule(app.db, {
    supportType: await makeSupportType(app.db),
    place: await makePlace(app.db),
    mentors: [await makeMentor(app.db)],
    from: '2026-11-24T09:00',
    to: '2026-11-24T10:00',
  })
  await makeAppointment(app.db, made.slots[0]!.id, people.Dora!.id)
})
afterAll(() => app.close())

const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)

const listAccepted = (query = {}, as: string | undefined = token, id = contract.contract.id) =>
  app.request('GET /api/legally-binding-contract/{id}/acceptances', { params: { id }, query, ...(as && { token: as }) })

describe('GET …/acceptances', () => {
  it('lists who accepted which version, latest first', async () => {
    const { status, body } = await listAccepted()
    expect(status).toBe(200)
    expect(body.data.map((row: { name: string; version: number; by_staff: boolean }) => [row.name, row.version, row.by_staff])).toEqual([
      ['Cleo', 2, true],
      ['Ana', 2, false],
      ['Ben', 1, false],
      ['Ana', 1, false],
    ])
    expect(body.meta).toEqual({ page: 1, per_page: 20, total: 4, last_page: 1 })
    expect(names((await listAccepted({ version: 1 })).body)).toEqual(['Ben', 'Ana'])
    expect(names((await listAccepted({ search: 'cle' })).body)).toEqual(['Cleo'])
    expect(names((await listAccepted({ search: people.Ben!.phone!.slice(-7) })).body)).toEqual(['Ben'])
    expect(names((await listAccepted({ per_page: 1, page: 2 })).body)).toEqual(['Ana'])
  })

  it('refuses malformed input and callers without the ability', async () => {
    expect((await listAccepted({ version: 'x' })).status).toBe(422)
    expect((await listAccepted({ search: 'x'.repeat(101) })).status).toBe(422)
    expect((await app.request('GET /api/legally-binding-contract/{id}/acceptances', { params: { id: contract.contract.id } })).status).toBe(
      401,
    )
    expect((await listAccepted({}, await app.signIn(people.Ana!))).status).toBe(403)
    expect((await listAccepted({}, token, unknown)).status).toBe(404)
  })
})

describe('GET …/missing', () => {
  const list = (query = {}, as: string | undefined = token, id = contract.contract.id) =>
    app.request('GET /api/legally-binding-contract/{id}/missing', { params: { id }, query, ...(as && { token: as }) })

  it('lists people who have not accepted the version in force, next appointment first', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body.data[0]).toMatchObject({
      name: 'Dora',
      next_appointment_at: '2026-11-24T09:00:00Z',
      next_appointment_zone: 'Europe/London',
    })
    expect(names(body)).not.toContain('Ana')
    expect(names(body)).not.toContain('Cleo')
    expect(body.data.find(({ name }: { name: string }) => name === 'Ben')).toMatchObject({ accepted_version: 1, next_appointment_at: null })
    expect(names((await list({ search: 'BEN' })).body)).toEqual(['Ben'])
  })

  it('is empty if the contract is not required', async () => {
    const { contract: free } = await makeContract(app.db)
    expect((await list({}, token, free.id)).body).toMatchObject({ data: [], meta: { total: 0, last_page: 1 } })
  })

  it('refuses malformed input and callers without the ability', async () => {
    expect((await list({ page: 0 })).status).toBe(422)
    expect((await app.request('GET /api/legally-binding-contract/{id}/missing', { params: { id: contract.contract.id } })).status).toBe(401)
    expect((await list({}, await app.signIn(people.Ana!))).status).toBe(403)
    expect((await list({}, token, unknown)).status).toBe(404)
  })
})

describe('GET /api/acceptances/{id}', () => {
  const read = (id: string, as?: string) => app.request('GET /api/acceptances/{id}', { params: { id }, ...(as && { token: as }) })

  it('shows the caller’s own with all stored data', async () => {
    const { status, body } = await read(ids.ana!, await app.signIn(people.Ana!))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      key: 'agreement',
      version: 2,
      body: 'Be kinder.',
      published_at: '2026-06-01T00:00:00Z',
      accepted_at: '2026-07-01T10:00:00Z',
      person: { name: 'Ana', phone: people.Ana!.phone },
      recorded_by: null,
      ip: '192.0.2.7',
      user_agent: 'Firefox',
    })
  })

  it('shows staff the person and the recorder, and logs the access', async () => {
    for (const ability of ['Contract Edit', 'User List']) {
      const staff = await makeAdmin(app.db, [ability])
      expect((await read(ids.cleo!, await app.signIn(staff))).body).toMatchObject({ recorded_by: 'Frank Desk', by_staff: true })
      const views = await app.db.selectFrom('record_views').selectAll().where('viewer_id', '=', staff.id).execute()
      expect(views).toMatchObject([{ user_id: people.Cleo!.id }])
    }
  })

  it('answers 404 to other callers', async () => {
    expect((await read(ids.ana!)).status).toBe(401)
    expect((await read(ids.ana!, await app.signIn(people.Ben!))).status).toBe(404)
    expect((await read(ids.ana!, await app.signIn(await makeAdmin(app.db, ['Schedule List'])))).status).toBe(404)
    expect((await read(unknown, token)).status).toBe(404)
    expect((await read('mine', token)).status).toBe(404)
  })

  it('names no person after an erasure; text, hash and time stay', async () => {
    const gone = await makeUser(app.db, { name: 'Gone' })
    const row = {
      user_id: gone.id,
      version_id: contract.version.id,
      recorded_by: gone.id,
      accepted_at: '2026-02-01T10:00:00Z',
      ip: '192.0.2.9',
    }
    const { id } = await app.db.insertInto('acceptances').values(row).returning('id').executeTakeFirstOrThrow()
    await app.db.updateTable('users').set({ erased_at: '2026-11-01T00:00:00Z', active: false }).where('id', '=', gone.id).execute()
    await app.db
      .updateTable('acceptances')
      .set({ person_name: null, person_phone: null, ip: null, user_agent: null })
      .where('id', '=', id)
      .execute()
    expect((await read(id, token)).body).toMatchObject({
      person: { name: null, phone: null },
      ip: null,
      user_agent: null,
      body: 'Be kind.',
    })
  })
})

describe('POST /api/my-profile/acceptances', () => {
  it('accepts the version in force once, with its record; neither a replaced version nor for another person', async () => {
    const user = await makeUser(app.db)
    const own = await app.signIn(user)
    const read = async () => (await app.request('GET /api/my-profile/acceptances', { token: own })).body
    const accept = (ids: unknown, as = own) =>
      app.request('POST /api/my-profile/acceptances', { token: as, body: { accepted_version_ids: ids } })
    const [current] = (await read()).to_accept
    expect(current).toMatchObject({ key: 'agreement', version: 2, body: 'Be kinder.' })
    const replaced = await accept([current.version_id, contract.version.id])
    expect([replaced.status, replaced.problem.code, replaced.problem.contracts]).toEqual([422, 'contracts_required', [current.version_id]])
    for (const ids of [[], ['x'], undefined]) expect((await accept(ids)).status).toBe(422)
    expect(await read()).toMatchObject({ data: [], to_accept: [{ version: 2 }] })
    expect((await app.request('POST /api/my-profile/acceptances', { body: { accepted_version_ids: [current.version_id] } })).status).toBe(
      401,
    )
    const [once, twice] = await Promise.all([accept([current.version_id]), accept([current.version_id])])
    expect([once.status, twice.status]).toEqual([200, 200])
    expect(await read()).toMatchObject({ data: [{ version: 2, sha256: current.sha256, by_staff: false }], to_accept: [] })
    const kept = await app.db.selectFrom('acceptances').selectAll().where('user_id', '=', user.id).execute()
    expect(kept).toMatchObject([{ version_id: current.version_id, recorded_by: user.id, ip: '127.0.0.1' }])
  })

  it('does not ask people who are registered about a contract for registration', async () => {
    const { contract: ofRegistration } = await makeContract(app.db, { required_for: 'registration' })
    const own = await app.signIn(await makeUser(app.db))
    const { to_accept } = (await app.request('GET /api/my-profile/acceptances', { token: own })).body
    expect(to_accept.map(({ id }: { id: string }) => id)).not.toContain(ofRegistration.id)
    await app.db.updateTable('contracts').set({ required_for: null }).where('id', '=', ofRegistration.id).execute()
  })
})

describe('the search of GET …/acceptances', () => {
  it('finds every word of a search by an index, and counts all matches', async () => {
    const { contract: own, version } = await makeContract(app.db, { key: 'searched', body: 'Be kind.' })
    for (const [hour, name] of ['Ben Adams', 'Léa Ben Øland', 'Rosa'].entries()) {
      const { id } = await makeUser(app.db, { name })
      const accepted_at = `2026-08-01T0${hour}:00:00Z`
      await app.db.insertInto('acceptances').values({ user_id: id, version_id: version.id, recorded_by: id, accepted_at }).execute()
    }
    const found = async (search: string, query = {}) => {
      const { body } = await listAccepted({ search, ...query }, token, own.id)
      return [...names(body), body.meta.total]
    }
    expect(await found('oland LEA')).toEqual(['Léa Ben Øland', 1])
    expect(await found('ben')).toEqual(['Léa Ben Øland', 'Ben Adams', 2])
    expect(await found('ben', { per_page: 1, page: 2 })).toEqual(['Ben Adams', 2])
    expect(await found('ben', { version: 2 })).toEqual([0])
    expect(await found('%')).toEqual([0])
    const { rows } = await app.db.transaction().execute(async db => {
      await sql`SET LOCAL enable_seqscan = off`.execute(db)
      return sql<{ plan: string }>`EXPLAIN (FORMAT JSON) SELECT id FROM acceptances a WHERE ${personMatches(['léa'])}`.execute(db)
    })
    expect(JSON.stringify(rows)).toContain('acceptances_person')
  })
})
