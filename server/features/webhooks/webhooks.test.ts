import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { webhookEvents } from '#contract/webhook-events.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { makeAdmin } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn(await makeAdmin(app.db, ['Webhook Edit']))
})
afterAll(() => app.close())
beforeEach(() => sql`DELETE FROM webhook_endpoints`.execute(app.db))

const input = { address: 'https://example.org/hooks?key=abc', events: ['appointment.booked', 'client.created'] }
const add = async (body: object = input) =>
  (await app.request('POST /api/webhooks', { body, token })).body as { secret: string; webhook: Webhook }

describe('webhooks', () => {
  it('are added with a secret that is shown once', async () => {
    const { secret, webhook } = await add({ ...input, description: 'Our diary' })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toMatchObject({
      ...input,
      description: 'Our diary',
      active: true,
      off: null,
      waiting: 0,
      failing_since: null,
      revision: 1,
    })
    const listed = await app.request('GET /api/webhooks', { token })
    expect(listed.body.data).toContainEqual(webhook)
    const one = await app.request('GET /api/webhooks/{id}', { params: { id: webhook.id }, token })
    expect(one.body).toEqual(webhook)
    expect(JSON.stringify([listed.body, one.body])).not.toContain(secret.slice(6))
  })

  it.each([
    ['http://example.org/', 'must begin with https://'],
    ['https://example.org:25/', 'must use port 443, or one above 1023'],
    ['https://127.0.0.1/', 'must not be a private address'],
    ['https://[::ffff:10.0.0.1]/', 'must not be a private address'],
    ['https://a:b@example.org/', 'must be an address such as https://example.org/path, without a name and password in it'],
    ['here', 'must be an address such as https://example.org/path, without a name and password in it'],
  ])('are refused at %s', async (address, sentence) => {
    const before = (await app.request('GET /api/webhooks', { token })).body.data.length
    const refused = await app.request('POST /api/webhooks', { body: { ...input, address }, token })
    expect([refused.status, refused.problem.errors]).toEqual([422, { address: [sentence] }])
    const { webhook } = await add()
    const params = { id: webhook.id }
    expect((await app.request('PUT /api/webhooks/{id}', { params, body: { address }, token })).status).toBe(422)
    expect((await app.request('DELETE /api/webhooks/{id}', { params, token })).status).toBe(200)
    expect((await app.request('GET /api/webhooks', { token })).body.data).toHaveLength(before)
  })

  it.each([
    { events: [] },
    { events: ['client.created', 'client.created'] },
    { events: ['everything'] },
    { events: undefined },
    { secret: 'x' },
  ])('are refused with %o', async part =>
    expect((await app.request('POST /api/webhooks', { body: { ...input, ...part }, token })).status).toBe(422),
  )

  it('are not added twice with the same address and events, in whatever order, also at once', async () => {
    const ask = (events: readonly string[]) => app.request('POST /api/webhooks', { body: { ...input, events }, token })
    const answers = await Promise.all([input.events, input.events.toReversed()].map(ask))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(answers.find(({ status }) => status === 422)?.problem.errors).toEqual({
      address: ['is that of a webhook with the same events'],
    })
    expect((await ask(['client.created'])).status).toBe(201)
  })

  it('are changed, but not over another person’s change', async () => {
    const { webhook } = await add()
    const params = { id: webhook.id }
    const changed = await app.request('PUT /api/webhooks/{id}', { params, body: { revision: 1, events: [...webhookEvents] }, token })
    expect(changed.body).toMatchObject({ events: [...webhookEvents], address: input.address, revision: 2 })
    const stale = await app.request('PUT /api/webhooks/{id}', { params, body: { revision: 1, description: 'Late' }, token })
    expect([stale.status, stale.problem.code]).toEqual([409, 'stale'])
    const off = await app.request('PUT /api/webhooks/{id}', { params, body: { active: false }, token })
    expect(off.body).toMatchObject({ active: false, off: { why: 'staff', at: '2026-11-20T09:00:00Z' } })
    const on = await app.request('PUT /api/webhooks/{id}', { params, body: { active: true }, token })
    expect(on.body).toMatchObject({ active: true, off: null })
  })

  it('are audited with the host only, because the path may contain a secret', async () => {
    const { webhook } = await add()
    await app.request('PUT /api/webhooks/{id}', { params: { id: webhook.id }, body: { address: 'https://example.net/secret' }, token })
    await app.request('DELETE /api/webhooks/{id}', { params: { id: webhook.id }, token })
    const rows = await app.db.selectFrom('audit').selectAll().where('subject_id', '=', webhook.id).orderBy('id').execute()
    expect(rows.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['created', null, { host: 'example.org', events: input.events }],
      ['changed', { host: 'example.org' }, { host: 'example.net' }],
      ['deleted', { host: 'example.net', events: input.events }, null],
    ])
    expect((await app.request('GET /api/webhooks/{id}', { params: { id: webhook.id }, token })).status).toBe(404)
  })

  it('are twenty at most, also when added at once', async () => {
    const bodies = Array.from({ length: 22 }, (_, index) => ({ ...input, address: `https://example.org/${index}` }))
    const answers = await Promise.all(bodies.map(body => app.request('POST /api/webhooks', { body, token })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 20 }, () => 201), 409, 409])
    expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('too_many_webhooks')
  })
})
