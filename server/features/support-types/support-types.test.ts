import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let token: string
let client: string
const unknown = '019aa000-0000-7000-8000-000000000000'
let count = 0
const input = (fields: object = {}) => ({
  name: `Kind ${(count += 1)}`,
  colour: '#2F7D6D',
  slot_minutes: 45,
  price: { amount: 2500, currency: 'GBP' },
  ...fields,
})

beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn(await makeAdmin(app.db, ['Settings Edit']))
  client = await app.signIn(await makeUser(app.db))
})
afterAll(() => app.close())

type Name = Parameters<TestApp['request']>[0]
const act = (name: Name, id: string, body: object = {}, as: string | null = token) =>
  app.request(name, { params: { id }, body, ...(as && { token: as }) })
const create = (fields: object = {}, as: string | null = token) =>
  app.request('POST /api/support-types', { body: input(fields), ...(as && { token: as }) })
const everything = async () => [
  await app.db.selectFrom('support_types').selectAll().orderBy('id').execute(),
  await app.db.selectFrom('audit').selectAll().orderBy('id').execute(),
]
async function refused(answer: () => ReturnType<typeof create>, status: number, code: string) {
  const before = await everything()
  const { status: got, problem } = await answer()
  expect([got, problem.code]).toEqual([status, code])
  expect(await everything()).toEqual(before)
  return problem
}

describe('POST /api/support-types', () => {
  it('offers another kind of help, last in the order', async () => {
    const { status, body } = await create({ name: 'Study support', description: 'With essays.' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Study support',
      colour: '#2f7d6d',
      price: { amount: 2500, currency: 'GBP' },
      needs_approval: false,
      active: true,
      ahead: { sessions: 0, appointments: 0 },
    })
    const list = await app.request('GET /api/support-types', { token })
    expect(list.body.data.at(-1).id).toBe(body.id)
    const audit = await app.db.selectFrom('audit').selectAll().where('subject_id', '=', body.id).execute()
    expect(audit).toMatchObject([{ action: 'created', after: { name: 'Study support', price_amount: 2500 } }])
  })

  it.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['a colour by name', { colour: 'green' }, 'colour'],
    ['too short slots', { slot_minutes: 4 }, 'slot_minutes'],
    ['half a penny', { price: { amount: 0.5, currency: 'GBP' } }, 'price.amount'],
    ['what no support type has', { position: 1 }, 'position'],
  ])('refuses %s at its field', async (_, fields, field) => {
    expect(Object.keys((await refused(() => create(fields), 422, 'invalid')).errors!)).toEqual([field])
  })

  it('refuses a name in use and callers without the ability', async () => {
    await create({ name: 'Twice' })
    await refused(() => create({ name: 'Twice' }), 409, 'name_taken')
    await refused(() => create({}, null), 401, 'unauthenticated')
    await refused(() => create({}, client), 403, 'missing_ability')
  })
})

describe('PUT /api/support-types/{id}', () => {
  const change = (id: string, body: object, as?: string | null) => act('PUT /api/support-types/{id}', id, body, as)

  it('changes what is named and nothing else; nothing changed leaves no trace', async () => {
    const { body: made } = await create()
    const { status, body } = await change(made.id, { price: { amount: 0, currency: 'EUR' }, needs_approval: true, revision: made.revision })
    expect(status).toBe(200)
    expect(body).toEqual({ ...made, price: { amount: 0, currency: 'EUR' }, needs_approval: true, revision: made.revision + 1 })
    const before = await everything()
    expect((await change(made.id, { name: made.name })).status).toBe(200)
    expect(await everything()).toEqual(before)
  })

  it('refuses a stale revision, a name in use, malformed input and callers without the ability', async () => {
    const [one, other] = [(await create()).body, (await create()).body]
    await change(one.id, { slot_minutes: 20 })
    await refused(() => change(one.id, { slot_minutes: 30, revision: one.revision }), 409, 'stale')
    await refused(() => change(one.id, { name: other.name }), 409, 'name_taken')
    await refused(() => change(one.id, { active: false }), 422, 'invalid')
    await refused(() => change(one.id, { slot_minutes: 30 }, null), 401, 'unauthenticated')
    await refused(() => change(one.id, { slot_minutes: 30 }, client), 403, 'missing_ability')
    await refused(() => change(unknown, { slot_minutes: 30 }), 404, 'not_found')
  })
})

describe('retiring', () => {
  it('takes it off the offer, says what stays, and takes it back', async () => {
    const supportType = await makeSupportType(app.db)
    const [place, mentor] = [await makePlace(app.db), await makeMentor(app.db)]
    const made = await makeSchedule(app.db, { supportType, place, mentors: [mentor], from: '2026-11-24T09:00', to: '2026-11-24T10:00' })
    await makeAppointment(app.db, made.slots[0]!.id, (await makeUser(app.db)).id)
    const past = { supportType, place, mentors: [mentor], from: '2026-11-19T09:00', to: '2026-11-19T10:00' }
    await makeSchedule(app.db, past)
    await makeSchedule(app.db, { ...past, from: '2026-11-25T09:00', to: '2026-11-25T10:00', fields: { status: 'cancelled' } })

    const retired = await act('POST /api/support-types/{id}/retire', supportType.id, { revision: 1 })
    expect(retired.status).toBe(200)
    expect(retired.body).toMatchObject({ active: false, revision: 2, ahead: { sessions: 1, appointments: 1 } })
    const offered = async () => {
      const { body } = await app.request('GET /api/previous-history')
      return body.support_types.map(({ id }: { id: string }) => id)
    }
    expect(await offered()).not.toContain(supportType.id)
    expect((await app.request('GET /api/support-types', { token })).body.data.map(({ id }: { id: string }) => id)).toContain(supportType.id)
    expect((await app.request('GET /api/support-types/{id}', { token, params: { id: supportType.id } })).body.active).toBe(false)
    expect((await act('POST /api/support-types/{id}/retire', supportType.id)).body.revision).toBe(2)
    expect((await act('POST /api/support-types/{id}/reactivate', supportType.id)).body.active).toBe(true)
    expect(await offered()).toContain(supportType.id)
  })

  /** The background job makes the offer; it writes nothing after that. */
  const becomesOffered = async (entry: string) =>
    await expect
      .poll(async () => (await app.db.selectFrom('waiting_list').select('state').where('id', '=', entry).executeTakeFirst())?.state)
      .toBe('offered')

  it('withdraws open offers to the waiting list and tells their clients', async () => {
    const supportType = await makeSupportType(app.db)
    const [place, mentor, user] = [await makePlace(app.db), await makeMentor(app.db), await makeUser(app.db)]
    const made = await makeSchedule(app.db, { supportType, place, mentors: [mentor], from: '2026-11-26T09:00', to: '2026-11-26T10:00' })
    const slot = made.slots[0]!.id
    const days = { from_date: '2026-11-26', to_date: '2026-11-26' }
    const offer = { state: 'offered' as const, offered_slot_id: slot, offer_ends_at: '2026-11-21T00:00:00Z' }
    const { id } = await app.db
      .insertInto('waiting_list')
      .values({ user_id: user.id, support_type_id: supportType.id, ...days, ...offer })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await act('POST /api/support-types/{id}/retire', supportType.id)).status).toBe(200)
    const entry = await app.db.selectFrom('waiting_list').selectAll().where('id', '=', id).executeTakeFirst()
    expect(entry).toMatchObject({ state: 'waiting', offered_slot_id: null, offer_ends_at: null })
    expect(await app.db.selectFrom('slots').select('held').where('id', '=', slot).executeTakeFirst()).toEqual({ held: 0 })
    const kinds = await app.db.selectFrom('outbox').select('kind').where('user_id', '=', user.id).orderBy('created_at').execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['waiting_offer', 'waiting_offer_ended'])
    expect((await act('POST /api/support-types/{id}/reactivate', supportType.id)).status).toBe(200)
    await becomesOffered(id)
  })

  it('reserves free seats for the waiting list when it is reactivated, not those of past sessions or drafts', async () => {
    const supportType = await makeSupportType(app.db)
    const wish = { supportType, place: await makePlace(app.db), mentors: [await makeMentor(app.db)] }
    const sessions = [
      await makeSchedule(app.db, { ...wish, from: '2026-11-26T09:00', to: '2026-11-26T10:00' }),
      await makeSchedule(app.db, { ...wish, from: '2026-11-27T09:00', to: '2026-11-27T10:00', fields: { status: 'draft' } }),
      await makeSchedule(app.db, { ...wish, from: '2026-11-19T09:00', to: '2026-11-19T10:00' }),
    ]
    expect((await act('POST /api/support-types/{id}/retire', supportType.id)).status).toBe(200)
    const days = { from_date: '2026-11-01', to_date: '2026-11-30' }
    const user = await makeUser(app.db)
    const { id } = await app.db
      .insertInto('waiting_list')
      .values({ user_id: user.id, support_type_id: supportType.id, ...days })
      .returning('id')
      .executeTakeFirstOrThrow()
    const held = () =>
      Promise.all(
        sessions.map(async ({ slots }) => {
          const ids = slots.map(slot => slot.id)
          const rows = await app.db.selectFrom('slots').select('held').where('id', 'in', ids).orderBy('starts_at').execute()
          return rows.map(row => row.held)
        }),
      )
    const none = [0, 0]
    expect(await held()).toEqual([none, none, none])
    expect((await act('POST /api/support-types/{id}/reactivate', supportType.id)).status).toBe(200)
    expect(await held()).toEqual([[1, 0], none, none])
    await becomesOffered(id)
  })

  it.each<Name>(['POST /api/support-types/{id}/retire', 'POST /api/support-types/{id}/reactivate'])('%s refuses the rest', async name => {
    const { body } = await create()
    await refused(() => act(name, body.id, { revision: 99 }), 409, 'stale')
    await refused(() => act(name, body.id, { why: 'so' }), 422, 'invalid')
    await refused(() => act(name, body.id, {}, null), 401, 'unauthenticated')
    await refused(() => act(name, body.id, {}, client), 403, 'missing_ability')
    await refused(() => act(name, unknown), 404, 'not_found')
  })
})

describe('POST /api/support-types/order', () => {
  const order = (ids: string[], as: string | null = token) =>
    app.request('POST /api/support-types/order', { body: { ids }, ...(as && { token: as }) })
  const listed = async () =>
    (await app.request('GET /api/support-types', { token })).body.data.map(({ id }: { id: string }) => id) as string[]

  it('puts all into another order', async () => {
    const wanted = (await listed()).toReversed()
    const { status, body } = await order(wanted)
    expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, wanted])
    expect(await listed()).toEqual(wanted)
    const before = await everything()
    await order(wanted)
    expect(await everything()).toEqual(before)
  })

  it('does not make a form stale that is open meanwhile', async () => {
    const { data } = (await app.request('GET /api/support-types', { token })).body as { data: { id: string; revision: number }[] }
    await order(data.map(({ id }) => id).toReversed())
    const [{ id, revision }] = data as [{ id: string; revision: number }]
    const body = { revision, description: 'Moved to the end' }
    const { status, body: changed } = await act('PUT /api/support-types/{id}', id, body)
    expect([status, changed.revision]).toEqual([200, revision + 1])
  })

  it('refuses duplicate, unknown and missing ids, and callers without the ability', async () => {
    const ids = await listed()
    await refused(() => order([...ids, ids[0]!]), 422, 'invalid')
    await refused(() => order([...ids.slice(1), unknown]), 422, 'invalid')
    await refused(() => order(ids.slice(1)), 409, 'stale')
    await refused(() => order(ids, null), 401, 'unauthenticated')
    await refused(() => order(ids, client), 403, 'missing_ability')
  })
})

it.each<Name>(['GET /api/support-types', 'GET /api/support-types/{id}'])('%s requires the ability to edit support types', async name => {
  const { body } = await create()
  expect((await app.request(name, { params: { id: body.id } })).status).toBe(401)
  expect((await app.request(name, { params: { id: body.id }, token: client })).status).toBe(403)
})
