import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Selectable } from 'kysely'
import { makeAppointment, makePlace, makeSchedule } from '#database/factories.ts'
import type { Database } from '#database/types.ts'
import { startOrganisation, type TestOrganisation } from '../../../testing/organisation.ts'
import { runZoneData } from './job.ts'

type User = Selectable<Database['users']>

let o: TestOrganisation
let mentor: User
let place: Selectable<Database['places']>
let release = 0

beforeAll(async () => {
  o = await startOrganisation()
})
afterAll(() => o.app.close())
beforeEach(async () => {
  mentor = await o.newMentor('Ana')
  place = await makePlace(o.app.db, { time_zone: 'Etc/GMT+5' })
})

/**
 * Sessions planned by older rules: the place's zone had another offset when their instants were
 * derived.
 */
const plan = (from: string, to: string, whose = mentor) =>
  makeSchedule(o.app.db, { supportType: o.supportType, place, mentors: [whose], from, to })
const rulesChange = (zone: string) => o.app.db.updateTable('places').set({ time_zone: zone }).where('id', '=', place.id).execute()
let starts = 0
/** Starts a server with the next release, one second later: a restart if it has the same name. */
const startServer = async (version = `30${String((release += 1)).padStart(2, '0')}a`, server = 'web:3000') => {
  const startedAt = new Date(Date.parse('2026-11-20T09:00:00Z') + (starts += 1) * 1000)
  await report({ server, version, startedAt }, startedAt)
  return version
}
/** The work of a server at its start and every hour. */
const report = (server: { server: string; version: string; startedAt: Date }, now: Date) =>
  runZoneData({ db: o.app.db, clock: { now: () => now } as never }, server)
const session = async (id: string) => {
  const { local_starts, starts_at, ends_at } = await o.app.db
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [local_starts.slice(0, 16), starts_at, ends_at]
}
const slotsOf = async (id: string) =>
  (
    await o.app.db
      .selectFrom('slots')
      .select('starts_at')
      .where('schedule_id', '=', id)
      .where('live', '=', true)
      .orderBy('starts_at')
      .execute()
  ).map(({ starts_at }) => starts_at)
const appointment = (id: string) => o.app.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const outboxOf = async (userId: string) =>
  (await o.app.db.selectFrom('outbox').select('kind').where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
const read = async () => (await o.app.request('GET /api/zone-data', { token: o.token })).body

describe('new time zone data', () => {
  it('keep a free session at its planned local time', async () => {
    const { schedule } = await plan('2027-01-15T10:00', '2027-01-15T11:00')
    expect(await session(schedule.id)).toEqual(['2027-01-15T10:00', '2027-01-15T15:00:00Z', '2027-01-15T16:00:00Z'])
    await rulesChange('Etc/GMT+4')
    const version = await startServer()
    expect(await session(schedule.id)).toEqual(['2027-01-15T10:00', '2027-01-15T14:00:00Z', '2027-01-15T15:00:00Z'])
    expect(await slotsOf(schedule.id)).toEqual(['2027-01-15T14:00:00Z', '2027-01-15T14:30:00Z'])
    expect((await read()).moved[0]).toMatchObject({ schedule_id: schedule.id, version, booked: 0, conflict: null })
    const audit = await o.app.db
      .selectFrom('audit')
      .selectAll()
      .where('subject_id', '=', schedule.id)
      .where('action', '=', 'changed')
      .execute()
    expect(audit).toMatchObject([{ actor_id: null, reason: `Time zone data ${version}` }])
  })

  it('do not move a booked client’s appointment without a message', async () => {
    const { schedule, slots } = await plan('2027-01-15T10:00', '2027-01-15T11:00')
    const client = await o.client()
    const [first, second] = [
      await makeAppointment(o.app.db, slots[0]!.id, client.id),
      await makeAppointment(o.app.db, slots[1]!.id, client.id),
    ]
    await rulesChange('Etc/GMT+6')
    await startServer()
    expect(await slotsOf(schedule.id)).toEqual(['2027-01-15T16:00:00Z', '2027-01-15T16:30:00Z'])
    expect((await appointment(first.id)).starts_at).toBe('2027-01-15T16:00:00Z')
    expect((await appointment(second.id)).starts_at).toBe('2027-01-15T16:30:00Z')
    expect((await appointment(first.id)).revision).toBeGreaterThan(first.revision)
    expect(await outboxOf(client.id)).toEqual(['appointment_booked', 'appointment_booked', 'appointment_moved', 'appointment_moved'])
  })

  it('notify a client once, over several server starts', async () => {
    const { slots } = await plan('2027-01-15T10:00', '2027-01-15T10:30')
    const client = await o.client()
    await makeAppointment(o.app.db, slots[0]!.id, client.id)
    await rulesChange('Etc/GMT+4')
    const version = await startServer()
    await startServer(version)
    await o.app.db.updateTable('zone_data').set({ checked_at: null }).execute()
    await startServer(version)
    expect(await outboxOf(client.id)).toEqual(['appointment_booked', 'appointment_moved'])
  })

  it('move consecutive sessions of one mentor in both directions', async () => {
    const first = await plan('2027-01-15T10:00', '2027-01-15T11:00')
    const next = await plan('2027-01-15T11:00', '2027-01-15T12:00')
    await rulesChange('Etc/GMT+6')
    await startServer()
    expect([await slotsOf(first.schedule.id), await slotsOf(next.schedule.id)].flat()).toEqual([
      '2027-01-15T16:00:00Z',
      '2027-01-15T16:30:00Z',
      '2027-01-15T17:00:00Z',
      '2027-01-15T17:30:00Z',
    ])
    await rulesChange('Etc/GMT+5')
    await startServer()
    expect((await slotsOf(first.schedule.id))[0]).toBe('2027-01-15T15:00:00Z')
  })

  it('keep and list a session whose move would overlap for its mentor or client', async () => {
    const other = await makePlace(o.app.db, { time_zone: 'UTC' })
    const fixed = (whose: User) =>
      makeSchedule(o.app.db, {
        supportType: o.supportType,
        place: other,
        mentors: [whose],
        from: '2027-01-15T14:00',
        to: '2027-01-15T14:30',
      })
    await fixed(mentor)
    const ofMentor = await plan('2027-01-15T10:00', '2027-01-15T10:30')
    const [ben, client] = [await o.newMentor('Ben'), await o.client()]
    await makeAppointment(o.app.db, (await fixed(ben)).slots[0]!.id, client.id)
    const ofClient = await plan('2027-01-15T10:00', '2027-01-15T10:30', await o.newMentor('Cem'))
    const { id } = await makeAppointment(o.app.db, ofClient.slots[0]!.id, client.id)
    await rulesChange('Etc/GMT+4')
    await startServer()
    expect(await slotsOf(ofMentor.schedule.id)).toEqual(['2027-01-15T15:00:00Z'])
    expect((await appointment(id)).starts_at).toBe('2027-01-15T15:00:00Z')
    const conflicts = new Map((await read()).conflicts.map((each: { schedule_id: string }) => [each.schedule_id, each]))
    expect(conflicts.get(ofMentor.schedule.id)).toMatchObject({
      conflict: 'mentor_busy',
      after_starts_at: '2027-01-15T14:00:00Z',
      booked: 0,
    })
    expect(conflicts.get(ofClient.schedule.id)).toMatchObject({ conflict: 'client_busy', booked: 1 })
    expect(await outboxOf(client.id)).toEqual(['appointment_booked', 'appointment_booked'])
  })

  it('release no seat reserved for the waiting list of a session that has to keep its length', async () => {
    const { schedule, slots } = await plan('2027-03-14T01:00', '2027-03-14T04:00')
    await makeAppointment(o.app.db, slots[0]!.id, (await o.client()).id)
    // Not offered before clients can book.
    const opens = { booking_opens_at: '2027-03-01T09:00:00Z' }
    await o.app.db.updateTable('schedules').set(opens).where('id', '=', schedule.id).execute()
    const wanted = { support_type_id: o.supportType.id, from_date: '2027-03-14', to_date: '2027-03-14' }
    await o.app.db
      .insertInto('waiting_list')
      .values({ user_id: (await o.client()).id, ...wanted })
      .execute()
    await o.app.db.insertInto('freed_seats').values({ slot_id: slots[1]!.id }).execute()
    await rulesChange('America/New_York')
    await startServer()
    expect((await read()).conflicts).toContainEqual(expect.objectContaining({ schedule_id: schedule.id, conflict: 'length_changed' }))
    expect(await o.app.db.selectFrom('slots').select('held').where('id', '=', slots[1]!.id).executeTakeFirst()).toEqual({ held: 1 })
  })

  it('keep and list a session whose local time no longer exists', async () => {
    const { schedule } = await plan('2027-03-14T02:30', '2027-03-14T04:00')
    await rulesChange('America/New_York')
    await startServer()
    expect((await session(schedule.id))[1]).toBe('2027-03-14T07:30:00Z')
    const { conflicts } = await read()
    expect(conflicts).toContainEqual(expect.objectContaining({ schedule_id: schedule.id, conflict: 'time_skipped', after_starts_at: null }))
  })

  it.each([
    ['first', '2027-11-07T06:30:00Z', '2027-11-07T05:30:00Z'],
    ['second', '2027-11-07T07:30:00Z', '2027-11-07T06:30:00Z'],
  ])('do not turn the %s of a time that exists twice into the other one', async (_, chosen, expected) => {
    await rulesChange('America/Chicago')
    const input = { place_id: place.id, mentor_ids: [mentor.id], starts_at: '2027-10-31T01:30', ends_at: '2027-10-31T03:00' }
    const planned = await o.app.request('POST /api/schedules', {
      token: o.token,
      body: o.input({ ...input, repeat: 'FREQ=WEEKLY;COUNT=2', chosen_times: [{ date: '2027-11-07', starts_at: chosen }] }),
    })
    expect(planned.status).toBe(201)
    const { id } = await o.app.db
      .selectFrom('schedules')
      .select('id')
      .where('place_id', '=', place.id)
      .where('local_date', '=', '2027-11-07')
      .executeTakeFirstOrThrow()
    expect((await session(id))[1]).toBe(chosen)
    await startServer()
    expect((await session(id))[1]).toBe(chosen)
    await rulesChange('America/New_York')
    await startServer()
    expect(await session(id)).toEqual(['2027-11-07T01:30', expected, '2027-11-07T08:00:00Z'])
    expect(await slotsOf(id)).toContain(expected)
  })

  it('keep the instant of a session whose unique time is now repeated', async () => {
    await rulesChange('Etc/GMT+6')
    const { schedule } = await plan('2027-11-07T01:30', '2027-11-07T03:00')
    const before = await session(schedule.id)
    await rulesChange('America/Chicago')
    await startServer()
    expect((await session(schedule.id))[1]).toBe(before[1])
  })

  it('on an older server change nothing, and its new sessions follow the newest release', async () => {
    const { schedule } = await plan('2027-01-15T10:00', '2027-01-15T11:00')
    await startServer()
    await rulesChange('Etc/GMT+4')
    await startServer('2000a')
    expect((await session(schedule.id))[1]).toBe('2027-01-15T15:00:00Z')
    const { version, is_old, servers } = await read()
    expect([version > '3000', is_old, servers.length]).toEqual([true, false, 1])
  })

  it('move sessions that an older release planned on the same machine', async () => {
    const version = await startServer()
    await startServer('2000b')
    const { schedule } = await plan('2027-01-15T10:00', '2027-01-15T11:00')
    await rulesChange('Etc/GMT+4')
    await startServer(version)
    expect((await session(schedule.id))[1]).toBe('2027-01-15T14:00:00Z')
  })

  it('list a second server on the same host, and not a restarted one', async () => {
    await o.app.db.deleteFrom('zone_data_servers').execute()
    const at = (minute: number) => new Date(Date.parse('2026-11-20T09:00:00Z') + minute * 60_000)
    const shown = async () => {
      const { servers, differs } = await read()
      return [servers.map(({ server, version }: { server: string; version: string }) => `${server} ${version}`), differs]
    }
    o.app.clock.set(at(40).toISOString())
    await report({ server: 'web:3000', version: '3101a', startedAt: at(0) }, at(0))
    await report({ server: 'web:3001', version: '3101b', startedAt: at(0) }, at(1))
    expect(await shown()).toEqual([['web:3000 3101a', 'web:3001 3101b'], true])
    // Restarted with newer data: not two servers.
    await report({ server: 'web:3000', version: '3101b', startedAt: at(5) }, at(5))
    expect(await shown()).toEqual([['web:3000 3101b', 'web:3001 3101b'], false])
    // Containers may share a name: a process seen after the other started runs next to it.
    await report({ server: 'web:3000', version: '3101a', startedAt: at(0) }, at(30))
    expect(await shown()).toEqual([['web:3000 3101a', 'web:3000 3101b', 'web:3001 3101b'], true])
  })

  it('leave past sessions unchanged', async () => {
    const { schedule } = await plan('2026-11-19T10:00', '2026-11-19T11:00')
    await rulesChange('Etc/GMT+4')
    await startServer()
    expect((await session(schedule.id))[1]).toBe('2026-11-19T15:00:00Z')
  })
})
