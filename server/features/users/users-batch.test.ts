import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let clerk: string
let clerkId: string
beforeAll(async () => {
  app = await startTestApp()
  const user = await makeAdmin(app.db, ['User List', 'User Edit', 'Appointment Edit'])
  clerkId = user.id
  clerk = await app.signIn(user)
})
afterAll(() => app.close())

const unknown = '01900000-0000-7000-8000-000000000000'
const preview = (body: object, token: string | undefined = clerk) => app.request('POST /api/users/deactivate/preview', { body, token })
const deactivate = (body: object, token: string | undefined = clerk) => app.request('POST /api/users/deactivate', { body, token })
const listed = (...users: { id: string; revision?: number }[]) => users.map(({ id, revision }) => ({ id, ...(revision && { revision }) }))
const isActive = async (id: string) =>
  (await app.db.selectFrom('users').select('active').where('id', '=', id).executeTakeFirstOrThrow()).active
const codes = (items: { code?: string; problem?: { code: string } | null }[]) => items.map(each => each.code ?? each.problem?.code)

let days = 0
/** A client with an appointment ahead. */
async function booked() {
  const [user, mentor, supportType, place] = [
    await makeUser(app.db),
    await makeMentor(app.db),
    await makeSupportType(app.db),
    await makePlace(app.db),
  ]
  days += 1
  const date = new Date(Date.UTC(2027, 0, days)).toISOString().slice(0, 10)
  const { slots } = await makeSchedule(app.db, { supportType, place, mentors: [mentor], from: `${date}T09:00`, to: `${date}T10:00` })
  return { user, appointment: await makeAppointment(app.db, slots[0]!.id, user.id), mentor }
}

describe('GET /api/users', () => {
  it('sorts by name or by age in both directions, page by page and in the CSV file', async () => {
    const people: { id: string; name: string }[] = []
    for (const name of ['Ada', 'Zed', 'Max', 'Kim', 'Bo']) people.push(await makeUser(app.db, { name: `${name} Sortable` }))
    // Ids are in the order of time; those of one millisecond in any order.
    const names = people.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ name }) => name)
    const token = await app.signIn(await makeAdmin(app.db))
    const read = async (query: Record<string, string | number>) =>
      (await app.request('GET /api/users', { query: { search: 'sortable', ...query }, token })).body.data.map(
        ({ name }: { name: string }) => name,
      )
    const byName = names.toSorted()
    const expected = { name: byName, '-name': byName.toReversed(), created: names, '-created': names.toReversed() }
    for (const [sort, order] of Object.entries(expected)) {
      expect(await read({ sort })).toEqual(order)
      const pages = await Promise.all([1, 2, 3].map(page => read({ sort, page, per_page: 2 })))
      expect(pages.flat()).toEqual(order)
      const file = await app.request('GET /api/users/export', { query: { search: 'sortable', sort }, token })
      expect([...String(file.body).matchAll(/\w+ Sortable/g)].map(([name]) => name)).toEqual(order)
    }
    const everyone = await app.request('GET /api/users', { query: { sort: '-created', per_page: 3 }, token })
    // People made at the same time are in the order of their ids.
    const ids = everyone.body.data.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect((await app.request('GET /api/users', { query: { sort: 'phone' }, token })).status).toBe(422)
  })
})

describe('POST /api/users/deactivate', () => {
  it('deactivates each person that can be, and says why the others cannot', async () => {
    const [fine, other] = [await makeUser(app.db), await makeUser(app.db)]
    const { user: withPlans, appointment, mentor } = await booked()
    const stronger = await makeAdmin(app.db, ['User List', 'User Edit', 'Appointment Edit', 'Role Edit'])
    const closed = await makeUser(app.db)
    await app.db.updateTable('users').set({ active: false, merged_into: other.id }).where('id', '=', closed.id).execute()
    const users = listed(fine, stronger, closed, { ...other, revision: 9 }, { id: unknown }, { id: clerkId }, withPlans, mentor)
    const seen = await preview({ users })
    expect(seen.status).toBe(200)
    expect(codes(seen.body.users)).toEqual([
      undefined,
      'outranked',
      'record_closed',
      'stale',
      'not_found',
      'not_yourself',
      undefined,
      'outranked',
    ])
    expect(seen.body.users.at(-2).ahead).toEqual({ appointments: 1, waiting: 0, with_them: 0 })
    expect(seen.body.users.at(-1).ahead).toBe(null)
    expect(await isActive(fine.id)).toBe(true)
    const logged = await app.db.selectFrom('record_views').select('user_id').where('viewer_id', '=', clerkId).execute()
    expect(new Set(logged.map(({ user_id }) => user_id))).toEqual(new Set([fine.id, withPlans.id]))

    const done = await deactivate({ users, reason: 'Left the course' })
    expect([done.status, done.body.deactivated]).toEqual([200, [fine.id]])
    expect(codes(done.body.skipped)).toEqual([
      'outranked',
      'record_closed',
      'stale',
      'not_found',
      'not_yourself',
      'has_bookings',
      'outranked',
    ])
    expect([await isActive(fine.id), await isActive(withPlans.id), await isActive(stronger.id)]).toEqual([false, true, true])
    const { reason } = await app.db
      .selectFrom('audit')
      .select('reason')
      .where('subject_id', '=', fine.id)
      .where('action', '=', 'deactivated')
      .executeTakeFirstOrThrow()
    expect(reason).toBe('Left the course')
    const cancelled = await deactivate({ users: listed(withPlans), open_appointments: 'cancel' })
    expect(cancelled.body).toEqual({ deactivated: [withPlans.id], skipped: [], undo: expect.any(String) })
    const { status } = await app.db.selectFrom('appointments').select('status').where('id', '=', appointment.id).executeTakeFirstOrThrow()
    expect(status).toBe('cancelled')
  })

  it('needs a reason for each record where records need one', async () => {
    const user = await makeUser(app.db)
    await app.db.updateTable('settings').set({ record_reason: true }).execute()
    expect((await preview({ users: listed(user) })).body.users).toMatchObject([{ problem: { code: 'reason_required' }, ahead: null }])
    expect(codes((await deactivate({ users: listed(user) })).body.skipped)).toEqual(['reason_required'])
    await app.db.updateTable('settings').set({ record_reason: false }).execute()
    expect(await isActive(user.id)).toBe(true)
  })

  it('refuses too many, none, the same twice, and other callers', async () => {
    const user = await makeUser(app.db)
    const many = Array.from({ length: 101 }, (_, index) => ({ id: `01900000-0000-7000-8000-${String(index).padStart(12, '0')}` }))
    const reader = await app.signIn(await makeAdmin(app.db, ['User List']))
    for (const call of [preview, deactivate]) {
      for (const users of [[], many, listed(user, user), [{ id: 'x' }]]) expect((await call({ users })).status).toBe(422)
      expect((await call({ users: listed(user) }, reader)).status).toBe(403)
      expect((await call({ users: listed(user) }, '')).status).toBe(401)
    }
    expect((await deactivate({ users: listed(user), open_appointments: 'forget' })).status).toBe(422)
    expect(await isActive(user.id)).toBe(true)
  })
})
