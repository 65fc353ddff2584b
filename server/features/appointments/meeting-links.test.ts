import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

const pattern = 'https://meet.example.org/{room}'
const linkForm = /^https:\/\/meet\.example\.org\/[0-9a-f]{32}$/

let app: TestApp
let supportType: Awaited<ReturnType<typeof makeSupportType>>
let place: Awaited<ReturnType<typeof makePlace>>
let staff: Awaited<ReturnType<typeof makeUser>>
let day = 0

beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T09:00:00Z' })
  supportType = await makeSupportType(app.db)
  place = await makePlace(app.db, { kind: 'online', address: '', meeting_url: pattern })
  staff = await makeAdmin(app.db, ['Appointment List', 'Appointment Edit', 'Schedule Edit', 'Schedule List', 'Audit View'])
})
afterAll(() => app.close())

/** Two slots of half an hour on a day of its own; one is taken. */
async function book(fields: Record<string, unknown> = {}) {
  day += 2
  const date = new Date(Date.UTC(2027, 0, day)).toISOString().slice(0, 10)
  const mentor = await makeMentor(app.db)
  const session = { supportType, place, mentors: [mentor], from: `${date}T09:00`, to: `${date}T10:00`, fields }
  const { schedule, slots } = await makeSchedule(app.db, session)
  const user = await makeUser(app.db)
  const appointment = await makeAppointment(app.db, slots[0]!.id, user.id)
  const at = (minutes: number) => app.clock.set(new Date(Date.parse(`${date}T09:00:00Z`) + minutes * 60_000).toISOString())
  const read = async (who: { id: string }) => {
    const { body } = await app.request('GET /api/appointments/{id}', { token: await app.signIn(who), params: { id: appointment.id } })
    return body.appointment as { place: { meeting_url: string | null }; meeting: { from: string; until: string } | null }
  }
  return { user, mentor, schedule, slots, appointment, date, at, read }
}
const link = ({ place: { meeting_url } }: { place: { meeting_url: string | null } }) => meeting_url

describe('a meeting link', () => {
  test('is not shown to the client earlier than 24 hours before the start or later than an hour after the end', async () => {
    const { user, date, at, read } = await book()
    at(-24 * 60 - 1)
    const early = await read(user)
    expect([link(early), early.meeting?.until]).toEqual([null, `${date}T10:30:00Z`])
    at(-24 * 60)
    expect(link(await read(user))).toMatch(linkForm)
    at(90)
    expect(link(await read(user))).toMatch(linkForm)
    at(91)
    expect(link(await read(user))).toBe(null)
  })

  test('is not the same for two clients, and stays the same for each', async () => {
    const first = await book()
    first.at(-60)
    const second = await makeAppointment(app.db, first.slots[1]!.id, (await makeUser(app.db)).id)
    const links = [link(await first.read(first.user)), link(await first.read(first.user))]
    expect(links[0]).toBe(links[1])
    const { body } = await app.request('GET /api/appointments/{id}', { token: await app.signIn(staff), params: { id: second.id } })
    expect(link(body.appointment)).toMatch(linkForm)
    expect(link(body.appointment)).not.toBe(links[0])
  })

  test('is not shown once the appointment is cancelled, by no call', async () => {
    const { user, mentor, appointment, at, read, schedule } = await book()
    at(-60)
    expect(link(await read(user))).toMatch(linkForm)
    const body = { status: 'cancelled', reason: 'Ill' }
    const cancelled = await app.request('POST /api/appointments/{id}/status', {
      token: await app.signIn(staff),
      params: { id: appointment.id },
      body,
    })
    expect([link(cancelled.body), cancelled.body.meeting]).toEqual([null, null])
    for (const who of [user, staff]) expect(await read(who)).toMatchObject({ place: { meeting_url: null }, meeting: null })
    expect(await read(mentor)).toBe(undefined)
    const token = await app.signIn(user)
    for (const answer of [
      await app.request('GET /api/my-profile', { token }),
      await app.request('GET /api/previous-history', { token }),
      await app.request('GET /api/appointments', { token: await app.signIn(staff), query: { schedule_id: schedule.id } }),
    ])
      expect(JSON.stringify(answer.body)).not.toContain('meet.example.org')
  })

  test('is seen by the mentor of the slot and staff who work with appointments, and by no other staff', async () => {
    const { user, mentor, at, read } = await book()
    at(-5 * 24 * 60)
    expect(link(await read(user))).toBe(null)
    expect(link(await read(mentor))).toMatch(linkForm)
    expect(link(await read(staff))).toMatch(linkForm)
    at(-60)
    const lister = await app.signIn(await makeAdmin(app.db, ['User List']))
    const { body } = await app.request('GET /api/my-profile', { token: lister, query: { profileId: user.id } })
    expect(body.appointments.data).toHaveLength(1)
    expect(JSON.stringify(body)).not.toContain('meet.example.org')
  })

  test('changes with the slot: the mentor of the old one cannot enter the new room', async () => {
    const { mentor, user, appointment, slots, at, read } = await book()
    at(-60)
    const before = link(await read(mentor))
    await sql`UPDATE appointments SET slot_id = ${slots[1]!.id} WHERE id = ${appointment.id}`.execute(app.db)
    const after = link(await read(user))
    expect(after).toMatch(linkForm)
    expect(after).not.toBe(before)
    const other = await makeMentor(app.db)
    await sql`UPDATE slots SET mentor_id = ${other.id} WHERE id = ${slots[1]!.id}`.execute(app.db)
    expect([link(await read(user)) === after, link(await read(other)) === after]).toEqual([false, false])
    await sql`UPDATE appointments SET questions = '{Another}' WHERE id = ${appointment.id}`.execute(app.db)
    expect(link(await read(other))).toBe(link(await read(user)))
  })

  test('of a session takes precedence over the place’s', async () => {
    const { user, at, read } = await book({ meeting_url: 'https://other.example.org/today' })
    at(-60)
    expect(link(await read(user))).toBe('https://other.example.org/today')
  })

  test('is not in a calendar file or a feed: they lead to the appointment’s page', async () => {
    const { user, mentor, appointment, schedule, at } = await book()
    at(-60)
    const token = await app.signIn(user)
    const file = (await app.request('GET /api/appointments/{id}/calendar', { token, params: { id: appointment.id } })).body as string
    expect(file).not.toContain('meet.example.org')
    expect(file.replaceAll('\r\n ', '')).toMatch(new RegExp(`LOCATION:http.*/my/appointments/${appointment.id}`))
    for (const [who, page] of [
      [user, `/my/appointments/${appointment.id}`],
      [mentor, `/mentor/appointment/${schedule.id}`],
    ] as const) {
      const made = await app.request('POST /api/my-calendars', {
        token: await app.signIn(who),
        body: { kind: who === mentor ? 'mentor' : 'client' },
      })
      const feed = (
        await app.request('GET /api/calendars/{token}.ics', { params: { token: /([^/]+)\.ics$/.exec(made.body.address)?.[1] ?? '' } })
      ).body as string
      expect(feed).not.toContain('meet.example.org')
      expect(feed.replaceAll('\r\n ', '')).toContain(page)
    }
  })

  test('is not part of public responses, nor of those for clients, mentors and planners about sessions and places', async () => {
    const { user, mentor, schedule, date, at } = await book({ meeting_url: 'https://meet.example.org/session/{room}' })
    at(-3 * 24 * 60)
    const [client, ownMentor] = [await app.signIn(user), await app.signIn(mentor)]
    const planner = await app.signIn(await makeAdmin(app.db, ['Schedule List', 'Schedule Create']))
    for (const answer of [
      await app.request('GET /api/search-schedule/{support_type_id}', { params: { support_type_id: supportType.id }, query: { date } }),
      await app.request('GET /api/schedules', { token: planner }),
      await app.request('GET /api/schedules/create', { token: planner }),
      await app.request('GET /api/mentor-schedule', { token: ownMentor }),
      await app.request('GET /api/my-profile/export', { token: client }),
      await app.request('GET /api/my-profile', { token: client }),
    ]) {
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer.body)).not.toContain('meet.example.org')
    }
    const edit = await app.request('GET /api/schedules/{id}/edit', { token: await app.signIn(staff), params: { id: schedule.id } })
    expect(edit.body.schedule.meeting_url).toBe('https://meet.example.org/session/{room}')
    expect(JSON.stringify(edit.body.places)).not.toContain('meet.example.org')
  })

  test('is not kept with the answer to a booking', async () => {
    const { schedule, slots, at } = await book()
    at(-3 * 60)
    const token = await app.signIn(await makeUser(app.db))
    const body = { schedule_id: schedule.id, starts_at: slots[1]!.starts_at }
    const made = await app.request('POST /api/appointments', { token, body, headers: { 'idempotency-key': 'link-1' } })
    expect([made.status, link(made.body)]).toEqual([201, expect.stringMatching(linkForm)])
    await expect
      .poll(async () => (await sql<{ n: number }>`SELECT count(*)::int AS n FROM idempotency_keys`.execute(app.db)).rows[0]?.n)
      .toBeGreaterThan(0)
    const { rows } = await sql<{ kept: string }>`SELECT to_jsonb(k)::text AS kept FROM idempotency_keys k`.execute(app.db)
    for (const { kept } of rows) expect(kept).not.toMatch(/meet\.example\.org\/[0-9a-f]{32}/)
  })
})

describe('links that planners write', () => {
  const put = async (id: string, body: object) =>
    app.request('PUT /api/schedules/{id}', { token: await app.signIn(staff), params: { id }, body })

  test('a session’s link is validated as a place’s is, and only online', async () => {
    const { schedule, at } = await book()
    at(-10 * 24 * 60)
    for (const meeting_url of ['http://meet.example.org/x', 'https://{room}.example.org/', 'https://meet.example.org/{room}/{room}', 'x']) {
      const refused = await put(schedule.id, { meeting_url })
      expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([422, ['meeting_url']])
    }
    expect((await put(schedule.id, { meeting_url: 'https://meet.example.org/own/{room}' })).status).toBe(200)
    const room = await makePlace(app.db)
    const inRoom = await makeSchedule(app.db, {
      supportType,
      place: room,
      mentors: [await makeMentor(app.db)],
      from: '2028-02-01T09:00',
      to: '2028-02-01T10:00',
    })
    const refused = await put(inRoom.schedule.id, { meeting_url: pattern })
    expect(refused.problem.errors).toEqual({ meeting_url: ['is only for online places'] })
  })

  test('the log of changes shows a link’s host alone', async () => {
    const { schedule, at } = await book()
    at(-10 * 24 * 60)
    await put(schedule.id, { meeting_url: 'https://meet.example.org/secret-room' })
    const { body } = await app.request('GET /api/audit', {
      token: await app.signIn(staff),
      query: { subject: 'schedule', subject_id: schedule.id },
    })
    expect(body.data[0].after.meeting_url).toBe('https://meet.example.org/…')
  })
})
