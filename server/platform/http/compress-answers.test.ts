import { brotliCompress, brotliDecompressSync, gunzipSync, gzip } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin, makeMentor, makePlace, makeSchedule, makeSupportType } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { readSettings } from '../config.ts'
import { createHttp } from './app.ts'

let app: TestApp
let token: string
let supportTypeId: string

beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T09:00:00Z' })
  token = await app.signIn(await makeAdmin(app.db))
  const supportType = await makeSupportType(app.db)
  await makeSchedule(app.db, {
    supportType,
    place: await makePlace(app.db),
    mentors: [await makeMentor(app.db)],
    from: '2026-12-01T09:00',
    to: '2026-12-01T17:00',
  })
  supportTypeId = supportType.id
})
afterAll(() => app.close())

const times = () => `/api/appointments/times/${supportTypeId}?date=2026-12-01`
const publicTimes = () => `/api/search-schedule/${supportTypeId}?date=2026-12-01`

const ask = (url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } })

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('sends a long answer as %s to a client that accepts it', async (encoding, accepted, decompress) => {
  const plain = await ask(times())
  const small = await ask(times(), { 'accept-encoding': accepted })
  expect([small.statusCode, small.headers['content-encoding'], small.headers.vary]).toEqual([200, encoding, 'accept-encoding'])
  expect(Number(small.headers['content-length'])).toBe(small.rawPayload.length)
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  expect(JSON.parse(decompress(small.rawPayload).toString())).toEqual(plain.json())
})

test('sends a drawn photo compressed too', async () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${'<path d="M0 0h9v9z"/>'.repeat(60)}</svg>`
  const mentor = await makeMentor(app.db)
  const bytes = Buffer.from(drawing)
  const { id } = await app.db.insertInto('photos').values({ type: 'image/svg+xml', bytes }).returning('id').executeTakeFirstOrThrow()
  await app.db.updateTable('users').set({ photo_id: id }).where('id', '=', mentor.id).execute()
  const small = await ask(`/api/photos/${id}`, { 'accept-encoding': 'br' })
  expect([small.statusCode, small.headers['content-encoding']]).toEqual([200, 'br'])
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(drawing)
})

test.each([
  ['a client that does not ask for it', times, {}],
  ['a client that refuses it', times, { 'accept-encoding': 'br;q=0, gzip;q=0' }],
  ['a short answer', () => '/api/health/live', { 'accept-encoding': 'br' }],
])('leaves the answer as it is for %s', async (_, url, headers) => {
  const answer = await ask(url(), headers)
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined])
  expect(answer.json()).toBeTypeOf('object')
})

test('a compressed public list has a weak ETag, by which it is not sent again', async () => {
  const first = await ask(publicTimes(), { 'accept-encoding': 'br' })
  const etag = String(first.headers.etag)
  expect([first.statusCode, first.headers['content-encoding'], etag.slice(0, 3)]).toEqual([200, 'br', 'W/"'])
  expect((await ask(publicTimes(), { 'accept-encoding': 'br', 'if-none-match': etag })).statusCode).toBe(304)
})

test.each(['br', 'gzip'])('survives a response that times out while it is compressed as %s', async encoding => {
  const read = readSettings({ OPENHOUR_LOG_LEVEL: 'silent' })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  const http = await createHttp({ settings: read.settings })
  http.get('/late', (_request, reply) => {
    void reply.type('application/json').send(Buffer.alloc(1_000_000, '1'))
    // As response-timeout.ts does.
    reply.raw.writeHead(503).end()
  })
  http.get('/next', async () => 'here')
  const headers = { 'accept-encoding': encoding }
  expect((await http.inject({ url: '/late', headers })).statusCode).toBe(503)
  // The late compression ends within this one, which takes as long.
  await new Promise(done => (encoding === 'br' ? brotliCompress : gzip)(Buffer.alloc(4_000_000, '1'), done))
  expect((await http.inject({ url: '/next' })).body).toBe('here')
  await http.close()
})
