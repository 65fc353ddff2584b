import ICAL from 'ical.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { textOf } from '../../testing/text-of.ts'

type Row<Make extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Make>>

const day = 24 * 3_600_000

let app: TestApp
let supportType: Row<typeof makeSupportType>
let place: Row<typeof makePlace>
let mentor: Row<typeof makeMentor>
let client: Row<typeof makeUser>
let token: string
beforeAll(async () => {
  app = await startTestApp()
  supportType = await makeSupportType(app.db, { name: 'Grief counselling' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  place = await makePlace(app.db)
  mentor = await makeMentor(app.db, { name: 'Ada Lovelace' })
  client = await makeUser(app.db, { name: 'Zoe Secret' })
  token = await app.signIn(client)
})

/** A session's times, at a place's own clock. */
const plan = async (from = '2026-12-01T09:00', to = '2026-12-01T10:00', at = place) =>
  (await makeSchedule(app.db, { supportType, place: at, mentors: [mentor], from, to })).slots
const book = async (slotId: string, userId = client.id) => makeAppointment(app.db, slotId, userId)

const make = async (kind: 'client' | 'mentor' = 'client', as = token) =>
  (await app.request('POST /api/my-calendars', { token: as, body: { kind } })).body as { address: string; feed: { id: string } }
const makeForPlace = async (as: string, id = place.id) => app.request('POST /api/places/{id}/calendars', { token: as, params: { id } })
const secretOf = (address: string) => /^http:\/\/[^/]+\/api\/calendars\/([\w-]{43})\.ics$/.exec(address)?.[1] ?? ''
const fetchFeed = (address: string, headers: Record<string, string> = {}) =>
  app.request('GET /api/calendars/{token}.ics', { params: { token: secretOf(address) }, headers })
const statusOf = async (address: string) => (await fetchFeed(address)).status

/** What a calendar app shows of a feed, parsed by an independent parser. */
async function read(address: string) {
  const answer = await fetchFeed(address)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  const calendar = new ICAL.Component(ICAL.parse(String(answer.body)) as unknown[])
  const events = calendar.getAllSubcomponents('vevent').map(component => {
    const event = new ICAL.Event(component)
    const instant = (time: ICAL.Time) => time.toJSDate().toISOString().replace('.000Z', 'Z')
    return {
      uid: event.uid,
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status'),
      title: event.summary,
      starts_at: instant(event.startDate),
      ends_at: instant(event.endDate),
    }
  })
  return { calendar, events, text: String(answer.body) }
}

describe('an address', () => {
  it('is shown once, listed with its last use, and kept as a hash', async () => {
    const answer = await app.request('POST /api/my-calendars', { token, body: { kind: 'client' } })
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        address: expect.stringMatching(/^http:\/\/[^/]+\/api\/calendars\/[\w-]{43}\.ics$/),
        feed: {
          id: expect.any(String),
          kind: 'client',
          made_by: { id: client.id, name: 'Zoe Secret' },
          created_at: '2026-11-20T09:00:00Z',
          last_used_at: null,
        },
      },
    ])
    const { address, feed } = answer.body
    const listed = async () => (await app.request('GET /api/my-calendars', { token })).body
    expect(await listed()).toEqual({ data: [feed] })
    const { headers } = await fetchFeed(address)
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      etag: expect.stringMatching(/^W\/"[\w-]{27}"$/),
    })
    expect(headers).not.toHaveProperty('set-cookie')
    expect(await listed()).toEqual({ data: [{ ...feed, last_used_at: '2026-11-20T09:00:00Z' }] })
    // Written to the minute, so frequent fetches write nothing.
    app.clock.advance(59_000)
    await fetchFeed(address)
    expect((await listed()).data[0].last_used_at).toBe('2026-11-20T09:00:00Z')
    app.clock.advance(1000)
    await fetchFeed(address)
    expect((await listed()).data[0].last_used_at).toBe('2026-11-20T09:01:00Z')
    const rows = await app.db.selectFrom('calendar_feeds').selectAll().where('user_id', '=', client.id).execute()
    const audit = await app.db.selectFrom('audit').selectAll().where('person_id', '=', client.id).execute()
    expect(audit.map(({ action }) => action)).toEqual(['calendar_made'])
    expect(textOf([rows, audit, await listed()])).not.toContain(secretOf(address))
  })

  it('begins as the site is known', async () => {
    const known = await startTestApp({ env: { OPENHOUR_ORIGIN: 'https://book.example.org' }, databaseOf: app })
    try {
      const { body } = await known.request('POST /api/my-calendars', { token, body: { kind: 'client' } })
      expect(body.address).toMatch(/^https:\/\/book\.example\.org\/api\/calendars\/[\w-]{43}\.ics$/)
    } finally {
      await known.close()
    }
  })

  it('never repeats the host that a request names', async () => {
    const production = await startTestApp({
      env: { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on', PORT: '3111' },
      databaseOf: app,
    })
    try {
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
      const { body } = await production.request('POST /api/my-calendars', { token, body: { kind: 'client' }, headers })
      expect(body.address).toMatch(/^http:\/\/127\.0\.0\.1:3111\/api\/calendars\/[\w-]{43}\.ics$/)
    } finally {
      await production.close()
    }
  })

  it('is one of five at most, also of those asked for together', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => app.request('POST /api/my-calendars', { token, body: { kind: 'client' } })),
    )
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 409, 409, 409])
    expect(made.find(({ status }) => status === 409)?.problem.code).toBe('too_many_calendars')
    const [{ id }] = (await app.request('GET /api/my-calendars', { token })).body.data
    await app.request('DELETE /api/my-calendars/{id}', { token, params: { id } })
    expect((await app.request('POST /api/my-calendars', { token, body: { kind: 'client' } })).status).toBe(201)
  })

  it('is not there where it is unknown, cut, malformed or stopped: always the same answer', async () => {
    const { address, feed } = await make()
    const of = async (params: { token: string }) => {
      const { status, problem, headers } = await app.request('GET /api/calendars/{token}.ics', { params })
      return [status, { ...problem, request_id: '' }, headers['x-robots-tag'], headers['cache-control']]
    }
    const unknown = await of({ token: 'a'.repeat(43) })
    expect(unknown).toMatchObject([404, { code: 'not_found' }, 'noindex, nofollow', 'no-store'])
    for (const each of ['', 'x', secretOf(address).slice(0, -1), `${secretOf(address)}A`, 'ä'.repeat(20), feed.id])
      expect((await of({ token: each }))[0]).toBe(404)
    await app.request('DELETE /api/my-calendars/{id}', { token, params: { id: feed.id } })
    expect(await of({ token: secretOf(address) })).toEqual(unknown)
    expect((await app.request('DELETE /api/my-calendars/{id}', { token, params: { id: feed.id } })).status).toBe(404)
  })

  it('for a mentor’s sessions requires a mentor’s role', async () => {
    expect((await app.request('POST /api/my-calendars', { token, body: { kind: 'mentor' } })).problem).toMatchObject({
      status: 403,
      code: 'not_mentor',
    })
    expect((await app.request('POST /api/my-calendars', { token, body: { kind: 'place' } })).status).toBe(422)
  })
})

describe('an address is dead at once', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['deactivation', () => app.db.updateTable('users').set({ active: false }).where('id', '=', client.id).execute()],
    ['logging out everywhere else', () => app.request('DELETE /api/my-profile/sessions', { token })],
    ['a new password', () => app.request('PUT /api/my-profile', { token, body: { password: 'seven purple kettles' } })],
    [
      'staff logging the person out',
      async () =>
        app.request('DELETE /api/users/{id}/sessions', { token: await app.signIn(await makeAdmin(app.db)), params: { id: client.id } }),
    ],
    [
      'erasing',
      async () =>
        app.request('POST /api/users/{id}/erase', {
          token: await app.signIn(await makeAdmin(app.db)),
          params: { id: client.id },
          body: {},
        }),
    ],
  ])('after %s', async (_what, end) => {
    const { address } = await make()
    expect(await statusOf(address)).toBe(200)
    await end()
    expect(await statusOf(address)).toBe(404)
    // Reactivation does not restore it.
    await app.db.updateTable('users').set({ active: true }).where('id', '=', client.id).execute()
    expect(await statusOf(address)).toBe(404)
  })

  it('when its owner may no longer see the content: a mentor’s without the role, a place’s without the ability', async () => {
    const { address } = await make('mentor', await app.signIn(mentor))
    const admin = await makeAdmin(app.db, ['Settings Edit'])
    const { body } = await makeForPlace(await app.signIn(admin))
    expect([await statusOf(address), await statusOf(body.address)]).toEqual([200, 200])
    await app.db.deleteFrom('role_assignments').where('user_id', 'in', [mentor.id, admin.id]).execute()
    expect([await statusOf(address), await statusOf(body.address)]).toEqual([404, 404])
    await giveRole(app.db, mentor.id, { is_mentor: true })
  })

  const setRoles = async (user_id: string, role_ids: string[], as: string) =>
    expect((await app.request('POST /api/role-assign-update', { token: as, body: { user_id, role_ids } })).status).toBe(200)
  const changeRole = async (id: string, body: object, as: string) =>
    expect((await app.request('PUT /api/roles/{id}', { token: as, params: { id }, body })).status).toBe(200)
  /** An owner of a mentor's and a place's address, by one role. */
  const own = async () => {
    const all = { abilities: ['Settings Edit'], is_mentor: true, opens_admin: true }
    const owner = await makeUser(app.db)
    const { id: role_id } = await giveRole(app.db, owner.id, all)
    const as = await app.signIn(owner)
    const addresses = [(await make('mentor', as)).address, (await makeForPlace(as)).body.address]
    return { owner, role_id, all, addresses, statuses: () => Promise.all(addresses.map(statusOf)) }
  }

  it('and does not return with a role that was taken from its owner', async () => {
    const as = await app.signIn(await makeAdmin(app.db))
    const { owner, role_id, statuses } = await own()
    expect(await statuses()).toEqual([200, 200])
    await setRoles(owner.id, [], as)
    await setRoles(owner.id, [role_id], as)
    expect(await statuses()).toEqual([404, 404])
  })

  it('and does not return with a right that its owner’s role had lost', async () => {
    const as = await app.signIn(await makeAdmin(app.db))
    const { role_id, all, statuses } = await own()
    await changeRole(role_id, { is_mentor: false }, as)
    await changeRole(role_id, all, as)
    expect(await statuses()).toEqual([404, 200])
    await changeRole(role_id, { abilities: [] }, as)
    await changeRole(role_id, all, as)
    expect(await statuses()).toEqual([404, 404])
  })

  it('and is not created for a mentor whose role is taken meanwhile', async () => {
    const { owner, role_id } = await own()
    const as = await app.signIn(owner)
    const holding = await app.db.startTransaction().execute()
    await sql`SELECT pg_advisory_xact_lock(hashtext('openhour.administrators'))`.execute(holding)
    const making = app.request('POST /api/my-calendars', { token: as, body: { kind: 'mentor' } })
    await waitForLocks(app.db)
    await holding.updateTable('roles').set({ is_mentor: false }).where('id', '=', role_id).execute()
    await holding.commit().execute()
    expect((await making).problem).toMatchObject({ status: 403, code: 'not_mentor' })
  })

  it('but a place’s stays when its maker logs out everywhere', async () => {
    const as = await app.signIn(await makeAdmin(app.db, ['Settings Edit']))
    const { body } = await makeForPlace(as)
    await app.request('DELETE /api/my-profile/sessions', { token: as })
    expect(await statusOf(body.address)).toBe(200)
  })
})

describe('a client’s calendar', () => {
  it('holds their own appointments, discreetly, and says what it is', async () => {
    const [first, second] = await plan()
    const appointment = await book(first!.id)
    await book(second!.id, (await makeUser(app.db)).id)
    const { calendar, events, text } = await read((await make()).address)
    expect(events).toEqual([
      {
        uid: `${appointment.id}@openhour`,
        sequence: 0,
        status: 'CONFIRMED',
        title: 'Appointment with Ada Lovelace',
        starts_at: '2026-12-01T09:00:00Z',
        ends_at: '2026-12-01T09:30:00Z',
      },
    ])
    expect(text).toContain(`LOCATION:${place.name}\\, 1 High Street`)
    expect(text).not.toMatch(/Grief|counselling|Zoe/)
    const { site_name } = await app.db.selectFrom('settings').select('site_name').executeTakeFirstOrThrow()
    expect(
      ['method', 'x-wr-calname', 'x-wr-timezone', 'refresh-interval'].map(name => String(calendar.getFirstPropertyValue(name))),
    ).toEqual(['null', site_name, client.time_zone, 'PT60M'])
  })

  it('keeps what is cancelled, as cancelled, and what is moved, as the same; each change raises SEQUENCE', async () => {
    const [first, second] = await plan()
    const { id } = await book(first!.id)
    const { address } = await make()
    const [before] = (await read(address)).events
    const move = { schedule_id: second!.schedule_id, starts_at: second!.starts_at }
    expect((await app.request('POST /api/appointments/{id}/move', { token, params: { id }, body: move })).status).toBe(200)
    const [moved] = (await read(address)).events
    expect(moved).toEqual({ ...before, sequence: 1, starts_at: '2026-12-01T09:30:00Z', ends_at: '2026-12-01T10:00:00Z' })
    expect((await app.request('POST /api/appointments/{id}/cancel', { token, params: { id } })).status).toBe(200)
    expect((await read(address)).events).toEqual([{ ...moved, sequence: 2, status: 'CANCELLED' }])
  })

  it('answers 304 to a client that has it, until it changes', async () => {
    const [first] = await plan()
    const appointment = await book(first!.id)
    const { address } = await make()
    const etag = String((await fetchFeed(address)).headers.etag)
    app.clock.advance(3_600_000)
    const again = await fetchFeed(address, { 'if-none-match': etag })
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag])
    for (const known of [`"other", ${etag}`, etag.slice(2), '*'])
      expect((await fetchFeed(address, { 'if-none-match': known })).status).toBe(304)
    const changes: (() => Promise<unknown>)[] = [
      () => app.db.updateTable('appointments').set({ status: 'arrived' }).where('id', '=', appointment.id).execute(),
      () => app.db.updateTable('places').set({ address: '2 High Street' }).where('id', '=', place.id).execute(),
      () => app.db.updateTable('users').set({ name: 'Ada King' }).where('id', '=', mentor.id).execute(),
      () => app.db.updateTable('users').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', client.id).execute(),
    ]
    let known = etag
    for (const change of changes) {
      await change()
      const { status, headers } = await fetchFeed(address, { 'if-none-match': known })
      expect([status, headers.etag === known]).toEqual([200, false])
      known = String(headers.etag)
    }
  })

  it('reaches three months back and a year ahead', async () => {
    const [slot] = await plan('2027-06-01T09:00', '2027-06-01T09:30')
    await book(slot!.id)
    const { address } = await make()
    const found = async (instant: string) => {
      app.clock.set(instant)
      return (await read(address)).events.length
    }
    const at = Date.parse('2027-06-01T08:00:00Z')
    const after = (days: number, ms: number) => new Date(at + days * day + ms).toISOString()
    expect(await found(after(-366, 1))).toBe(1)
    expect(await found(after(-366, 0))).toBe(0)
    expect(await found(after(92, 0))).toBe(1)
    expect(await found(after(92, 1))).toBe(0)
  })
})

describe('the weeks in which clocks change', () => {
  // Each at ten local time, on the day before and the day of the change.
  it.each([
    ['Europe/London', '2027-03-27', '2027-03-27T10:00:00Z', '2027-03-28', '2027-03-28T09:00:00Z'],
    ['Europe/London', '2027-10-30', '2027-10-30T09:00:00Z', '2027-10-31', '2027-10-31T10:00:00Z'],
    ['America/New_York', '2027-03-13', '2027-03-13T15:00:00Z', '2027-03-14', '2027-03-14T14:00:00Z'],
    ['America/New_York', '2027-11-06', '2027-11-06T14:00:00Z', '2027-11-07', '2027-11-07T15:00:00Z'],
  ])('%s, %s: in a client’s, a mentor’s and the place’s calendar', async (time_zone, before, beforeAt, after, afterAt) => {
    const where = await makePlace(app.db, { time_zone })
    for (const date of [before, after]) await book((await plan(`${date}T10:00`, `${date}T10:30`, where))[0]!.id)
    app.clock.set(`${before}T00:00:00Z`)
    const as = await app.signIn(client)
    const { body } = await makeForPlace(await app.signIn(await makeAdmin(app.db, ['Settings Edit'])), where.id)
    for (const address of [(await make('client', as)).address, (await make('mentor', await app.signIn(mentor))).address, body.address]) {
      const { calendar, events } = await read(address)
      expect(events.map(({ starts_at }) => starts_at)).toEqual([beforeAt, afterAt])
      for (const { starts_at, ends_at } of events) expect(Date.parse(ends_at) - Date.parse(starts_at)).toBe(30 * 60_000)
      // As a calendar in that zone shows them: ten o'clock on both days.
      const shown = events.map(({ starts_at }) => new Date(starts_at).toLocaleTimeString('en-GB', { timeZone: time_zone }))
      expect(shown).toEqual(['10:00:00', '10:00:00'])
      expect(calendar.getAllSubcomponents('vtimezone')).toEqual([])
    }
  })
})

describe('a mentor’s calendar', () => {
  it('holds the appointments with them by reference, and names no client', async () => {
    const [first, second] = await plan()
    const { id, reference } = await book(first!.id)
    const other = await makeMentor(app.db)
    const elsewhere = await makeSchedule(app.db, {
      supportType,
      place,
      mentors: [other],
      from: '2026-12-02T09:00',
      to: '2026-12-02T09:30',
    })
    await book(elsewhere.slots[0]!.id)
    const pending = await makeAppointment(app.db, second!.id, (await makeUser(app.db)).id, { status: 'pending' })
    const { events, text } = await read((await make('mentor', await app.signIn(mentor))).address)
    expect(events.map(({ uid, title, status }) => [uid, title, status])).toEqual([
      [`${id}@openhour`, `Appointment ${reference.slice(0, 4)}-${reference.slice(4)}`, 'CONFIRMED'],
      [`${pending.id}@openhour`, `Appointment ${pending.reference.slice(0, 4)}-${pending.reference.slice(4)}`, 'TENTATIVE'],
    ])
    expect(text).not.toMatch(/Grief|counselling|Zoe|Secret/)
  })
})

describe('a place’s calendar', () => {
  it('contains its sessions with the number of bookings and no names', async () => {
    const as = await app.signIn(await makeAdmin(app.db, ['Settings Edit', 'Schedule Edit']))
    const [first] = await plan()
    const { reference } = await book(first!.id)
    await plan('2026-12-03T09:00', '2026-12-03T09:30', await makePlace(app.db))
    const session = { supportType, place, mentors: [mentor], from: '2026-12-04T09:00', to: '2026-12-04T10:00' }
    await makeSchedule(app.db, { ...session, fields: { status: 'draft' } })
    const { status, body } = await makeForPlace(as)
    expect([status, body.feed.kind]).toEqual([201, 'place'])
    const { calendar, events, text } = await read(body.address)
    const { schedule_id } = first!
    expect(events).toEqual([
      {
        uid: `${schedule_id}@openhour`,
        sequence: 0,
        status: 'CONFIRMED',
        title: 'Ada Lovelace: 1 of 2 booked',
        starts_at: '2026-12-01T09:00:00Z',
        ends_at: '2026-12-01T10:00:00Z',
      },
    ])
    expect(text).not.toMatch(new RegExp(`Grief|counselling|Zoe|Secret|${reference.slice(0, 4)}-`))
    expect(calendar.getFirstPropertyValue('x-wr-timezone')).toBe('Europe/London')
    const cancel = { params: { id: schedule_id }, body: { reason: 'Flooded.' } }
    expect((await app.request('POST /api/schedules/{id}/cancel', { token: as, ...cancel })).status).toBe(200)
    const after = await read(body.address)
    expect(after.events).toEqual([{ ...events[0], sequence: 1, status: 'CANCELLED', title: 'Ada Lovelace' }])
    expect(after.text).not.toContain('Flooded')
  })

  it('can be stopped by any permitted member of staff, and is in no personal list', async () => {
    const [as, colleague] = [
      await app.signIn(await makeAdmin(app.db, ['Settings Edit'])),
      await app.signIn(await makeAdmin(app.db, ['Settings Edit'])),
    ]
    const { address, feed } = (await makeForPlace(as)).body
    expect((await app.request('GET /api/my-calendars', { token: as })).body).toEqual({ data: [] })
    const params = { id: place.id }
    expect((await app.request('GET /api/places/{id}/calendars', { token: colleague, params })).body).toEqual({ data: [feed] })
    // It is not a personal calendar.
    expect((await app.request('DELETE /api/my-calendars/{id}', { token: as, params: feed })).status).toBe(404)
    expect((await app.request('DELETE /api/place-calendars/{id}', { token: colleague, params: feed })).status).toBe(200)
    expect(await statusOf(address)).toBe(404)
    expect((await app.request('GET /api/places/{id}/calendars', { token: as, params })).body).toEqual({ data: [] })
    const own = (await make('client', as)).feed
    expect((await app.request('DELETE /api/place-calendars/{id}', { token: colleague, params: own })).status).toBe(404)
  })
})

it('is in the language of its owner, and a place’s in the organisation’s: calendar programs ask for none', async () => {
  const { db } = app
  const [first] = await plan()
  const { reference } = await book(first!.id)
  await db.updateTable('users').set({ locale: 'fr' }).where('id', 'in', [client.id, mentor.id]).execute()
  const titleOf = async (address: string) => (await read(address)).events[0]?.title
  const shown = formatReference(reference)
  expect(await titleOf((await make()).address)).toBe('Rendez-vous avec Ada Lovelace')
  expect((await read((await make()).address)).text).toContain(`DESCRIPTION:Référence ${shown}`)
  expect(await titleOf((await make('mentor', await app.signIn(mentor))).address)).toBe(`Rendez-vous ${shown}`)
  await db.updateTable('settings').set({ locale: 'de' }).execute()
  const as = await app.signIn(await makeAdmin(db, ['Settings Edit']))
  expect(await titleOf((await makeForPlace(as)).body.address)).toBe('Ada Lovelace: 1 von 2 gebucht')
  await db.updateTable('settings').set({ locale: 'en' }).execute()
})
