import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { textOf } from '../../testing/text-of.ts'

let app: TestApp
let slots: { id: string }[]
beforeAll(async () => {
  app = await startTestApp()
  const [supportType, place, mentor] = [await makeSupportType(app.db), await makePlace(app.db), await makeMentor(app.db)]
  const span = { from: '2026-12-01T09:00', to: '2026-12-01T17:00' }
  slots = (await makeSchedule(app.db, { supportType, place, mentors: [mentor], ...span })).slots
})
afterAll(() => app.close())

let count = 0
const newVisit = () => (count += 1).toString(16).padStart(32, '0')
const read = async (visit: string) => (await app.request('GET /api/visits/{visit}', { params: { visit } })).body
const end = (visit: string, appointment_id: string, token: string) =>
  app.request('POST /api/visits', { token, body: { visit, appointment_id } })
async function book(fields: { status?: 'pending' } = {}) {
  const client = await makeUser(app.db)
  const { id } = await makeAppointment(app.db, slots.shift()!.id, client.id, fields)
  return { id, token: await app.signIn(client) }
}

describe('a visit in a frame', () => {
  it('learns whether its visitor has booked, and nothing else', async () => {
    const [visit, { id, token }] = [newVisit(), await book()]
    expect(await read(visit)).toEqual({ result: null })
    expect((await end(visit, id, token)).status).toBe(200)
    expect(await read(visit)).toEqual({ result: 'booked' })
    const waiting = newVisit()
    const request = await book({ status: 'pending' })
    await end(waiting, request.id, request.token)
    expect(await read(waiting)).toEqual({ result: 'pending' })
  })

  it('is not ended by another person’s appointment, or by one that was cancelled', async () => {
    const [visit, theirs, cancelled] = [newVisit(), await book(), await book()]
    await app.request('POST /api/appointments/{id}/cancel', { token: cancelled.token, params: { id: cancelled.id }, body: {} })
    expect((await end(visit, theirs.id, await app.signIn(await makeUser(app.db)))).problem.code).toBe('not_found')
    expect((await end(visit, theirs.id, await app.signIn(await makeAdmin(app.db)))).problem.code).toBe('not_found')
    expect((await end(visit, cancelled.id, cancelled.token)).problem.code).toBe('not_found')
    expect(await read(visit)).toEqual({ result: null })
  })

  it('keeps its first result, of 20 at once as well', async () => {
    const visit = newVisit()
    const [booked, request] = [await book(), await book({ status: 'pending' })]
    await end(visit, booked.id, booked.token)
    await Promise.all(Array.from({ length: 20 }, () => end(visit, request.id, request.token)))
    expect(await read(visit)).toEqual({ result: 'booked' })
  })

  it('is forgotten after an hour, and the database holds only its hash', async () => {
    const [visit, { id, token }] = [newVisit(), await book()]
    await end(visit, id, token)
    const rows = await app.db.selectFrom('visits').selectAll().execute()
    expect(rows.map(({ visit_hash }) => visit_hash.length)).toEqual(rows.map(() => 32))
    expect([visit, id].filter(secret => textOf(rows).includes(secret))).toEqual([])
    app.clock.advance(60 * 60_000)
    expect(await read(visit)).toEqual({ result: null })
  })

  it.each(['', 'x', 'ABCDEF00112233445566778899AABBCC', '%', `${'0'.repeat(32)}0`])('is not named %j', async visit => {
    const { id, token } = { id: '01900000-0000-7000-8000-000000000000', token: await app.signIn(await makeUser(app.db)) }
    expect((await end(visit, id, token)).status).toBe(422)
  })
})

describe('the setting embed_origins', () => {
  const change = async (embed_origins: unknown) =>
    app.request('PUT /api/settings', { token: await app.signIn(await makeAdmin(app.db, ['Settings Edit'])), body: { embed_origins } })

  it.each([
    ['https://example.org/'],
    ['https://*.example.org'],
    ['https://example.org; script-src *'],
    ["'self'"],
    ['*'],
    ['http://example.org'],
  ])('refuses %s', async origin => {
    const { status, problem } = await change(['https://www.example.org', origin])
    expect([status, Object.keys(problem.errors ?? {})[0]]).toEqual([422, expect.stringMatching(/^embed_origins/)])
  })

  it('takes websites, which are audited', async () => {
    expect((await change(['https://www.example.org'])).body.embed_origins).toEqual(['https://www.example.org'])
    const { after } = await app.db.selectFrom('audit').select('after').orderBy('at', 'desc').executeTakeFirstOrThrow()
    expect(after).toEqual({ embed_origins: ['https://www.example.org'] })
    expect((await change(Array.from({ length: 21 }, (_, index) => `https://site${index}.example`))).status).toBe(422)
  })
})
