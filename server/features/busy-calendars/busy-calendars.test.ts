import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BusyCalendar } from '#contract/busy-calendars.ts'
import {
  giveRole,
  makeAdmin,
  makeAppointment,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSupportType,
  makeUser,
} from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { parseBusyTimes } from './parse-busy-times.ts'
import { addressPlace } from './queries.ts'
import { parseInWorker } from './parse-in-worker.ts'
import { refreshDueCalendars } from './job.ts'
import { busy, publishCalendar } from '../../testing/calendar-server.ts'

const script = new URL('../../read-calendar.ts', import.meta.url)

let app: TestApp
let calendar: Awaited<ReturnType<typeof publishCalendar>>
let supportType: Awaited<ReturnType<typeof makeSupportType>>
let place: Awaited<ReturnType<typeof makePlace>>
let mentor: Awaited<ReturnType<typeof makeMentor>>
beforeAll(async () => {
  app = await startTestApp({ env: { OPENHOUR_PRIVATE_NETWORKS: '127.0.0.1' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  calendar = await publishCalendar()
  supportType = await makeSupportType(app.db, { needs_approval: false })
  place = await makePlace(app.db)
  mentor = await makeMentor(app.db, { time_zone: 'Europe/London' }, [supportType.id])
})
afterEach(async () => {
  await sql`DELETE FROM busy_calendars`.execute(app.db)
  await calendar.close()
})

const asMentor = async (
  name: Parameters<TestApp['request']>[0],
  sending: Parameters<TestApp['request']>[1] = {},
  who: { id: string } = mentor,
) => app.request(name, { ...sending, token: await app.signIn(who) })
const set = (address = calendar.address) => asMentor('POST /api/busy-calendars', { body: { address } })
/** Runs the job in this thread, because a worker takes a second to load TypeScript. */
const read = () => refreshDueCalendars(app.platform, async asked => parseBusyTimes(asked), new AbortController().signal)
const look = async () => ((await asMentor('GET /api/busy-calendars')).body.data as BusyCalendar[])[0]!
/** A session from nine to eleven on the first of December, four slots of half an hour. */
const plan = (mentors = [mentor]) => makeSchedule(app.db, { supportType, place, mentors, from: '2026-12-01T09:00', to: '2026-12-01T11:00' })
const offered = async (who = mentor) => {
  const query = { date: '2026-12-01', mentor_id: who.id }
  const { body } = await app.request('GET /api/search-schedule/{support_type_id}', { params: { support_type_id: supportType.id }, query })
  return (body.schedules as { slots: { starts_at: string; free: number }[] }[]).flatMap(({ slots }) =>
    slots.map(({ starts_at }) => starts_at.slice(11, 16)),
  )
}

describe('a mentor’s own calendar', () => {
  it('takes its busy times out of what is offered, for search, booking and staff alike, and gives them back', async () => {
    const { schedule } = await plan()
    calendar.holds([busy('20261201T093000Z', '20261201T101500Z'), busy('nonsense', 'nonsense')])
    expect(await offered()).toEqual(['09:00', '09:30', '10:00', '10:30'])
    const made = await set()
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        id: mentor.id,
        mentor: { id: mentor.id },
        host: new URL(calendar.address).host,
        read_at: null,
        failing: null,
        times: 0,
        affected: 0,
        conflicts: [],
      },
    ])
    await read()
    expect(await offered()).toEqual(['09:00', '10:30'])
    const body = { schedule_id: schedule.id, starts_at: '2026-12-01T09:30:00Z', mentor_id: mentor.id }
    const client = await asMentor('POST /api/appointments', { body }, await makeUser(app.db))
    expect([client.status, client.problem.code]).toEqual([409, 'not_bookable'])
    const staff = await asMentor(
      'POST /api/appointments',
      { body: { ...body, user_id: (await makeUser(app.db)).id } },
      await makeAdmin(app.db),
    )
    expect([staff.status, staff.problem.code]).toEqual([409, 'not_bookable'])
    expect(await look()).toMatchObject({ times: 1, unread: 1, affected: 0, read_at: '2026-11-20T09:00:00Z', failing: null })

    expect((await asMentor('DELETE /api/busy-calendars/{id}', { params: { id: mentor.id } })).status).toBe(200)
    expect(await offered()).toEqual(['09:00', '09:30', '10:00', '10:30'])
    expect((await asMentor('GET /api/busy-calendars')).body.data).toEqual([])
    expect((await asMentor('DELETE /api/busy-calendars/{id}', { params: { id: mentor.id } })).status).toBe(404)
  })

  it('moves and cancels nothing: existing appointments appear as conflicts, here and among those to decide', async () => {
    const { schedule, slots } = await plan()
    const user = await makeUser(app.db)
    const { id, reference } = await makeAppointment(app.db, slots[1]!.id, user.id)
    calendar.holds([busy('20261201T090000Z', '20261201T100000Z')])
    await set()
    await read()
    const conflict = {
      id,
      reference,
      schedule_id: schedule.id,
      starts_at: '2026-12-01T09:30:00Z',
      ends_at: '2026-12-01T10:00:00Z',
      time_zone: place.time_zone,
    }
    expect(await look()).toMatchObject({ affected: 1, conflicts: [conflict] })
    // Which appointments they are takes Appointment List, as everywhere; how many does not.
    const planner = await makeAdmin(app.db, ['Schedule List'])
    const seenByPlanner = await asMentor('GET /api/busy-calendars', { query: { mentor_id: mentor.id } }, planner)
    expect(seenByPlanner.body.data).toMatchObject([{ affected: 1, conflicts: [] }])
    const staff = await makeAdmin(app.db)
    const seenByStaff = await asMentor('GET /api/busy-calendars', { query: { mentor_id: mentor.id } }, staff)
    expect(seenByStaff.body.data).toMatchObject([{ affected: 1, conflicts: [conflict] }])
    const list = await asMentor('GET /api/dashboard/{list}', { params: { list: 'unassigned' } }, staff)
    expect(list.body.data.map((one: { id: string }) => one.id)).toEqual([id])
    expect((await asMentor('GET /api/dashboard', {}, staff)).body.unassigned).toBe(1)
    expect(await app.db.selectFrom('appointments').select(['status', 'revision']).where('id', '=', id).executeTakeFirstOrThrow()).toEqual({
      status: 'booked',
      revision: 1,
    })
    const { rows } = await sql`SELECT FROM outbox WHERE user_id = ${user.id} AND kind <> 'appointment_booked'`.execute(app.db)
    expect(rows).toHaveLength(0)
  })

  it('follows changes: a moved event frees its slots, and a session planned into it is not bookable', async () => {
    calendar.holds([busy('20261201T090000Z', '20261201T100000Z')])
    await set()
    await read()
    await plan()
    expect(await offered()).toEqual(['10:00', '10:30'])
    calendar.holds([busy('20261201T100000Z', '20261201T110000Z')])
    app.clock.advance(19 * 60_000)
    await read()
    expect(await offered()).toEqual(['09:00', '09:30'])
  })

  it('reads all-day events on the mentor’s own clock', async () => {
    const there = await makeMentor(app.db, { time_zone: 'Asia/Kathmandu' }, [supportType.id])
    const session = { supportType, place, mentors: [there], from: '2026-12-01T17:30', to: '2026-12-01T19:00' }
    await makeSchedule(app.db, session) // midnight there is a quarter past six here
    calendar.holds(['BEGIN:VEVENT', 'UID:day', 'DTSTART;VALUE=DATE:20261202', 'END:VEVENT'])
    expect((await asMentor('POST /api/busy-calendars', { body: { address: calendar.address } }, there)).status).toBe(201)
    await read()
    expect(await offered(there)).toEqual(['17:30'])
  })

  it('blocks no hours of the zone that its mentor had before a correction', async () => {
    const there = await makeMentor(app.db, { time_zone: 'Europe/London' }, [supportType.id])
    await makeSchedule(app.db, { supportType, place, mentors: [there], from: '2026-12-01T17:30', to: '2026-12-01T19:00' })
    calendar.holds(['BEGIN:VEVENT', 'UID:day', 'DTSTART;VALUE=DATE:20261202', 'END:VEVENT'], '"one"')
    await asMentor('POST /api/busy-calendars', { body: { address: calendar.address } }, there)
    await read()
    expect(await offered(there)).toEqual(['17:30', '18:00', '18:30'])
    const corrected = await asMentor('PUT /api/my-profile', { body: { time_zone: 'Asia/Kathmandu' } }, there)
    expect(corrected.status).toBe(200)
    await read()
    expect(await offered(there)).toEqual(['17:30'])
    const byStaff = { params: { id: there.id }, body: { time_zone: 'Europe/London' } }
    expect((await asMentor('PUT /api/users/{id}', byStaff, await makeAdmin(app.db))).status).toBe(200)
    await read()
    expect(await offered(there)).toEqual(['17:30', '18:00', '18:30'])
  })

  it('is answered with what was set, even where another request removes it at once', async () => {
    const remove = () => asMentor('DELETE /api/busy-calendars/{id}', { params: { id: mentor.id } })
    const answers = await Promise.all(Array.from({ length: 12 }, () => [set(), remove()]).flat())
    expect(answers.filter((_, index) => index % 2 === 0).map(({ status }) => status)).toEqual(Array(12).fill(201))
  })

  it('is asked every quarter of an hour or so, with what it said of itself, and once a day in full', async () => {
    calendar.holds([busy('20261201T090000Z', '20261201T100000Z')], '"one"')
    await set()
    await read()
    app.clock.advance(11 * 60_000)
    await read()
    expect(calendar.asked).toHaveLength(1)
    app.clock.advance(8 * 60_000)
    await read()
    expect(calendar.asked.map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']])).toEqual([
      [undefined, undefined],
      ['"one"', 'Fri, 20 Nov 2026 09:00:00 GMT'],
    ])
    expect(await look()).toMatchObject({ read_at: '2026-11-20T09:19:00Z', times: 1 })
    app.clock.set('2026-11-21T09:30:00Z')
    await read()
    expect(calendar.asked[2]?.headers['if-none-match']).toBeUndefined()
  })
})

describe('a calendar that fails', () => {
  it('is said to, since when and why, and what was known of it stays', async () => {
    await plan()
    calendar.holds([busy('20261201T090000Z', '20261201T100000Z')])
    await set()
    await read()
    const fail = async (why: string, behave: Parameters<typeof calendar.behave>[0]) => {
      calendar.behave(behave)
      app.clock.advance(19 * 60_000)
      await read()
      expect((await look()).failing).toMatchObject({ why, since: '2026-11-20T09:19:00Z' })
      expect(await offered()).toEqual(['10:00', '10:30'])
    }
    await fail('bad_status', (_request, response) => void response.writeHead(404).end())
    await fail('not_a_calendar', (_request, response) => void response.end('<html>Please log in</html>'))
    await fail('private_address', (_request, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end())
    await fail('too_large', (_request, response) => void response.end('x'.repeat(5_000_001)))
    await fail('unreachable', (_request, response) => void response.destroy())
    const dashboard = await asMentor('GET /api/dashboard', {}, await makeAdmin(app.db))
    expect(dashboard.body.calendars_failing).toBe(1)
    calendar.holds([])
    expect((await asMentor('POST /api/busy-calendars/{id}/read', { params: { id: mentor.id } })).status).toBe(200)
    await read()
    expect(await look()).toMatchObject({ failing: null, times: 0 })
    expect(await offered()).toEqual(['09:00', '09:30', '10:00', '10:30'])
  })

  it('blocks no request: it is parsed in a worker, which is terminated when it takes too long', async () => {
    const endless = Array.from(
      { length: 5000 },
      (_, index) => `BEGIN:VEVENT\r\nUID:${index}\r\nDTSTART:19700101T000000Z\r\nDURATION:PT1S\r\nRRULE:FREQ=MINUTELY\r\nEND:VEVENT`,
    )
    const text = `BEGIN:VCALENDAR\r\n${endless.join('\r\n')}\r\nEND:VCALENDAR`
    const asked = { text, zone: 'UTC', from: '2026-11-20T00:00:00Z', until: '2027-11-20T00:00:00Z' }
    let beats = 0
    const beat = setInterval(() => (beats += 1), 10)
    expect(await parseInWorker(script, asked)).toEqual({ ok: false, why: 'too_complicated' })
    clearInterval(beat)
    expect(beats).toBeGreaterThan(10)
    const plain = {
      ...asked,
      text: 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20261201T090000Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR',
    }
    expect(await parseInWorker(script, plain)).toMatchObject({ ok: true, times: [{ starts_at: '2026-12-01T09:00:00.000Z' }] })
    expect(await parseInWorker(script, asked, 1)).toEqual({ ok: false, why: 'too_complicated' })
  })
})

describe('its address', () => {
  it('never appears in a response or a record', async () => {
    const made = await set()
    await read()
    const staff = await makeAdmin(app.db)
    const answers = [
      made,
      await asMentor('GET /api/busy-calendars'),
      await asMentor('GET /api/busy-calendars', {}, staff),
      await asMentor('GET /api/audit', {}, staff),
      await asMentor('GET /api/my-profile/export'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200])
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain('private-5f3a')
    expect(answers[3]?.body.data.find((one: { subject: string }) => one.subject === 'busy_calendar')).toMatchObject({
      action: 'entered',
      after: { host: new URL(calendar.address).host },
    })
  })

  it.each([
    ['https://127.0.0.2/x.ics', 'must not be a private address'],
    ['http://example.org:25/x.ics', 'must use port 443, or one above 1023'],
    ['https://me:word@example.org/x.ics', 'must be an address such as https://example.org/path, without a name and password in it'],
    ['file:///etc/passwd', 'must be an address such as https://example.org/path, without a name and password in it'],
  ])('is refused as %s', async (address, sentence) => {
    const refused = await set(address)
    expect([refused.status, refused.problem.errors]).toEqual([422, { address: [sentence] }])
  })

  it('may begin with webcal, as calendar apps have it', async () => {
    await set('webcal://calendar.example/own.ics')
    const row = await app.db.selectFrom('busy_calendars').select('address').executeTakeFirstOrThrow()
    expect(app.platform.secrets.open(addressPlace(mentor.id), row.address).toString()).toBe('https://calendar.example/own.ics')
  })

  it('takes the place of the one before, whose times stay until the new one has been read', async () => {
    await plan()
    calendar.holds([busy('20261201T090000Z', '20261201T100000Z')])
    await set()
    await read()
    const other = await publishCalendar()
    await set(other.address)
    expect(await offered()).toEqual(['10:00', '10:30'])
    await read()
    expect(await offered()).toEqual(['09:00', '09:30', '10:00', '10:30'])
    expect(other.asked[0]?.headers['if-none-match']).toBeUndefined()
    await other.close()
  })
})

describe('without a calendar', () => {
  it('is no mentor, or no longer here', async () => {
    const refused = await asMentor(
      'POST /api/busy-calendars',
      { body: { address: calendar.address, mentor_id: (await makeUser(app.db)).id } },
      await makeAdmin(app.db),
    )
    expect([refused.status, refused.problem.errors]).toEqual([422, { mentor_id: ['is not an active mentor'] }])
    await set()
    await sql`UPDATE users SET active = false WHERE id = ${mentor.id}`.execute(app.db)
    expect(await app.db.selectFrom('busy_calendars').selectAll().execute()).toEqual([])
  })

  it.each([
    ['their role is taken', () => sql`DELETE FROM role_assignments WHERE user_id = ${mentor.id}`],
    [
      'their role is no mentor’s any more',
      () => sql`UPDATE roles SET is_mentor = false WHERE id IN (SELECT role_id FROM role_assignments WHERE user_id = ${mentor.id})`,
    ],
  ])('is a former mentor, from the moment %s: no address and no busy time stays, nor returns', async (_when, end) => {
    await plan()
    calendar.holds([busy('20261201T093000Z', '20261201T101500Z')])
    await set()
    await read()
    expect(await offered()).toEqual(['09:00', '10:30'])
    await end().execute(app.db)
    for (const table of ['busy_calendars', 'busy_times'] as const)
      expect(await app.db.selectFrom(table).selectAll().where('mentor_id', '=', mentor.id).execute()).toEqual([])
    calendar.asked.splice(0)
    await giveRole(app.db, mentor.id, { is_mentor: true })
    app.clock.advance(3_600_000)
    await read()
    expect([calendar.asked, await look()]).toEqual([[], undefined])
    expect(await offered()).toEqual(['09:00', '09:30', '10:00', '10:30'])
  })

  it('stays a mentor who gets another role of mentors in the same moment', async () => {
    await set()
    await app.db.transaction().execute(async trx => {
      await sql`DELETE FROM role_assignments WHERE user_id = ${mentor.id}`.execute(trx)
      await giveRole(trx, mentor.id, { is_mentor: true })
    })
    expect(await look()).toMatchObject({ id: mentor.id })
  })
})
