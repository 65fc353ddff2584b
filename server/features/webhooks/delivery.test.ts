import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { webhookEvents } from '#contract/webhook-events.ts'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { openDatabaseProxy } from '../../testing/database-proxy.ts'
import { holdMs } from '../undo/commands.ts'
import { deliverAll } from './job.ts'
import { isGenuine, startReceiver } from '../../testing/webhook-receiver.ts'

let app: TestApp
/** A second server of the same organisation. */
let second: TestApp
let administrator: { id: string }
let here: Awaited<ReturnType<typeof startReceiver>>
let there: Awaited<ReturnType<typeof startReceiver>>
let day = 0

const env = { OPENHOUR_PRIVATE_NETWORKS: '127.0.0.1' }

beforeAll(async () => {
  app = await startTestApp({ env, now: '2027-03-01T10:00:00Z' })
  second = await startTestApp({ env, now: '2027-03-01T10:00:00Z', databaseOf: app })
  administrator = await makeAdmin(app.db)
})
afterAll(async () => {
  await second.close()
  await app.close()
})
beforeEach(async () => {
  ;[here, there] = await Promise.all([startReceiver(), startReceiver()])
})
afterEach(async () => {
  await sql`DELETE FROM webhook_endpoints`.execute(app.db)
  await sql`DELETE FROM webhook_events`.execute(app.db)
  await Promise.all([here.close(), there.close()])
})

/** As an administrator, who logs in each time, because the clock advances by days. */
const ask = async (name: Parameters<TestApp['request']>[0], sending: Parameters<TestApp['request']>[1] = {}) =>
  app.request(name, { ...sending, token: await app.signIn(administrator) })
const add = async (address: string, events: readonly string[] = webhookEvents) =>
  (await ask('POST /api/webhooks', { body: { address, events } })).body as { secret: string; webhook: Webhook }
const deliver = (server: TestApp = app) => deliverAll(server.platform, new AbortController().signal)
/** In PostgreSQL's format, without trailing zeros in a fraction. */
const nowAsStored = () =>
  app.clock
    .now()
    .toISOString()
    .replace(/\.?0*Z$/, 'Z')
const advance = (ms: number) => [app, second].forEach(({ clock }) => clock.advance(ms))
const log = async ({ webhook }: { webhook: Webhook }) =>
  (await ask('GET /api/webhooks/{id}/deliveries', { params: { id: webhook.id } })).body.data as WebhookDelivery[]
const look = async ({ webhook }: { webhook: Webhook }) =>
  (await ask('GET /api/webhooks/{id}', { params: { id: webhook.id } })).body as Webhook
const change = (id: string, set: ReturnType<typeof sql>) => sql`UPDATE appointments SET ${set} WHERE id = ${id}`.execute(app.db)
const cancel = (id: string, by: string) =>
  change(id, sql`status = 'cancelled', cancelled_by = ${by}, cancelled_at = now(), cancel_reason = 'Ill'`)

async function plan() {
  const date = new Date(Date.UTC(2027, 3, (day += 1))).toISOString().replace('.000Z', 'Z').slice(0, 10)
  const parts = { supportType: await makeSupportType(app.db), place: await makePlace(app.db), mentors: [await makeMentor(app.db)] }
  return makeSchedule(app.db, { ...parts, from: `${date}T09:00`, to: `${date}T11:00` })
}

describe('events', () => {
  it('writes nothing without a subscriber', async () => {
    const { slots } = await plan()
    await makeAppointment(app.db, slots[0]!.id, (await makeUser(app.db)).id)
    const { rows } = await sql`SELECT FROM webhook_events`.execute(app.db)
    expect(rows).toHaveLength(0)
  })

  it('is what happens to appointments', async () => {
    const { slots } = await plan()
    const user = await makeUser(app.db)
    await add(here.address)
    const [first, second_, third] = slots
    const one = await makeAppointment(app.db, first!.id, user.id)
    await change(one.id, sql`slot_id = ${third!.id}`)
    await change(one.id, sql`questions = ARRAY['Why?']`)
    await change(one.id, sql`status = 'arrived'`)
    await change(one.id, sql`status = 'booked'`)
    await cancel(one.id, 'organisation')
    const two = await makeAppointment(app.db, first!.id, user.id, { status: 'pending' })
    await change(two.id, sql`status = 'booked'`)
    await cancel(two.id, 'client')
    await cancel((await makeAppointment(app.db, first!.id, user.id, { status: 'pending' })).id, 'organisation')
    await cancel((await makeAppointment(app.db, second_!.id, user.id, { status: 'pending' })).id, 'client')
    await deliver()
    expect(here.types().toSorted()).toEqual(
      'booked moved status_changed status_changed cancelled requested approved cancelled requested refused requested cancelled'
        .split(' ')
        .map(kind => `appointment.${kind}`)
        .toSorted(),
    )
  })

  it('is what happens to records', async () => {
    await add(here.address)
    const user = await makeUser(app.db)
    const params = { id: user.id }
    const answers = [
      await ask('PUT /api/users/{id}', { params, body: { name: 'Jo Other' } }),
      await ask('POST /api/users/{id}/deactivate', { params, body: {} }),
      await ask('POST /api/users/{id}/reactivate', { params, body: {} }),
      await ask('POST /api/users/{id}/erase', { params, body: {} }),
    ]
    expect(answers.map(({ status, body }) => [status, body.errors])).toEqual(answers.map(() => [200, undefined]))
    advance(holdMs)
    await deliver()
    // An erasure deactivates the person first.
    const kinds = ['changed', 'created', 'deactivated', 'deactivated', 'erased', 'reactivated']
    expect(here.types().toSorted()).toEqual(kinds.map(kind => `client.${kind}`))
  })

  it('wait as long as Undo, and are not sent for what was undone', async () => {
    await add(here.address)
    const { slots } = await plan()
    const { id } = await makeAppointment(app.db, slots[0]!.id, (await makeUser(app.db)).id)
    await deliver()
    const sent = here.types().length
    const status = async () =>
      (await ask('POST /api/appointments/{id}/status', { params: { id }, body: { status: 'cancelled', reason: 'Ill' } })).body.undo
    const undo = await status()
    await deliver()
    expect(here.types()).toHaveLength(sent)
    expect((await ask('POST /api/appointments/status/undo', { body: { undo } })).status).toBe(200)
    advance(holdMs)
    await deliver()
    expect(here.types()).toHaveLength(sent)
    await status()
    advance(holdMs)
    await deliver()
    expect(here.types().slice(sent)).toEqual(['appointment.cancelled'])
  })

  it('say that a change was undone which they have told of', async () => {
    await add(here.address)
    const { slots } = await plan()
    // Without an address, no message ends Undo.
    const { id } = await makeAppointment(app.db, slots[0]!.id, (await makeUser(app.db)).id)
    const body = { schedule_id: slots[1]!.schedule_id, starts_at: slots[1]!.starts_at }
    const moved = await ask('PUT /api/appointments/{id}', { params: { id }, body })
    advance(holdMs)
    await deliver()
    expect((await ask('POST /api/appointments/move/undo', { body: { undo: moved.body.undo } })).status).toBe(200)
    await deliver()
    expect(here.types().filter(type => type === 'appointment.moved')).toHaveLength(2)
  })

  it('contain ids, times and status: no name, number, text or support type', async () => {
    await add(here.address)
    const { schedule, slots } = await plan()
    const user = await makeUser(app.db, { name: 'Jo Client' })
    const appointment = await makeAppointment(app.db, slots[0]!.id, user.id, { questions: ['Why am I sad?'] })
    await deliver()
    const told = here.received.map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> })
    expect(told.find(({ type }) => type === 'appointment.booked')).toEqual({
      type: 'appointment.booked',
      timestamp: expect.stringMatching(/^20\d\d-.*Z$/) as string,
      data: {
        id: appointment.id,
        client_id: user.id,
        mentor_id: slots[0]!.mentor_id,
        schedule_id: schedule.id,
        starts_at: slots[0]!.starts_at,
        ends_at: slots[0]!.ends_at,
        status: 'booked',
        revision: 1,
      },
    })
    expect(told.find(({ data }) => data.id === user.id)?.data).toEqual({ id: user.id, active: true, merged_into: null, revision: 1 })
  })

  it('is what came about: with a booking that is undone, its event is too', async () => {
    await add(here.address)
    const { slots } = await plan()
    const user = await makeUser(app.db)
    await deliver()
    here.received.length = 0
    await app.db
      .transaction()
      .execute(async trx => {
        await makeAppointment(trx, slots[0]!.id, user.id)
        throw new Error('undone')
      })
      .catch(() => {})
    await deliver()
    expect(here.received).toHaveLength(0)
  })

  it('goes to each subscriber and to no other webhook', async () => {
    await add(here.address, ['client.created'])
    const other = await add(there.address, ['client.changed'])
    const off = await add(there.address)
    await ask('PUT /api/webhooks/{id}', { params: { id: off.webhook.id }, body: { active: false } })
    const user = await makeUser(app.db)
    await sql`UPDATE users SET name = 'Jo' WHERE id = ${user.id}`.execute(app.db)
    await sql`UPDATE users SET note = 'x' WHERE id = ${user.id}`.execute(app.db)
    await deliver()
    expect([here.types(), there.types()]).toEqual([['client.created'], ['client.changed']])
    expect(await log(other)).toHaveLength(1)
  })
})

describe('a delivery', () => {
  it('is signed as Standard Webhooks has it, with both secrets for a day after a change', async () => {
    const { secret, webhook } = await add(here.address)
    await makeUser(app.db)
    await deliver()
    const changed = await ask('POST /api/webhooks/{id}/secret', { params: { id: webhook.id } })
    const tomorrow = new Date(app.clock.now().getTime() + 24 * 3_600_000).toISOString().replace('.000Z', 'Z')
    expect(changed.body.webhook.old_secret_until).toBe(tomorrow)
    await makeUser(app.db)
    await deliver()
    advance(24 * 3_600_000)
    await makeUser(app.db)
    await deliver()
    const now = app.clock.now()
    const earlier = new Date(now.getTime() - 24 * 3_600_000)
    const [one, two, three] = here.received as [(typeof here.received)[0], (typeof here.received)[0], (typeof here.received)[0]]
    const genuine = (got: typeof one, by: string, at: Date) => isGenuine(got, by, at)
    expect([await genuine(one, secret, earlier), await genuine(one, changed.body.secret, earlier)]).toEqual([true, false])
    expect([await genuine(two, secret, earlier), await genuine(two, changed.body.secret, earlier)]).toEqual([true, true])
    expect([await genuine(three, secret, now), await genuine(three, changed.body.secret, now)]).toEqual([false, true])
    expect((await look({ webhook })).old_secret_until).toBeNull()
  })

  it('is signed with every secret that was replaced within a day, and with none for longer', async () => {
    const { secret: first, webhook } = await add(here.address)
    const change = async () => (await ask('POST /api/webhooks/{id}/secret', { params: { id: webhook.id } })).body.secret as string
    const signedBy = async (...all: string[]) => {
      await makeUser(app.db)
      await deliver()
      const got = here.received.at(-1)!
      return Promise.all(all.map(one => isGenuine(got, one, app.clock.now())))
    }
    const second = await change()
    advance(12 * 3_600_000)
    const third = await change()
    advance(6 * 3_600_000)
    const fourth = await change()
    expect(await signedBy(first, second, third, fourth)).toEqual([true, true, true, true])
    advance(6 * 3_600_000)
    expect(await signedBy(first, second, third, fourth)).toEqual([false, true, true, true])
    advance(12 * 3_600_000)
    expect(await signedBy(first, second, third, fourth)).toEqual([false, false, true, true])
    advance(6 * 3_600_000)
    expect(await signedBy(first, second, third, fourth)).toEqual([false, false, false, true])
  })

  it('is in the log with the sent body and the response', async () => {
    const one = await add(here.address)
    here.behave((_got, response) => void response.writeHead(201).end(`taken\u0000${'x'.repeat(5000)}`))
    await makeUser(app.db)
    await deliver()
    const [entry] = await log(one)
    expect(entry).toMatchObject({
      type: 'client.created',
      state: 'delivered',
      attempts: 1,
      status: 201,
      why: null,
      can: { redeliver: true },
    })
    expect([entry!.request, entry!.event_id]).toEqual([here.received[0]!.body, here.received[0]!.headers['webhook-id']])
    expect(entry!.answer).toBe(`taken\uFFFD${'x'.repeat(1994)}`)
    expect(await look(one)).toMatchObject({ waiting: 0, last_success_at: nowAsStored(), revision: 1 })
  })

  it('is tried again later each time under the same id, then given up after a day or so', async () => {
    const one = await add(here.address)
    here.behave((_got, response) => void response.writeHead(500).end('no'))
    await makeUser(app.db)
    await deliver()
    await deliver()
    expect(here.received).toHaveLength(1)
    expect((await log(one))[0]).toMatchObject({
      state: 'waiting',
      attempts: 1,
      status: 500,
      why: 'bad_status',
      answer: 'no',
      can: { redeliver: false },
    })
    expect(await look(one)).toMatchObject({ waiting: 1, failing_since: nowAsStored() })
    for (let tries = 2; tries <= 9; tries += 1) {
      const { due_at } = (await log(one))[0]!
      ;[app, second].forEach(({ clock }) => clock.set(due_at))
      await deliver()
    }
    expect(here.received).toHaveLength(9)
    expect(new Set(here.received.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(1)
    expect((await log(one))[0]).toMatchObject({ state: 'failed', attempts: 9 })
    here.behave((_got, response) => void response.end())
    const again = await ask('POST /api/webhook-deliveries/{id}/redeliver', { params: { id: (await log(one))[0]!.id } })
    expect(again.body).toMatchObject({ state: 'waiting', attempts: 0 })
    expect((await ask('POST /api/webhook-deliveries/{id}/redeliver', { params: { id: again.body.id } })).problem.code).toBe(
      'not_redeliverable',
    )
    await deliver()
    expect(here.received[9]!.headers['webhook-id']).toBe(here.received[0]!.headers['webhook-id'])
    expect((await log(one))[0]).toMatchObject({ state: 'delivered', attempts: 1, status: 200, why: null })
    expect((await look(one)).failing_since).toBeNull()
  })

  it.each([
    [301, { location: 'http://127.0.0.1:1/' }],
    [404, {}],
  ])('answered %i has not arrived, and no redirect is followed', async (status, headers) => {
    const one = await add(here.address)
    here.behave((_got, response) => void response.writeHead(status, headers).end())
    await makeUser(app.db)
    await deliver()
    expect((await log(one))[0]).toMatchObject({ state: 'waiting', status, why: 'bad_status' })
  })

  it('is made by one of two servers alone', async () => {
    await add(here.address)
    await Promise.all(Array.from({ length: 30 }, () => makeUser(app.db)))
    await Promise.all([deliver(), deliver(second)])
    expect(here.received).toHaveLength(30)
    expect(new Set(here.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30)
  })

  it('that a killed server had in hand is taken over when its lease ends', async () => {
    const one = await add(here.address)
    await makeUser(app.db)
    const held = new Promise<void>(resolve => here.behave(() => resolve()))
    const dying = deliver(second)
    await held
    here.behave((_got, response) => void response.end())
    await deliver()
    expect(here.received).toHaveLength(1)
    advance(61_000)
    await deliver()
    expect(here.received).toHaveLength(2)
    expect((await log(one))[0]).toMatchObject({ state: 'delivered', attempts: 2 })
    await here.close()
    await dying
    here = await startReceiver()
    // The first worker's late result is ignored.
    expect((await log(one))[0]).toMatchObject({ state: 'delivered', attempts: 2, status: 200 })
  })

  it('is not made twice when the database goes before its result is stored', async () => {
    const proxy = await openDatabaseProxy(app.url)
    const third = await startTestApp({ env, now: app.clock.now().toISOString(), databaseOf: proxy })
    try {
      const one = await add(here.address)
      await makeUser(app.db)
      here.behave((_got, response) => {
        proxy.cut()
        response.end()
      })
      const delivering = deliver(third).catch((error: unknown) => error)
      await expect.poll(() => proxy.refused(), { timeout: 10_000 }).toBeGreaterThan(1)
      proxy.heal()
      await delivering
      expect((await log(one))[0]).toMatchObject({ state: 'delivered', attempts: 1, status: 200 })
      advance(61_000)
      await deliver()
      expect(here.received).toHaveLength(1)
    } finally {
      await third.close()
      await proxy.close()
    }
  })
})

describe('an address', () => {
  it('that hangs holds up no other', async () => {
    await add(here.address)
    const other = await add(there.address)
    const hanging: (() => void)[] = []
    here.behave((_got, response) => void hanging.push(() => response.end()))
    await Promise.all(Array.from({ length: 20 }, () => makeUser(app.db)))
    const arrived = new Promise<void>(resolve => {
      let count = 0
      there.behave((_got, response) => {
        response.end()
        if ((count += 1) === 20) resolve()
      })
    })
    // The hanging address may take as long as this test needs, also on a slow machine.
    const { safeFetch } = app.platform
    const patient: typeof safeFetch = { ...safeFetch, fetch: request => safeFetch.fetch({ ...request, withinMs: 600_000 }) }
    const work = deliverAll({ ...app.platform, safeFetch: patient }, new AbortController().signal)
    await arrived
    await expect.poll(() => here.received.length).toBe(4)
    here.behave((_got, response) => void response.end())
    for (const end of hanging) end()
    await work
    expect((await log(other)).filter(({ state }) => state === 'delivered')).toHaveLength(20)
    expect(here.received).toHaveLength(20)
  })

  it('that fails for three days is switched off once a delivery has had all its attempts, and staff see it', async () => {
    const one = await add(here.address)
    here.behave((_got, response) => void response.writeHead(503).end())
    const days = async (count: number) => {
      for (let quarters = 0; quarters < 4 * count; quarters += 1) {
        advance(6 * 3_600_000)
        await deliver()
      }
    }
    await makeUser(app.db)
    await deliver()
    await days(3)
    expect((await log(one)).map(({ state }) => state)).toEqual(['failed'])
    // Nothing was sent for a while: its first failure does not end the next one.
    await makeUser(app.db)
    await deliver()
    expect(await look(one)).toMatchObject({ active: true, waiting: 1 })
    await days(3)
    expect(await look(one)).toMatchObject({
      active: false,
      off: { why: 'failing' },
      waiting: 0,
    })
    expect((await log(one)).map(({ state, can }) => [state, can.redeliver])).toEqual([
      ['failed', false],
      ['failed', false],
    ])
    await makeUser(app.db)
    await deliver()
    expect(await log(one)).toHaveLength(2)
    const on = await ask('PUT /api/webhooks/{id}', { params: { id: one.webhook.id }, body: { active: true } })
    expect(on.body).toMatchObject({ active: true, failing_since: null })
  })

  it('at another address has not failed yet', async () => {
    const one = await add(here.address)
    here.behave((_got, response) => void response.writeHead(503).end())
    await makeUser(app.db)
    await deliver()
    expect((await look(one)).failing_since).not.toBeNull()
    const changed = await ask('PUT /api/webhooks/{id}', { params: { id: one.webhook.id }, body: { address: `${here.address}/other` } })
    expect(changed.body).toMatchObject({ active: true, failing_since: null })
  })

  it.each([410, 200])('is not switched off or cleared of failures by the late %i of the address before', async status => {
    const one = await add(here.address)
    const held = new Promise<() => void>(resolve => here.behave((_got, response) => resolve(() => void response.writeHead(status).end())))
    await makeUser(app.db)
    const delivering = deliver()
    const answer = await held
    await ask('PUT /api/webhooks/{id}', { params: { id: one.webhook.id }, body: { address: there.address } })
    await sql`UPDATE webhook_endpoints SET failing_since = '2027-01-01T00:00:00Z' WHERE id = ${one.webhook.id}`.execute(app.db)
    answer()
    await delivering
    expect(await look(one)).toMatchObject({ active: true, failing_since: '2027-01-01T00:00:00Z', last_success_at: null })
    advance(600_000)
    await deliver()
    expect(there.received).toHaveLength(status === 410 ? 1 : 0)
  })

  it('that answers 410 after its delivery was taken over is not switched off', async () => {
    const one = await add(here.address)
    const held = new Promise<() => void>(resolve => here.behave((_got, response) => resolve(() => void response.writeHead(410).end())))
    await makeUser(app.db)
    const late = deliver(second)
    const answer = await held
    here.behave((_got, response) => void response.end())
    advance(61_000)
    await deliver()
    answer()
    await late
    expect(await look(one)).toMatchObject({ active: true, failing_since: null })
  })

  it('that answers 410 gets no more events', async () => {
    const one = await add(here.address)
    here.behave((_got, response) => void response.writeHead(410).end())
    await makeUser(app.db)
    await deliver()
    expect(await look(one)).toMatchObject({ active: false, off: { why: 'gone' } })
    expect((await log(one))[0]).toMatchObject({ state: 'failed', status: 410 })
  })

  it('that is switched off is not sent what was on its way, but a test', async () => {
    const one = await add(here.address)
    const params = { id: one.webhook.id }
    here.behave((_got, response) => void response.writeHead(500).end())
    await makeUser(app.db)
    await deliver()
    await ask('PUT /api/webhooks/{id}', { params, body: { active: false } })
    expect((await log(one))[0]).toMatchObject({ state: 'failed', why: 'switched_off' })
    here.behave((_got, response) => void response.end())
    const test = await ask('POST /api/webhooks/{id}/test', { params })
    expect([test.status, test.body]).toMatchObject([201, { type: 'webhook.test', state: 'waiting' }])
    await deliver()
    expect(here.types()).toEqual(['client.created', 'webhook.test'])
    expect((await log(one))[0]).toMatchObject({ type: 'webhook.test', state: 'delivered' })
    expect(JSON.parse((await log(one))[0]!.request)).toEqual({
      type: 'webhook.test',
      timestamp: nowAsStored(),
      data: {},
    })
  })

  it('that is switched off while its events are shared out is not sent them, then or later', async () => {
    const one = await add(here.address)
    await makeUser(app.db)
    let delivering: Promise<void> | undefined
    await app.db.transaction().execute(async trx => {
      await sql`SELECT FROM webhook_endpoints FOR UPDATE`.execute(trx)
      await sql`UPDATE webhook_endpoints SET active = false, off_why = 'staff', off_at = now()`.execute(trx)
      delivering = deliver()
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx)
      const waits = async () =>
        (await sql`SELECT FROM pg_stat_activity WHERE ${rows[0]?.pid ?? 0} = ANY (pg_blocking_pids(pid))`.execute(app.db)).rows.length
      await expect.poll(waits, { timeout: 10_000 }).toBe(1)
    })
    await delivering
    expect(await look(one)).toMatchObject({ active: false, waiting: 0 })
    // As left by a version that shared them out all the same.
    await sql`INSERT INTO webhook_deliveries (endpoint_id, event_id, kind, data, created_at, due_at)
      VALUES (${one.webhook.id}, new_id(), 'client.created', '{}', '2027-03-01', '2027-03-01')`.execute(app.db)
    await deliver()
    await ask('PUT /api/webhooks/{id}', { params: { id: one.webhook.id }, body: { active: true } })
    await deliver()
    expect(here.received).toEqual([])
    expect(await log(one)).toMatchObject([{ state: 'failed', why: 'switched_off' }])
  })

  it('that leads elsewhere today than when it was added is not gone to', async () => {
    const one = await add(here.address)
    await sql`UPDATE webhook_endpoints SET address = 'https://169.254.169.254/'`.execute(app.db)
    await makeUser(app.db)
    await deliver()
    expect((await log(one))[0]).toMatchObject({ state: 'waiting', status: null, why: 'private_address' })
  })
})

it('pages its log, and filters it by state', async () => {
  const one = await add(here.address)
  await Promise.all(Array.from({ length: 5 }, () => makeUser(app.db)))
  await deliver()
  const params = { id: one.webhook.id }
  const read = async (query: Record<string, string | number>) => (await ask('GET /api/webhooks/{id}/deliveries', { params, query })).body
  const first = await read({ per_page: 3 })
  const rest = await read({ per_page: 3, after: first.meta.next })
  expect([first.data.length, rest.data.length, rest.meta.next]).toEqual([3, 2, null])
  expect([...first.data, ...rest.data]).toEqual(await log(one))
  expect((await read({ state: 'failed' })).data).toEqual([])
})
