import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  giveRole,
  makeAdmin,
  makeAppointment,
  makeContract,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSupportType,
  makeUser,
} from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { wholeRecordAbilities } from '#contract/whole-record.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { lockClientOf } from '../appointments/lock-commands.ts'

type Row = Awaited<ReturnType<typeof makeUser>>
let app: TestApp
let admin: Row
let token: string
let stays: Row
let goes: Row
let slots: Awaited<ReturnType<typeof makeSchedule>>['slots']
let supportType: Awaited<ReturnType<typeof makeSupportType>>

beforeAll(async () => {
  app = await startTestApp()
  admin = await makeAdmin(app.db)
  token = await app.signIn(admin)
  supportType = await makeSupportType(app.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  stays = await makeUser(app.db, { name: 'Anna Bauer', email: null, note: 'Left ear' })
  goes = await makeUser(app.db, { name: 'Anna Baur', email: 'anna@example.org', note: 'Ramp needed' })
  const mentors = [await makeMentor(app.db), await makeMentor(app.db)]
  const [from, to] = ['2026-12-01T09:00', '2026-12-01T12:00']
  slots = (await makeSchedule(app.db, { supportType, place: await makePlace(app.db), mentors, from, to })).slots
})

const preview = (id = stays.id, other_id = goes.id, as: string | null = token) =>
  app.request('GET /api/users/{id}/merge', { params: { id }, query: { other_id }, ...(as && { token: as }) })
const merge = (body: object = {}, id = stays.id, as: string | null = token) =>
  app.request('POST /api/users/{id}/merge', { params: { id }, body: { other_id: goes.id, ...body }, ...(as && { token: as }) })
const conflictsOf = async (id?: string, other?: string) =>
  (await preview(id, other)).body.conflicts.map(({ code }: { code: string }) => code)
/** Two slots at the same time, with two mentors. */
const sameTime = () => {
  const first = slots[0]!
  return [first, slots.find(({ starts_at, id }) => starts_at === first.starts_at && id !== first.id)!] as const
}

describe('merging two records of one person', () => {
  it('waits for an acceptance of either record, and counts it for the remaining one', async () => {
    const { version } = await makeContract(app.db, { required_for: 'booking' })
    const missing = async () =>
      (await app.db.selectFrom('missing_acceptances').select('user_id').where('version_id', '=', version.id).execute()).map(
        ({ user_id }) => user_id,
      )
    expect(await missing()).toContain(stays.id)
    await sql`INSERT INTO acceptance_counts SELECT ${version.id}, n, 0 FROM generate_series(0, 7) n`.execute(app.db)
    const counting = await app.db.startTransaction().execute()
    await sql`SELECT 1 FROM acceptance_counts WHERE version_id = ${version.id} FOR UPDATE`.execute(counting)
    const body = { accepted_version_ids: [version.id] }
    const accepting = app.request('POST /api/my-profile/acceptances', { token: await app.signIn(goes), body })
    await waitForLocks(app.db)
    const merging = merge()
    await waitForLocks(app.db, 2)
    await counting.commit().execute()
    expect([(await accepting).status, (await merging).status]).toEqual([200, 200])
    expect(await missing()).not.toContain(stays.id)
    await app.db.updateTable('contracts').set({ required_for: null }).execute()
  })

  it('gives a mentor no e-mail address of another record, without RoleAssign Edit', async () => {
    const mentor = await makeMentor(app.db, { email: null })
    const abilities = ['User Merge', 'User List', 'User Edit', 'Appointment List', 'Appointment Edit']
    const [clerk, manager] = [await makeAdmin(app.db, abilities), await makeAdmin(app.db, [...abilities, 'RoleAssign Edit'])]
    for (const { id } of [clerk, manager]) await giveRole(app.db, id, { is_mentor: true })
    const as = await app.signIn(clerk)
    expect((await preview(mentor.id, goes.id, as)).body.fills).not.toContain('email')
    expect((await preview(mentor.id, goes.id, await app.signIn(manager))).body.fills).toContain('email')
    const after = await merge({ take: ['email'] }, mentor.id, as)
    expect([after.status, after.body.email]).toEqual([200, null])
  })

  it('never deadlocks with a change of an appointment, which locks the client first', async () => {
    const appointment = await makeAppointment(app.db, slots[0]!.id, goes.id)
    const change = await app.db.startTransaction().execute()
    await lockClientOf(change, appointment.id)
    const answer = merge()
    await waitForLocks(app.db)
    await change.updateTable('appointments').set({ change_reason: 'Moved' }).where('id', '=', appointment.id).execute()
    await change.commit().execute()
    expect((await answer).status).toBe(200)
  })

  it('says beforehand what moves, then moves it, and loses nothing', async () => {
    const appointment = await makeAppointment(app.db, slots[0]!.id, goes.id)
    await makeAppointment(app.db, slots[4]!.id, stays.id)
    await app.db.insertInto('feedback').values({ type: 'client', appointment_id: appointment.id, author_id: goes.id }).execute()
    await app.db.insertInto('record_views').values({ viewer_id: admin.id, user_id: goes.id, what: 'history' }).execute()
    const dates = { from_date: '2026-12-01', to_date: '2026-12-08', support_type_id: supportType.id }
    for (const user_id of [stays.id, goes.id])
      await app.db
        .insertInto('waiting_list')
        .values({ user_id, ...dates })
        .execute()
    const hours = { place_id: (await makePlace(app.db)).id, ranges: '[]', slot_minutes: 30, break_minutes: 0, seats_per_slot: 1 }
    await app.db
      .insertInto('hours_proposals')
      .values({ ...hours, mentor_id: goes.id, from_date: '2026-12-01', created_at: app.clock.now() })
      .execute()
    const off = { starts_at: '2026-12-09T09:00:00Z', ends_at: '2026-12-09T17:00:00Z', created_at: app.clock.now() }
    await app.db
      .insertInto('time_off_requests')
      .values({ ...off, mentor_id: goes.id })
      .execute()
    const { version } = await makeContract(app.db, { required_for: 'booking' })
    await sql`SELECT accept_contracts(${goes.id}, ${goes.id}, ${[version.id]}::uuid[], now(), '198.51.100.7', 'Browser')`.execute(app.db)
    const own = await app.signIn(goes)

    const before = await preview()
    expect(before.status).toBe(200)
    expect(before.body).toMatchObject({
      stays: { id: stays.id },
      goes: { id: goes.id },
      differs: ['name'],
      fills: ['email'],
      moves: { appointments: 1, feedback: 1, waiting: 1, messages: 1 },
      acceptances: 1,
      overlaps: [],
      conflicts: [],
    })

    const after = await merge({ take: ['name'], revision: before.body.stays.revision, other_revision: before.body.goes.revision })
    expect(after.status).toBe(200)
    expect(after.body).toMatchObject({
      name: 'Anna Baur',
      phone: stays.phone,
      email: 'anna@example.org',
      note: 'Left ear\nRamp needed',
      merged: [{ id: goes.id, name: 'Anna Baur', phone: goes.phone }],
      ahead: { appointments: 2, waiting: 1 },
    })
    const of = (table: 'appointments' | 'outbox' | 'acceptances') =>
      app.db.selectFrom(table).select('id').where('user_id', '=', goes.id).execute()
    expect([await of('appointments'), await of('outbox')]).toEqual([[], []])
    expect(await of('acceptances')).toHaveLength(1)
    const proposals = await app.db.selectFrom('hours_proposals').select('mentor_id').execute()
    expect(proposals).toEqual([{ mentor_id: stays.id }])
    const requests = await app.db.selectFrom('time_off_requests').select('mentor_id').execute()
    expect(requests).toEqual([{ mentor_id: stays.id }])
    const { rows } = await sql<{ missing: string[] }>`SELECT contracts_missing(${stays.id}, 'booking') AS missing`.execute(app.db)
    expect(rows[0]!.missing).toEqual([])
    const ofStays = await app.signIn(stays)
    expect((await app.request('GET /api/my-profile/acceptances', { token: ofStays })).body).toMatchObject({
      data: [{ version_id: version.id }],
      to_accept: [],
    })
    const accepted = (await of('acceptances'))[0]!.id
    expect((await app.request('GET /api/acceptances/{id}', { params: { id: accepted }, token: ofStays })).status).toBe(200)
    const params = { id: version.contract_id }
    const lacking = await app.request('GET /api/legally-binding-contract/{id}/missing', { params, token })
    expect(lacking.body.data.map(({ user_id }: { user_id: string }) => user_id)).not.toContain(stays.id)
    const { reach } = (await app.request('GET /api/legally-binding-contract/{id}/edit', { params, token })).body
    expect(reach).toMatchObject({ accepted: 1, accepted_with_open: 1 })
    const desk = await app.request('GET /api/appointments/create', { query: { user_id: stays.id }, token })
    expect(desk.body.contracts).toEqual([])
    await app.db.updateTable('contracts').set({ required_for: null }).execute()
    expect((await app.request('GET /api/my-session', { token: own })).status).toBe(401)
    expect((await app.request('GET /api/users/{id}', { params: { id: goes.id }, token })).body.merged_into).toMatchObject({ id: stays.id })
    const record = await app.request('GET /api/users/{id}/record', { params: { id: stays.id }, token })
    expect(record.body).toMatchObject({ feedback: [{ author: { id: stays.id } }], acceptances: [{ version_id: version.id }] })
    expect(record.body.changes.map(({ action }: { action: string }) => action).toSorted()).toEqual(['merged', 'merged_away'])
    const views = await app.db
      .selectFrom('record_views')
      .select('what')
      .where('user_id', '=', stays.id)
      .where('what', '=', 'history')
      .execute()
    expect(views).toHaveLength(1)
  })

  describe('with a photo of each record', () => {
    const addPhoto = async ({ id }: Row) => {
      const photo = { type: 'image/webp', bytes: Buffer.from('photo') } as const
      const { id: photo_id } = await app.db.insertInto('photos').values(photo).returning('id').executeTakeFirstOrThrow()
      await app.db.updateTable('users').set({ photo_id }).where('id', '=', id).execute()
      return photo_id
    }
    const exists = async (id: string) => (await app.db.selectFrom('photos').select('id').where('id', '=', id).execute()).length > 0
    const photoOf = async ({ id }: Row) =>
      (await app.db.selectFrom('users').select('photo_id').where('id', '=', id).executeTakeFirstOrThrow()).photo_id

    it('keeps no photo that the other record’s replaced', async () => {
      const [replaced, taken] = [await addPhoto(stays), await addPhoto(goes)]
      expect((await merge({ take: ['photo'] })).status).toBe(200)
      expect([await exists(replaced), await exists(taken)]).toEqual([false, true])
      expect(await photoOf(stays)).toBe(taken)
    })

    it('leaves a photo that is taken to the remaining record alone, which sees it', async () => {
      const taken = await addPhoto(goes)
      expect((await merge()).status).toBe(200)
      expect(await photoOf(goes)).toBe(null)
      const headers = { authorization: `Bearer ${await app.signIn(stays)}` }
      expect((await app.http.inject({ method: 'GET', url: `/api/photos/${taken}`, headers })).statusCode).toBe(200)
    })

    it('keeps both where the remaining record’s own stays, and exports both', async () => {
      const [own, other] = [await addPhoto(stays), await addPhoto(goes)]
      expect((await merge()).status).toBe(200)
      expect([await photoOf(stays), await photoOf(goes)]).toEqual([own, other])
      const exported = await app.request('GET /api/users/{id}/export', { params: { id: stays.id }, token })
      const data = `data:image/webp;base64,${Buffer.from('photo').toString('base64')}`
      expect(exported.body).toMatchObject({ person: { photo: data }, records: { merged_records: [{ photo: data }] } })
    })
  })

  it('keeps one level: earlier merges follow', async () => {
    const oldest = await makeUser(app.db, { active: false, merged_into: goes.id })
    await merge()
    const row = await app.db.selectFrom('users').select('merged_into').where('id', '=', oldest.id).executeTakeFirstOrThrow()
    expect(row.merged_into).toBe(stays.id)
  })

  it('does not give the record that stays the number or password of the other one', async () => {
    const empty = await makeUser(app.db, { phone: null })
    const stranger = await makeUser(app.db, { password_hash: 'a stranger’s' })
    const body = { other_id: stranger.id }
    const before = await app.request('GET /api/users/{id}/merge', { params: { id: empty.id }, query: body, token })
    expect(before.body.fills).not.toContain('phone')
    expect((await app.request('POST /api/users/{id}/merge', { params: { id: empty.id }, body, token })).status).toBe(200)
    const after = await app.db.selectFrom('users').selectAll().where('id', '=', empty.id).executeTakeFirstOrThrow()
    expect([after.phone, after.phone_verified_at, after.password_hash]).toEqual([null, null, null])
    expect(
      (await app.request('POST /api/users/{id}/merge', { params: { id: empty.id }, body: { ...body, take: ['phone'] }, token })).status,
    ).toBe(422)
  })

  it('the number of a merged record starts no third record and opens none', async () => {
    await merge()
    const { body } = await app.request('POST /api/join', { body: { phone: goes.phone } })
    const answer = await app.request('POST /api/confirm', { body: { phone: goes.phone, code: body.demo_code } })
    expect(answer.problem).toMatchObject({ status: 409, code: 'record_merged' })
    expect(answer.body).not.toHaveProperty('registration_ticket')
  })

  it('shows overlapping appointments, refuses, and merges once one of them is given up', async () => {
    const [here, there] = sameTime()
    const [kept, given] = [await makeAppointment(app.db, here.id, stays.id), await makeAppointment(app.db, there.id, goes.id)]
    expect((await preview()).body.overlaps).toMatchObject([{ stays: { id: kept.id, status: 'booked' }, goes: { id: given.id } }])
    expect((await merge()).problem).toMatchObject({ status: 409, code: 'merge_conflict', reason: 'overlap' })
    expect((await merge({ give_up: [crypto.randomUUID()] })).problem.errors).toHaveProperty('give_up')
    expect((await merge({ give_up: [given.id] })).status).toBe(200)
    const rows = await app.db
      .selectFrom('appointments')
      .select(['id', 'status'])
      .where('user_id', '=', stays.id)
      .orderBy('created_at')
      .execute()
    expect(rows).toEqual([
      { id: kept.id, status: 'booked' },
      { id: given.id, status: 'cancelled' },
    ])
    expect(await app.db.selectFrom('slots').select('taken').where('id', '=', there.id).executeTakeFirst()).toEqual({ taken: 0 })
  })

  it('loses nothing of two notes: refuses those that are too long together', async () => {
    const write = (row: Row, note: string) => app.db.updateTable('users').set({ note }).where('id', '=', row.id).execute()
    await write(stays, 'a'.repeat(2500))
    await write(goes, 'b'.repeat(2500))
    expect(await conflictsOf()).toEqual(['notes'])
    expect((await merge()).problem).toMatchObject({ status: 409, code: 'merge_conflict', reason: 'notes' })
    await write(goes, 'b'.repeat(2499))
    expect((await merge()).body.note).toBe(`${'a'.repeat(2500)}\n${'b'.repeat(2499)}`)
  })

  it('enters one in error where both are past', async () => {
    const [here, there] = sameTime()
    await makeAppointment(app.db, here.id, stays.id, { status: 'fulfilled' })
    const given = await makeAppointment(app.db, there.id, goes.id, { status: 'noshow' })
    expect((await merge({ give_up: [given.id] })).status).toBe(200)
    const row = await app.db.selectFrom('appointments').select('status').where('id', '=', given.id).executeTakeFirstOrThrow()
    expect(row.status).toBe('entered-in-error')
  })

  it('refuses a merged record with roles or sessions, the caller’s own, and stale, closed, inactive or outranking ones', async () => {
    const worker = await makeUser(app.db)
    const role = await giveRole(app.db, worker.id, { abilities: ['Report View'] })
    expect(await conflictsOf(stays.id, worker.id)).toEqual(['roles'])
    expect((await merge({ other_id: worker.id })).problem).toMatchObject({ status: 409, code: 'merge_conflict', reason: 'roles' })
    await app.db.deleteFrom('role_assignments').where('role_id', '=', role.id).execute()
    expect(await conflictsOf(stays.id, worker.id)).toEqual([])
    expect(await conflictsOf(stays.id, slots[0]!.mentor_id)).toEqual(['roles'])
    await app.db.deleteFrom('role_assignments').where('user_id', '=', slots[0]!.mentor_id).execute()
    expect(await conflictsOf(stays.id, slots[0]!.mentor_id)).toEqual(['mentor'])
    expect((await merge({ other_id: admin.id })).problem).toMatchObject({ status: 409, code: 'not_yourself' })
    expect((await merge({ other_id: stays.id })).problem.errors).toHaveProperty('other_id')
    expect((await merge({ revision: 9 })).problem).toMatchObject({ status: 409, code: 'stale' })
    expect((await merge({ other_revision: 9 })).problem).toMatchObject({ status: 409, code: 'stale' })
    const chief = await makeAdmin(app.db)
    const clerk = await app.signIn(await makeAdmin(app.db, [...wholeRecordAbilities.merge]))
    expect((await merge({}, chief.id, clerk)).problem).toMatchObject({ status: 403, code: 'outranked' })
    await app.db.updateTable('users').set({ active: false }).where('id', '=', stays.id).execute()
    expect(await conflictsOf()).toEqual(['inactive'])
    const merged = await makeUser(app.db, { active: false, merged_into: goes.id })
    expect((await merge({ other_id: merged.id })).problem).toMatchObject({ status: 409, code: 'record_closed' })
  })

  it('gives two merges at once one after the other, never a ring', async () => {
    const answers = await Promise.all([merge(), merge({ other_id: stays.id }, goes.id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('is refused without each of its abilities, by name', async () => {
    for (const left of wholeRecordAbilities.merge) {
      const clerk = await app.signIn(
        await makeAdmin(
          app.db,
          wholeRecordAbilities.merge.filter(name => name !== left),
        ),
      )
      for (const { problem } of [await preview(stays.id, goes.id, clerk), await merge({}, stays.id, clerk)])
        expect(problem).toMatchObject({ status: 403, code: 'missing_ability', missing_abilities: [left] })
    }
  })

  it('is 401 signed out, 403 without User Merge, 404 unknown, 422 malformed', async () => {
    const reader = await app.signIn(await makeAdmin(app.db, ['User List', 'User Edit']))
    expect((await preview(stays.id, goes.id, null)).status).toBe(401)
    expect((await preview(stays.id, goes.id, reader)).status).toBe(403)
    expect((await preview(stays.id, crypto.randomUUID())).status).toBe(404)
    expect((await preview(stays.id, 'x')).status).toBe(422)
    expect((await merge({}, stays.id, null)).status).toBe(401)
    expect((await merge({}, stays.id, reader)).status).toBe(403)
    expect((await merge({}, crypto.randomUUID())).status).toBe(404)
    expect((await merge({ other_id: crypto.randomUUID() })).status).toBe(404)
    expect((await merge({ take: ['password'] })).status).toBe(422)
  })
})
