import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin } from '#database/factories.ts'
import { openDesk, type Desk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => void (desk = await openDesk()))
afterAll(() => desk.app.close())

/** A request for approval in a session of its own. */
async function request(fields = {}, person: { email?: string; channel?: 'none' | 'email' | 'both' } = {}) {
  const { slots } = await desk.plan()
  const { appointment, user } = await desk.book(slots[0]!.id, { status: 'pending', ...fields })
  await desk.app.db
    .updateTable('users')
    .set({ channel: 'sms', ...person })
    .where('id', '=', user.id)
    .execute()
  return { id: appointment.id, revision: appointment.revision, user }
}
const listed = (...items: { id: string; revision: number }[]) => items.map(({ id, revision }) => ({ id, revision }))
const unknown = { id: '01900000-0000-7000-8000-000000000000', revision: 1 }
const preview = (body: object, token: string | undefined = desk.token) =>
  desk.app.request('POST /api/appointments/status/preview', { body, token })
const change = (body: object, token: string | undefined = desk.token) => desk.app.request('POST /api/appointments/status', { body, token })
const statusOf = async (id: string) =>
  (await desk.app.db.selectFrom('appointments').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const messagesOf = async (id: string) =>
  (
    await desk.app.db
      .selectFrom('outbox')
      .select('kind')
      .where('appointment_id', '=', id)
      .where('kind', 'like', 'appointment\\_%')
      .execute()
  ).map(({ kind }) => kind)

describe('POST /api/appointments/status', () => {
  test('approves each request that still can be, and says why the others stay', async () => {
    const [fine, last] = [await request(), await request()]
    const gone = await request({ status: 'cancelled', cancelled_by: 'client', cancelled_at: desk.app.clock.now() })
    const stale = { ...(await request()), revision: 9 }
    const body = { status: 'booked', appointments: listed(fine, gone, stale, unknown, last) }
    const seen = await preview(body)
    expect(seen.status).toBe(200)
    expect(seen.body.appointments.map(({ problem }: { problem: { code: string } | null }) => problem?.code)).toEqual([
      undefined,
      'bad_transition',
      'stale',
      'not_found',
      undefined,
    ])
    expect(await statusOf(fine.id)).toBe('pending')
    const done = await change(body)
    expect(done.status).toBe(200)
    expect(done.body.changed).toEqual([
      { id: fine.id, undo: null },
      { id: last.id, undo: null },
    ])
    expect(done.body.skipped.map(({ id, code }: { id: string; code: string }) => [id, code])).toEqual([
      [gone.id, 'bad_transition'],
      [stale.id, 'stale'],
      [unknown.id, 'not_found'],
    ])
    expect(await statusOf(last.id)).toBe('booked')
    expect(await statusOf(stale.id)).toBe('pending')
    expect(await messagesOf(fine.id)).toContain('appointment_approved')
    expect((await desk.history(fine.id)).at(-1)).toMatchObject({ action: 'approved', by: { id: desk.staff.id } })
    // Sent again: nothing changes twice.
    expect((await change(body)).body.changed).toEqual([])
  })

  test('declines with one reason, which stays in each history', async () => {
    const [first, second] = [await request(), await request()]
    const body = { status: 'cancelled', appointments: listed(first, second) }
    const refused = await change(body)
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([422, ['reason']])
    expect((await change({ ...body, reason: 'No mentor that week.' })).body.skipped).toEqual([])
    for (const { id } of [first, second]) {
      expect((await desk.history(id)).at(-1)).toMatchObject({ action: 'cancelled', reason: 'No mentor that week.' })
      expect(await messagesOf(id)).toContain('appointment_cancelled')
    }
  })

  test('the preview says how each client is told, and why one gets no message', async () => {
    const text = await request()
    const both = await request({}, { email: 'both@example.org', channel: 'both' })
    const none = await request({}, { channel: 'none' })
    const { slots } = await desk.plan({ from: '2026-11-20T06:00', to: '2026-11-20T07:00' })
    const { appointment: started } = await desk.book(slots[0]!.id, { status: 'pending' })
    const body = { status: 'booked', appointments: listed(text, both, none, started) }
    const told = async (input: object) => (await preview(input)).body.appointments.map(({ message }: { message: object | null }) => message)
    expect(await told(body)).toEqual([
      { channels: ['sms'], why: null },
      { channels: ['sms', 'email'], why: null },
      { channels: [], why: 'not_wanted' },
      { channels: [], why: 'past' },
    ])
    await desk.app.db
      .updateTable('settings')
      .set({ messages_off: ['appointment_approved'] })
      .execute()
    expect((await told(body))[0]).toEqual({ channels: [], why: 'switched_off' })
    await desk.app.db.updateTable('settings').set({ messages_off: [] }).execute()
    expect(await told({ status: 'entered-in-error', appointments: listed(text) })).toEqual([null])
  })

  test('requests are listed by appointment or by request, in both directions', async () => {
    await desk.app.db.updateTable('appointments').set({ status: 'booked' }).where('status', '=', 'pending').execute()
    const soon = await request({ created_at: '2026-11-19T09:00:00Z' })
    const later = await request({ created_at: '2026-11-18T09:00:00Z' })
    const read = (query: Record<string, string | number>, list: 'pending' | 'today' = 'pending') =>
      desk.app.request('GET /api/dashboard/{list}', { params: { list }, query, token: desk.token })
    const ids = async (query: Record<string, string | number>) => (await read(query)).body.data.map(({ id }: { id: string }) => id)
    expect(await ids({})).toEqual([soon.id, later.id])
    expect(await ids({ sort: '-starts' })).toEqual([later.id, soon.id])
    expect(await ids({ sort: 'created' })).toEqual([later.id, soon.id])
    expect(await ids({ sort: '-created' })).toEqual([soon.id, later.id])
    expect(await ids({ sort: '-created', per_page: 1, page: 2 })).toEqual([later.id])
    expect((await read({ sort: 'name' })).status).toBe(422)
    expect((await read({ sort: 'created' }, 'today')).status).toBe(200)
  })

  test('offers Undo where the single step does', async () => {
    const { slots } = await desk.plan({ from: '2026-11-20T08:30', to: '2026-11-20T09:30' })
    const { appointment } = await desk.book(slots[0]!.id)
    const arrived = await change({ status: 'arrived', appointments: listed(appointment) })
    expect(arrived.body).toEqual({ changed: [{ id: appointment.id, undo: 'booked' }], skipped: [], undo: null })
    expect((await change({ status: 'booked', appointments: [{ id: appointment.id }] })).body.changed).toEqual([
      { id: appointment.id, undo: null },
    ])
  })

  test('refuses too many, none, the same twice, malformed bodies and other callers', async () => {
    const one = await request()
    const many = Array.from({ length: 101 }, (_, index) => ({ id: `01900000-0000-7000-8000-${String(index).padStart(12, '0')}` }))
    for (const appointments of [[], many, listed(one, one), [{ id: 'x' }], [{ ...unknown, other: 1 }], 'all'])
      for (const call of [preview, change]) expect((await call({ status: 'booked', appointments })).status).toBe(422)
    const body = { status: 'booked', appointments: listed(one) }
    const reader = await desk.app.signIn(await makeAdmin(desk.app.db, ['Appointment List']))
    for (const call of [preview, change]) {
      expect((await call(body, reader)).status).toBe(403)
      expect((await call(body, await desk.app.signIn(desk.mentor))).status).toBe(403)
      expect((await call(body, '')).status).toBe(401)
    }
    expect(await statusOf(one.id)).toBe('pending')
  })

  test('two members of staff at once approve each request once', async () => {
    const requests = [await request(), await request(), await request()]
    const [one, other] = await Promise.all([
      change({ status: 'booked', appointments: listed(...requests) }),
      change({ status: 'booked', appointments: listed(...requests.toReversed()) }),
    ])
    expect(one.body.changed.length + other.body.changed.length).toBe(3)
    for (const { id } of requests) expect((await messagesOf(id)).filter(kind => kind === 'appointment_approved')).toHaveLength(1)
  })
})
