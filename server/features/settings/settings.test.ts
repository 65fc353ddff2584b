import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

/** Two servers of one organisation: a setting changed on the first applies to the second. */
let app: TestApp
let second: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  second = await startTestApp({ databaseOf: app })
  token = await app.signIn(await makeAdmin(app.db, ['Settings Edit']))
})
afterAll(async () => {
  await second.close()
  await app.close()
})
beforeEach(async () => {
  await sql`DELETE FROM settings`.execute(app.db)
  await sql`INSERT INTO settings DEFAULT VALUES`.execute(app.db)
})

const read = async () => (await app.request('GET /api/settings', { token })).body
const change = (body: unknown, as = token) => app.request('PUT /api/settings', { token: as, body })
const set = async (body: Record<string, unknown>) => expect((await change(body)).status).toBe(200)
const site = async () => (await second.request('GET /api/site')).body

describe('settings', () => {
  it('are read whole and changed in part, with who changed what', async () => {
    const before = await read()
    expect(before).toMatchObject({
      site_name: 'Openhour',
      quiet_from: '21:00',
      reminder_minutes: [1440, 120],
      audit_months: 84,
      revision: 1,
    })
    const { status, body } = await change({
      site_name: ' Larkfield ',
      max_open: 5,
      reminder_minutes: [60, 2880],
      quiet_until: '07:30',
      revision: 1,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...before,
      site_name: 'Larkfield',
      max_open: 5,
      reminder_minutes: [2880, 60],
      quiet_until: '07:30',
      revision: 2,
    })
    const { before: was, after } = await lastAudit()
    expect(was).toEqual({ site_name: 'Openhour', max_open: 3, reminder_minutes: [1440, 120], quiet_until: '08:00' })
    expect(after).toEqual({ site_name: 'Larkfield', max_open: 5, reminder_minutes: [2880, 60], quiet_until: '07:30' })
  })

  it('are not written again by what changes nothing', async () => {
    const { revision: _, ...same } = await read()
    expect((await change(same)).body.revision).toBe(1)
  })

  it.each<[string, unknown]>([
    ['site_name', ' '],
    ['site_name', 'x'.repeat(81)],
    ['email_signature', 'x'.repeat(501)],
    ['email_signature', 'Larkfield\u0007'],
    ['email_signature', 'Larkfield\u202e.V.e'],
    ['phone_country', 'XX'],
    ['phone_country', 'gb'],
    ['currency', 'ABC'],
    ['time_zone', 'Europe/Nowhere'],
    ['time_zone', '+05:45'],
    ['locale', 'English'],
    ['locale', 'ne'],
    ['notice_minutes', -1],
    ['change_minutes', 43_201],
    ['max_open', 0],
    ['missed_limit', 1.5],
    ['missed_days', 0],
    ['reminder_minutes', [120, 120]],
    ['reminder_minutes', [1, 2, 3, 4, 5, 6].map(n => n * 60)],
    ['messages_off', ['reminder', 'reminder']],
    ['offer_minutes', 4],
    ['quiet_from', '24:00'],
    ['quiet_until', '8:00'],
    ['low_score', 5],
    ['retention_months', 0],
    ['message_months', 1201],
    ['audit_months', null],
    ['mentor_access_days', 0],
    ['unknown', 1],
  ])('refuse %s %j at its field, nothing changed', async (field, value) => {
    const { status, problem } = await change({ max_open: 9, [field]: value })
    expect([status, problem.code, Object.keys(problem.errors ?? {})]).toEqual([422, 'invalid', [field]])
    expect((await read()).revision).toBe(1)
  })

  it('keep the lines of the e-mail signature with either end of line, and log both texts', async () => {
    await set({ email_signature: '  Larkfield e.V.\r\n14 Larkfield Row\r\n' })
    expect((await read()).email_signature).toBe('Larkfield e.V.\n14 Larkfield Row')
    await set({ email_signature: '' })
    expect(await lastAudit()).toMatchObject({
      before: { email_signature: 'Larkfield e.V.\n14 Larkfield Row' },
      after: { email_signature: '' },
    })
  })

  it('are for holders of Settings Edit', async () => {
    const other = await app.signIn(await makeAdmin(app.db, ['Audit View']))
    for (const name of ['GET /api/settings', 'PUT /api/settings'] as const) {
      expect((await app.request(name, { body: name.startsWith('PUT') ? {} : undefined })).status).toBe(401)
      expect((await app.request(name, { token: other, body: name.startsWith('PUT') ? {} : undefined })).status).toBe(403)
    }
  })

  it('refuse a stale revision; of two changes at once from one reading, one wins', async () => {
    await set({ contact: 'Ring us' })
    expect((await change({ contact: 'Write', revision: 1 })).problem.code).toBe('stale')
    const both = await Promise.all([change({ contact: 'A', revision: 2 }), change({ contact: 'B', revision: 2 })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('each setting holds at the next request, on every server', () => {
  it('name, contact, country and currency stand in what every page reads', async () => {
    await set({ site_name: 'Harbour', contact: 'Ring 1', phone_country: 'US', currency: 'JPY' })
    expect(await site()).toMatchObject({ site_name: 'Harbour', contact: 'Ring 1', phone_country: 'US', currency: 'JPY' })
  })

  it('phone country: a number without + is one of it', async () => {
    const user = await makeUser(app.db, { phone: '+12025550123' })
    await set({ phone_country: 'US' })
    await second.request('POST /api/join', { body: { phone: '(202) 555-0123' } })
    const { phone } = await app.db.selectFrom('phone_codes').select('phone').orderBy('created_at', 'desc').executeTakeFirstOrThrow()
    expect(phone).toBe(user.phone)
  })

  it('currency: prices from now on, and those of before as they were', async () => {
    const { supportType, slots } = await plan('2026-12-01')
    const client = await makeUser(app.db)
    await makeAppointment(app.db, slots[0]!.id, client.id, { price_amount: 2500, price_currency: 'GBP' })
    await set({ currency: 'EUR' })
    const { body } = await second.request('GET /api/previous-history')
    expect(body.support_types.find(({ id }: { id: string }) => id === supportType.id).price).toEqual({ amount: 2500, currency: 'EUR' })
    const { body: history } = await second.request('GET /api/previous-history', { token: await app.signIn(client) })
    expect(history.appointments[0].price).toEqual({ amount: 2500, currency: 'GBP' })
  })

  it('currency: no price is multiplied or loses its fraction where the decimals differ', async () => {
    const price = async (name: string) => {
      const { price_amount, price_currency } = await app.db
        .selectFrom('support_types')
        .select(['price_amount', 'price_currency'])
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      return [price_amount, price_currency]
    }
    await app.db.updateTable('support_types').set({ price_amount: 0 }).execute()
    await makeSupportType(app.db, { name: 'Six pounds', price_amount: 600, price_currency: 'GBP' })
    await set({ currency: 'JPY' })
    expect(await price('Six pounds')).toEqual([6, 'JPY'])
    await set({ currency: 'KWD' })
    expect(await price('Six pounds')).toEqual([6000, 'KWD'])
    await set({ currency: 'GBP' })
    expect(await price('Six pounds')).toEqual([600, 'GBP'])
    await makeSupportType(app.db, { name: 'With pence', price_amount: 1250, price_currency: 'GBP' })
    const refused = await change({ currency: 'JPY' })
    expect([refused.status, refused.problem.errors]).toEqual([
      422,
      { currency: ['cannot hold these prices as they are: With pence. Change them first'] },
    ])
    expect([await price('Six pounds'), (await read()).currency]).toEqual([[600, 'GBP'], 'GBP'])
  })

  it('language and time zone: those of new people', async () => {
    await set({ time_zone: 'Asia/Kathmandu', locale: 'en-GB' })
    const { schedule, slots } = await plan('2026-12-02')
    const admin = await app.signIn(await makeAdmin(app.db))
    const booked = await second.request('POST /api/appointments', {
      token: admin,
      body: { schedule_id: schedule.id, starts_at: slots[0]!.starts_at, new_client: { name: 'Sita' } },
    })
    expect(booked.status).toBe(201)
    const person = await app.db.selectFrom('users').selectAll().where('name', '=', 'Sita').executeTakeFirstOrThrow()
    expect([person.time_zone, person.locale]).toEqual(['Asia/Kathmandu', 'en-GB'])
  })

  it('notice: times within it cannot be booked', async () => {
    const { schedule, slots } = await plan('2026-11-20', '14:00')
    await set({ notice_minutes: 360 })
    expect((await book(schedule.id, slots[0]!.starts_at)).problem).toMatchObject({ code: 'not_bookable', reason: 'notice' })
    await set({ notice_minutes: 300 })
    expect((await book(schedule.id, slots[0]!.starts_at)).status).toBe(201)
  })

  it('change: until when clients cancel', async () => {
    const { schedule, slots } = await plan('2026-11-20', '16:00')
    const client = await app.signIn(await makeUser(app.db))
    const { body } = await book(schedule.id, slots[0]!.starts_at, client)
    const cancel = () => second.request('POST /api/appointments/{id}/cancel', { token: client, params: { id: body.id }, body: {} })
    expect((await cancel()).problem.code).toBe('too_late')
    await set({ change_minutes: 60 })
    expect((await cancel()).status).toBe(200)
  })

  it('open appointments at once', async () => {
    const { schedule, slots } = await plan('2026-12-03')
    const client = await app.signIn(await makeUser(app.db))
    await set({ max_open: 1 })
    expect((await book(schedule.id, slots[0]!.starts_at, client)).status).toBe(201)
    expect((await book(schedule.id, slots[1]!.starts_at, client)).problem.code).toBe('too_many_open')
    await set({ max_open: 2 })
    expect((await book(schedule.id, slots[1]!.starts_at, client)).status).toBe(201)
  })

  it('missed appointments: how many in how many days', async () => {
    const { slots } = await plan('2026-11-10')
    const { schedule, slots: ahead } = await plan('2026-12-04')
    const client = await makeUser(app.db)
    const own = await app.signIn(client)
    await makeAppointment(app.db, slots[0]!.id, client.id, { status: 'noshow' })
    await set({ missed_limit: 1 })
    expect((await book(schedule.id, ahead[0]!.starts_at, own)).problem.code).toBe('missed_too_many')
    await set({ missed_days: 5 })
    expect((await book(schedule.id, ahead[0]!.starts_at, own)).status).toBe(201)
  })
})

async function lastAudit() {
  return app.db.selectFrom('audit').selectAll().where('subject', '=', 'settings').orderBy('at', 'desc').executeTakeFirstOrThrow()
}

async function plan(date: string, from = '09:00') {
  const supportType = await makeSupportType(app.db, { price_amount: 2500 })
  const place = await makePlace(app.db)
  const mentor = await makeMentor(app.db)
  const until = `${String(Number(from.slice(0, 2)) + 1).padStart(2, '0')}:00`
  return {
    supportType,
    ...(await makeSchedule(app.db, { supportType, place, mentors: [mentor], from: `${date}T${from}`, to: `${date}T${until}` })),
  }
}

/** Calls the second server, by default as a new person. */
async function book(schedule_id: string, starts_at: string, as?: string) {
  const client = as ?? (await app.signIn(await makeUser(app.db)))
  return second.request('POST /api/appointments', { token: client, body: { schedule_id, starts_at } })
}
