import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AbilityName } from '#contract/abilities.ts'
import { wholeRecordAbilities } from '#contract/whole-record.ts'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { references } from './reference-queries.ts'

let app: TestApp
let admin: Awaited<ReturnType<typeof makeUser>>
let token: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await makeAdmin(app.db)
  token = await app.signIn(admin)
})
afterAll(() => app.close())

const take = (id: string, as: string | null = token) =>
  app.request('GET /api/users/{id}/export', { params: { id }, ...(as && { token: as }) })

describe('export', () => {
  it('covers every column of the database that points to a person', async () => {
    const { rows } = await sql<{ place: string }>`
      SELECT c.conrelid::regclass || '.' || a.attname AS place FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
      WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass
      UNION SELECT table_name || '.' || column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name IN ('user_id', 'person_id', 'actor_id', 'author_id', 'client_id')
        AND table_name IN (SELECT relname FROM pg_class WHERE relkind = 'r')`.execute(app.db)
    const covered = new Set(references.map(({ table, column }) => `${table}.${column}`))
    // A client of OpenID Connect is no person.
    covered.add('identity_providers.client_id')
    expect(rows.map(({ place }) => place).filter(place => !covered.has(place))).toEqual([])
    expect(new Set(references.map(({ list }) => list)).size).toBe(references.length)
  })

  it('gives everything of a person and of what was merged into them, no secrets, nothing of others', async () => {
    const user = await makeUser(app.db, { name: 'Ida Exported', note: 'A note', password_hash: 'argon-secret' })
    const old = await makeUser(app.db, { name: 'Ida Formerly', active: false, merged_into: user.id })
    const [supportType, place, mentor] = [
      await makeSupportType(app.db),
      await makePlace(app.db, { name: 'Room 7' }),
      await makeMentor(app.db),
    ]
    const session = { supportType, place, mentors: [mentor], from: '2026-12-01T09:00', to: '2026-12-01T10:00' }
    const { slots } = await makeSchedule(app.db, session)
    const appointment = await makeAppointment(app.db, slots[0]!.id, user.id, { questions: ['About work'] })
    await makeAppointment(app.db, slots[1]!.id, (await makeUser(app.db)).id, { questions: ['Not hers'] })
    const own = await app.signIn(user)

    const { status, body } = await take(user.id)
    expect(status).toBe(200)
    expect(body.person).toMatchObject({ id: user.id, name: 'Ida Exported', note: 'A note', has_password: true })
    expect(body.records).toMatchObject({
      appointments: [{ id: appointment.id, questions: ['About work'], place: 'Room 7', mentor: mentor.name }],
      merged_records: [{ id: old.id, name: 'Ida Formerly' }],
      history: [{ action: 'booked' }],
      messages: [{ kind: 'appointment_booked' }],
    })
    expect(body.records.sessions).toHaveLength(1)
    expect(JSON.stringify(body)).not.toMatch(/argon-secret|token_hash|Not hers/)
    const mentors = await take(mentor.id)
    expect(mentors.body.records.appointments_as_mentor).toHaveLength(2)
    expect(JSON.stringify(mentors.body)).not.toContain('About work')

    const mine = await app.request('GET /api/my-profile/export', { token: own })
    expect(mine.status).toBe(200)
    expect(mine.body.person.id).toBe(user.id)
    expect(mine.body.records.seen_by).toMatchObject([{ viewer: admin.name, what: 'export' }])
    expect((await app.request('GET /api/my-profile/export')).status).toBe(401)
  })

  it('has what mentors wrote in exports of their clients only, never in those of mentors, former or not', async () => {
    const [user, other, mentor] = [await makeUser(app.db), await makeUser(app.db), await makeMentor(app.db)]
    const merged = await makeUser(app.db, { active: false, merged_into: user.id })
    const session = { supportType: await makeSupportType(app.db), place: await makePlace(app.db), mentors: [mentor] }
    const { slots } = await makeSchedule(app.db, { ...session, from: '2026-11-03T09:00', to: '2026-11-03T12:00' })
    const write = async (slot: number, client: string, type: 'mentor' | 'client', value: string) => {
      const { id: appointment_id } = await makeAppointment(app.db, slots[slot]!.id, client, { status: 'fulfilled' })
      const row = { type, appointment_id, author_id: type === 'mentor' ? mentor.id : client }
      const { id: feedback_id } = await app.db.insertInto('feedback').values(row).returning('id').executeTakeFirstOrThrow()
      const question = { type, widget: 'text', prompt: 'How was it?', position: 1 + slot } as const
      const { id: question_id } = await app.db.insertInto('feedback_questions').values(question).returning('id').executeTakeFirstOrThrow()
      const answer = { feedback_id, question_id, prompt: 'How was it?', widget: 'text', value, position: 1 } as const
      await app.db.insertInto('feedback_answers').values(answer).execute()
    }
    await write(0, user.id, 'mentor', 'About her')
    await write(1, merged.id, 'mentor', 'About her former record')
    await write(2, other.id, 'mentor', 'About another client')
    await write(3, user.id, 'client', 'Her own words')
    const own = await app.request('GET /api/my-profile/export', { token: await app.signIn(user) })
    for (const { body } of [await take(user.id), own]) {
      const values = (list: string) =>
        body.records[list].flatMap(({ answers }: { answers: { value: string }[] }) => answers.map(({ value }) => value)).toSorted()
      expect(values('feedback_about')).toEqual(['About her', 'About her former record'])
      expect(values('feedback')).toEqual(['Her own words'])
    }
    await app.db.deleteFrom('role_assignments').where('user_id', '=', mentor.id).execute()
    const former = await app.request('GET /api/my-profile/export', { token: await app.signIn(mentor) })
    for (const { status, body } of [await take(mentor.id), former]) {
      expect([status, body.records.feedback]).toEqual([200, []])
      const fact = { id: expect.any(String), created_at: expect.any(String) }
      expect(body.records.feedback_as_mentor).toEqual([fact, fact, fact])
      expect(JSON.stringify(body)).not.toContain('About')
    }
  })

  it('is complete about the person, and gives the newest 10,000 of their work for others', async () => {
    const [user, mentor] = [await makeUser(app.db), await makeMentor(app.db)]
    await sql`INSERT INTO audit (at, actor_id, person_id, action, subject, subject_id)
      SELECT timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute', ${mentor.id}, ${user.id}, 'changed', 'user', ${user.id}
      FROM generate_series(1, 10001) n`.execute(app.db)
    expect((await take(user.id)).body.records.history).toHaveLength(10_001)
    const { actions } = (await take(mentor.id)).body.records
    expect([actions.length, actions[0].at, actions[9999].at]).toEqual([10_000, '2026-01-07T22:41:00+00:00', '2026-01-01T00:02:00+00:00'])
  })

  it('knows which lists are complete: those of whole rows', () => {
    const whole = references.filter(({ row }) => row.compile(app.db).sql.startsWith('to_jsonb(t)'))
    expect(references.filter(({ isOwn }) => isOwn).map(({ list }) => list)).toEqual(whole.map(({ list }) => list))
  })

  it('does not export to a holder of User Edit alone, or of User Export without the ability for each part', async () => {
    const user = await makeUser(app.db)
    const refusedTo = async (abilities: AbilityName[]) =>
      (await take(user.id, await app.signIn(await makeAdmin(app.db, abilities)))).problem
    expect(await refusedTo(['User Edit', 'User List'])).toMatchObject({ status: 403, code: 'missing_ability' })
    for (const left of wholeRecordAbilities.export) {
      const { status, message, missing_abilities } = await refusedTo(wholeRecordAbilities.export.filter(name => name !== left))
      expect([status, missing_abilities]).toEqual([403, [left]])
      expect(message).toBe(`Your roles do not include ${left}.`)
    }
    expect((await take(user.id, await app.signIn(await makeAdmin(app.db, [...wholeRecordAbilities.export])))).status).toBe(200)
  })

  it('names an ability for every list in it', () => {
    expect([...new Set(references.map(({ ability }) => ability))].toSorted()).toEqual(wholeRecordAbilities.export.slice(1).toSorted())
  })

  it('is 401 signed out, 403 without User Export or for who holds more, 404 unknown', async () => {
    expect((await take(admin.id, null)).status).toBe(401)
    expect((await take(admin.id, await app.signIn(await makeAdmin(app.db, ['User List'])))).status).toBe(403)
    expect((await take(admin.id, await app.signIn(await makeAdmin(app.db, [...wholeRecordAbilities.export])))).problem.code).toBe(
      'outranked',
    )
    expect((await take(crypto.randomUUID())).status).toBe(404)
  })
})

describe('access log', () => {
  it('is shown to the person, by name and what, latest first; oneself is not', async () => {
    const user = await makeUser(app.db)
    const own = await app.signIn(user)
    const views = (query = {}) => app.request('GET /api/my-profile/views', { query, token: own })
    expect((await views()).body).toMatchObject({ data: [], meta: { total: 0 } })
    await app.request('GET /api/my-profile', { token: own })
    await app.request('GET /api/previous-history', { token: own })
    await app.request('GET /api/users/{id}', { params: { id: user.id }, token })
    app.clock.advance(60_000)
    await app.request('GET /api/previous-history', { query: { user_id: user.id }, token })
    await app.request('GET /api/my-profile', { query: { profileId: user.id }, token })
    const { body } = await views()
    expect(body.data).toMatchObject([
      { viewer: { id: admin.id, name: admin.name }, what: 'history', at: '2026-11-20T09:01:00Z' },
      { viewer: { id: admin.id }, what: 'profile', at: '2026-11-20T09:00:00Z' },
    ])
    expect((await views({ per_page: 1, page: 2 })).body).toMatchObject({ data: [{ what: 'profile' }], meta: { total: 2, last_page: 2 } })
    expect((await app.request('GET /api/users/{id}/views', { params: { id: user.id }, token })).body).toEqual(body)
  })

  it('is 401 signed out, 403 for another person without User List, 404 unknown, 422 malformed', async () => {
    const user = await makeUser(app.db)
    const own = await app.signIn(user)
    expect((await app.request('GET /api/my-profile/views')).status).toBe(401)
    expect((await app.request('GET /api/my-profile/views', { query: { page: 0 }, token: own })).status).toBe(422)
    for (const name of ['GET /api/users/{id}/views', 'GET /api/users/{id}/record'] as const) {
      expect((await app.request(name, { params: { id: user.id } })).status).toBe(401)
      expect((await app.request(name, { params: { id: user.id }, token: own })).status).toBe(403)
      expect((await app.request(name, { params: { id: crypto.randomUUID() }, token })).status).toBe(404)
    }
    expect((await app.request('GET /api/users/{id}/views', { params: { id: user.id }, query: { page: 0 }, token })).status).toBe(422)
  })
})
