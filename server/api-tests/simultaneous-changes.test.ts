import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { wholeRecordAbilities } from '#contract/whole-record.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../testing/app.ts'

type Row<Made extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Made>>
let app: TestApp
let staff: string
let supportType: Row<typeof makeSupportType>
let place: Row<typeof makePlace>
let mentor: Row<typeof makeMentor>
beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T09:00:00Z' })
  staff = await app.signIn(await makeAdmin(app.db))
})
afterAll(() => app.close())
beforeEach(async () => {
  supportType = await makeSupportType(app.db)
  place = await makePlace(app.db)
  mentor = await makeMentor(app.db)
})

/** The first change waits with its locks until the second one waits for them. */
async function inTurn(first: () => Promise<TestAnswer>, second: () => Promise<TestAnswer>): Promise<[TestAnswer, TestAnswer]> {
  const holding = await app.db.startTransaction().execute()
  await sql`LOCK TABLE audit IN SHARE MODE`.execute(holding)
  const one = first()
  await waitForLocks(app.db)
  const other = second()
  await waitForLocks(app.db, 2)
  await holding.commit().execute()
  return [await one, await other]
}

const from = '2026-12-04T09:00'
const makeSession = (fields: Partial<Parameters<typeof makeSchedule>[1]> = {}) =>
  makeSchedule(app.db, { supportType, place, mentors: [mentor], from, to: '2026-12-04T10:00', ...fields })
type Session = Row<typeof makeSession>

const book = async ({ schedule, slots }: Session, index: number) => {
  const token = await app.signIn(await makeUser(app.db))
  return () =>
    app.request('POST /api/appointments', {
      token,
      body: { schedule_id: schedule.id, starts_at: slots[index]!.starts_at, mentor_id: mentor.id },
    })
}
const change =
  ({ schedule }: Session, body: object) =>
  () =>
    app.request('PUT /api/schedules/{id}', { token: staff, params: { id: schedule.id }, body })
const codeOf = ({ status, problem }: TestAnswer) => (status < 300 ? status : problem.code)

describe('a booking of the last seat and', () => {
  const changes: Record<string, { change: () => Promise<object> | object; booked: string; changed: string | number }> = {
    'fewer seats': { change: () => ({ seats_per_slot: 1 }), booked: 'has_bookings', changed: 'slot_taken' },
    'a shorter session': { change: () => ({ ends_at: '2026-12-04T09:30' }), booked: 'has_bookings', changed: 'invalid' },
    'longer slots': { change: () => ({ slot_minutes: 60 }), booked: 'has_bookings', changed: 'invalid' },
    'another hour': {
      change: () => ({ starts_at: '2026-12-04T11:00', ends_at: '2026-12-04T12:00' }),
      booked: 'has_bookings',
      changed: 'invalid',
    },
    // The client gets the session's new place.
    'another place': { change: async () => ({ place_id: (await makePlace(app.db)).id }), booked: 'has_bookings', changed: 201 },
    'another mentor': {
      change: async () => ({ mentor_ids: [(await makeMentor(app.db)).id] }),
      booked: 'has_bookings',
      changed: 'invalid',
    },
  }
  const named = Object.entries(changes).map(([what, each]) => ({ what, ...each }))

  /** One of two seats of the second slot is taken where the change concerns seats. */
  async function prepare(what: string) {
    const session = await makeSession({ seats: 2 })
    if (what === 'fewer seats') await makeAppointment(app.db, session.slots[1]!.id, (await makeUser(app.db)).id)
    return session
  }
  const overbooked = async ({ schedule }: Session) => {
    const { rows } =
      await sql`SELECT FROM slots x WHERE x.schedule_id = ${schedule.id} AND (x.taken + x.held > x.seats OR NOT x.live AND x.taken > 0
      OR x.taken <> (SELECT count(*) FROM appointments a WHERE a.slot_id = x.id AND holds_seat(a.status)))`.execute(app.db)
    return rows.length
  }

  it.each(named)('$what: the booking first', async ({ what, change: make, booked }) => {
    const session = await prepare(what)
    const answers = await inTurn(await book(session, 1), change(session, await make()))
    expect(answers.map(codeOf)).toEqual([201, booked])
    expect(await overbooked(session)).toBe(0)
  })

  it.each(named)('$what: the change first', async ({ what, change: make, changed }) => {
    const session = await prepare(what)
    const answers = await inTurn(change(session, await make()), await book(session, 1))
    expect(answers.map(codeOf)).toEqual([200, changed])
    expect(await overbooked(session)).toBe(0)
  })
})

describe('a booking and', () => {
  const off = () =>
    app.request('POST /api/time-off', {
      token: staff,
      body: { mentor_id: mentor.id, starts_at: '2026-12-04T00:00', ends_at: '2026-12-05T00:00', reason: '' },
    })
  const close = () => app.request('POST /api/closed-days', { token: staff, body: { place_id: place.id, date: '2026-12-04', reason: '' } })

  it.each([
    ['time off', off],
    ['a closed day', close],
  ])('%s: the booking is refused, or the absence names it', async (_, enter) => {
    const session = await makeSession()
    const [booked, entered] = await inTurn(await book(session, 0), enter)
    expect([codeOf(booked), codeOf(entered), entered.body.affected]).toEqual([201, 201, 1])
  })

  it.each([
    ['time off', off],
    ['a closed day', close],
  ])('%s that was entered first: the booking is refused', async (_, enter) => {
    const session = await makeSession()
    const [entered, booked] = await inTurn(enter, await book(session, 0))
    expect([codeOf(entered), codeOf(booked), entered.body.affected]).toEqual([201, 'not_bookable', 0])
  })
})

describe('a move into a session and', () => {
  const moveTo = async ({ schedule, slots }: Session) => {
    const client = await makeUser(app.db)
    const before = await makeSession({ mentors: [await makeMentor(app.db)], from: '2026-12-05T09:00', to: '2026-12-05T10:00' })
    const { id } = await makeAppointment(app.db, before.slots[0]!.id, client.id)
    const token = await app.signIn(client)
    const body = { schedule_id: schedule.id, starts_at: slots[0]!.starts_at }
    return () => app.request('POST /api/appointments/{id}/move', { token, params: { id }, body })
  }

  it('undoing its publication: the move is refused', async () => {
    const session = await makeSession({ fields: { status: 'draft' } })
    const { undo } = (
      await app.request('POST /api/schedules/{id}/publish', { token: staff, params: { id: session.schedule.id }, body: {} })
    ).body
    const undoing = () => app.request('POST /api/schedules/publish/undo', { token: staff, body: { undo } })
    const answers = await inTurn(undoing, await moveTo(session))
    expect(answers.map(codeOf)).toEqual([200, 'not_found'])
  })
})

describe('two changes of staff', () => {
  it('of a session and its series: the second is stale', async () => {
    const session = await makeSession({ fields: { series_id: crypto.randomUUID() } })
    const { id, revision } = session.schedule
    const series = () =>
      app.request('PUT /api/schedules/{id}/series', {
        token: staff,
        params: { id },
        body: { change: { note: 'All' }, sessions: [{ id, revision }] },
      })
    const alone = change(session, { note: 'One', revision })
    expect((await inTurn(alone, series)).map(codeOf)).toEqual([200, 'stale'])
    const again = await makeSession({ from: '2026-12-05T09:00', to: '2026-12-05T10:00', fields: { series_id: crypto.randomUUID() } })
    const { id: other } = again.schedule
    const changeAll = () =>
      app.request('PUT /api/schedules/{id}/series', {
        token: staff,
        params: { id: other },
        body: { change: { note: 'All' }, sessions: [{ id: other, revision }] },
      })
    expect((await inTurn(changeAll, change(again, { note: 'One', revision }))).map(codeOf)).toEqual([200, 'stale'])
  })

  it('that take an ability from a colleague who gives it away: it is not given', async () => {
    const colleague = await makeAdmin(app.db, ['RoleAssign Edit', 'Report View'])
    const { role_id } = await app.db
      .selectFrom('role_assignments')
      .select('role_id')
      .where('user_id', '=', colleague.id)
      .executeTakeFirstOrThrow()
    const token = await app.signIn(colleague)
    const friend = await makeUser(app.db)
    const take = () =>
      app.request('PUT /api/roles/{id}', { token: staff, params: { id: role_id }, body: { abilities: ['RoleAssign Edit'] } })
    const { id: given } = (
      await app.request('POST /api/roles', {
        token: staff,
        body: { name: 'Reader', abilities: ['Report View'], opens_admin: true, is_mentor: false },
      })
    ).body
    const give = () => app.request('POST /api/role-assign', { token, body: { user_id: friend.id, role_ids: [given] } })
    expect((await inTurn(take, give)).map(codeOf)).toEqual([200, 'beyond_own'])
  })

  it.each([
    ['deactivates', 'POST /api/users/{id}/deactivate', {}],
    ['erases', 'POST /api/users/{id}/erase', {}],
    ['renames', 'PUT /api/users/{id}', { name: 'Another' }],
    ['removes the photo of', 'DELETE /api/users/{id}/photo', undefined],
    ['logs out', 'DELETE /api/users/{id}/sessions', undefined],
    ['removes the app of', 'DELETE /api/users/{id}/authenticator', undefined],
  ] as const)('a person is given more rights while a colleague with fewer %s them: the colleague is refused', async (_, call, body) => {
    const colleague = await app.signIn(await makeAdmin(app.db, ['User List', ...wholeRecordAbilities.erase]))
    const person = await makeUser(app.db)
    const { role_id } = await app.db
      .selectFrom('role_assignments as a')
      .innerJoin('roles as r', 'r.id', 'a.role_id')
      .select('a.role_id')
      .where(sql<boolean>`'*' = ANY (r.abilities)`)
      .executeTakeFirstOrThrow()
    const give = () => app.request('POST /api/role-assign', { token: staff, body: { user_id: person.id, role_ids: [role_id] } })
    const change = () => app.request(call, { token: colleague, params: { id: person.id }, body })
    expect((await inTurn(give, change)).map(codeOf)).toEqual([201, 'outranked'])
  })

  it('that delete and give a role: no person holds a role that is gone', async () => {
    const make = async (name: string) =>
      (
        await app.request('POST /api/roles', {
          token: staff,
          body: { name, abilities: ['Report View'], opens_admin: true, is_mentor: false },
        })
      ).body.id as string
    const friend = await makeUser(app.db)
    const remove = (id: string) => () => app.request('DELETE /api/roles/{id}', { token: staff, params: { id } })
    const give = (id: string) => () => app.request('POST /api/role-assign', { token: staff, body: { user_id: friend.id, role_ids: [id] } })
    const [one, two] = [await make('One'), await make('Two')]
    expect((await inTurn(remove(one), give(one))).map(codeOf)).toEqual([200, 'invalid'])
    expect((await inTurn(give(two), remove(two))).map(codeOf)).toEqual([201, 'role_in_use'])
  })
})

describe('merging a record and', () => {
  const days = { from_date: '2026-12-04', to_date: '2026-12-04' }
  const requests: Record<string, { late: string; ask: (token: string, session: Session) => Promise<TestAnswer> }> = {
    'a booking': {
      late: 'not_found',
      ask: (token, { schedule, slots }) =>
        app.request('POST /api/appointments', { token, body: { schedule_id: schedule.id, starts_at: slots[0]!.starts_at } }),
    },
    'joining the waiting list': {
      late: 'not_found',
      ask: token => app.request('POST /api/waiting-list', { token, body: { ...days, support_type_id: other.id } }),
    },
    'a calendar address': {
      late: 'unauthenticated',
      ask: token => app.request('POST /api/my-calendars', { token, body: { kind: 'client' } }),
    },
  }
  let other: Row<typeof makeSupportType> // without sessions
  const named = Object.entries(requests).map(([what, each]) => ({ what, ...each }))

  async function prepare() {
    other = await makeSupportType(app.db)
    const [stays, goes] = [await makeUser(app.db), await makeUser(app.db)]
    const body = { other_id: goes.id }
    const merge = () => app.request('POST /api/users/{id}/merge', { token: staff, params: { id: stays.id }, body })
    return { goes, merge, token: await app.signIn(goes), session: await makeSession() }
  }
  /** What the merged record still has. */
  async function countLeft(user_id: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`SELECT (SELECT count(*) FROM appointments WHERE user_id = ${user_id})
      + (SELECT count(*) FROM waiting_list WHERE user_id = ${user_id}) + (SELECT count(*) FROM outbox WHERE user_id = ${user_id})
      + (SELECT count(*) FROM calendar_feeds WHERE user_id = ${user_id} AND revoked_at IS NULL)
      + (SELECT count(*) FROM sessions WHERE user_id = ${user_id} AND ended_at IS NULL) AS count`.execute(app.db)
    return Number(rows[0]?.count)
  }

  it.each(named)('$what: nothing stays with the merged record', async ({ ask }) => {
    const { goes, merge, token, session } = await prepare()
    expect((await inTurn(() => ask(token, session), merge)).map(codeOf)).toEqual([201, 200])
    expect(await countLeft(goes.id)).toBe(0)
  })

  it.each(named)('$what that comes during it: it is refused', async ({ ask, late }) => {
    const { goes, merge, token, session } = await prepare()
    expect((await inTurn(merge, () => ask(token, session))).map(codeOf)).toEqual([200, late])
    expect(await countLeft(goes.id)).toBe(0)
  })
})

it('books no client more than the limit in any way, also of many at once', async () => {
  const { max_open } = await app.db.selectFrom('settings').select('max_open').executeTakeFirstOrThrow()
  const client = await makeUser(app.db)
  const token = await app.signIn(client)
  const types = [supportType, await makeSupportType(app.db)]
  const sessions = []
  for (let day = 1; day <= 9; day += 1) {
    const date = `2026-12-1${day}`
    sessions.push(
      await makeSession({ supportType: types[day % 2]!, from: `${date}T09:00`, to: `${date}T10:00`, mentors: [await makeMentor(app.db)] }),
    )
  }
  const offered = await makeSession()
  const entry = await app.db
    .insertInto('waiting_list')
    .values({
      user_id: client.id,
      support_type_id: supportType.id,
      from_date: '2026-12-04',
      to_date: '2026-12-04',
      state: 'offered',
      offered_slot_id: offered.slots[0]!.id,
      offer_ends_at: '2026-11-20T12:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const held = await makeAppointment(app.db, sessions[0]!.slots[1]!.id, client.id)
  const answers = await Promise.all([
    app.request('POST /api/appointments/{id}/move', {
      token,
      params: { id: held.id },
      body: { schedule_id: sessions[2]!.schedule.id, starts_at: sessions[2]!.slots[1]!.starts_at },
    }),
    ...sessions.map(({ schedule, slots }) =>
      app.request('POST /api/appointments', { token, body: { schedule_id: schedule.id, starts_at: slots[0]!.starts_at } }),
    ),
    app.request('POST /api/waiting-list/{id}/accept', { token, params: { id: entry.id }, body: {} }),
  ])
  const open = await app.db
    .selectFrom('appointments')
    .select('id')
    .where('user_id', '=', client.id)
    .where('status', '=', 'booked')
    .execute()
  expect(open).toHaveLength(max_open!)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(max_open! - 1)
  expect(new Set(answers.filter(({ status }) => status >= 300).map(codeOf))).toEqual(new Set(['too_many_open']))
})
