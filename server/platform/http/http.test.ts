import type { AddressInfo } from 'node:net'
import { validate } from '../../testing/openapi.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callNames, calls } from '#contract/calls.ts'
import type { Problem } from '#contract/problem.ts'
import { refusals } from '#contract/refusals.ts'
import { makeAdmin, makePlace, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { refusalsOf } from './openapi.ts'

let app: TestApp
let url: string
beforeAll(async () => {
  app = await startTestApp()
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
})
afterAll(() => app.close())

const post = (path: string, body: NonNullable<RequestInit['body']>, type = 'application/json') =>
  fetch(url + path, { method: 'POST', headers: { 'content-type': type }, body })

const problemOf = async (answer: Response) => (await answer.json()) as Problem

interface Description extends Record<string, unknown> {
  paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>
}
const readDescription = async () => (await (await fetch(`${url}/api/openapi.json`)).json()) as Description

describe('bad input', () => {
  test.each([
    ['broken JSON', '{"phone":', 400, 'bad_json'],
    ['prototype pollution', '{"__proto__":{"admin":true},"phone":"1"}', 400, 'bad_json'],
    ['an array', '[]', 422, 'invalid'],
    ['a wrong type', '{"phone":7}', 422, 'invalid'],
    ['an unknown field', '{"phone":"+447700900123","admin":true}', 422, 'invalid'],
    ['nothing', '', 422, 'invalid'],
    ['null', 'null', 422, 'invalid'],
  ])('%s is refused with a problem document', async (_, body, status, code) => {
    const answer = await post('/api/join', body)
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect([answer.status, await answer.json()]).toEqual([
      status,
      expect.objectContaining({ code, status, request_id: answer.headers.get('x-request-id') }),
    ])
  })

  test('null is not the nothing that a call may be sent, and changes nothing', async () => {
    const place = await makePlace(app.db)
    const headers = { authorization: `Bearer ${await app.signIn(await makeAdmin(app.db))}`, 'content-type': 'application/json' }
    const retire = (id: string, body: string) => fetch(`${url}/api/places/${id}/retire`, { method: 'POST', headers, body })
    const answer = await retire(place.id, 'null')
    expect([answer.status, (await problemOf(answer)).errors]).toEqual([422, { body: ['must not be null'] }])
    expect(await app.db.selectFrom('places').select('active').where('id', '=', place.id).executeTakeFirst()).toEqual({ active: true })
    expect((await retire(place.id, '')).status).toBe(200)
    expect((await retire('01900000-0000-7000-8000-000000000000', 'null')).status).toBe(404)
  })

  test('ten megabytes are refused, and the sender sees the answer', async () => {
    const answer = await post('/api/join', JSON.stringify({ phone: 'x'.repeat(10_000_000) }))
    expect([answer.status, (await problemOf(answer)).code]).toEqual([413, 'too_large'])
  })

  test('another format than JSON is 415', async () => {
    const answer = await post('/api/join', 'phone=1', 'application/x-www-form-urlencoded')
    expect([answer.status, (await problemOf(answer)).code]).toEqual([415, 'unsupported_media'])
  })

  test('a form is 415 too where no file is taken, even if the call takes nothing', async () => {
    const token = await app.signIn(await makeUser(app.db))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=a' }
    const answer = await fetch(`${url}/api/logout`, { method: 'POST', headers, body: '--a\r\n\r\n--a--' })
    expect([answer.status, (await problemOf(answer)).code]).toEqual([415, 'unsupported_media'])
    expect((await app.request('GET /api/my-profile', { token })).status).toBe(200)
  })

  test('unknown calls are 404 problems, with security headers', async () => {
    const answer = await fetch(`${url}/api/nothing`)
    expect([answer.status, (await problemOf(answer)).code]).toEqual([404, 'not_found'])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('access', () => {
  test('refuses every call that is not public without a token or with an invalid one (401)', async () => {
    for (const name of callNames.filter(call => calls[call].access !== 'public')) {
      const params = { id: '01900000-0000-7000-8000-000000000000', name: 'booked' }
      for (const token of [undefined, 'x'.repeat(43)]) {
        const { status, problem } = await app.request(name, {
          params,
          ...(token && { token }),
          ...(name.startsWith('GET') ? {} : { body: {} }),
        })
        expect([name, status, problem.code]).toEqual([name, 401, 'unauthenticated'])
      }
    }
  })

  test('refuses every call with an ability for a client before any other check (403)', async () => {
    const token = await app.signIn(await makeUser(app.db))
    for (const name of callNames.filter(call => typeof calls[call].access === 'object')) {
      const { status, problem } = await app.request(name, {
        params: { id: 'x', name: 'x', support_type_id: 'x' },
        token,
        ...(name.startsWith('GET') ? {} : { body: {} }),
      })
      expect([name, status, problem.code]).toEqual([name, 403, 'missing_ability'])
    }
  })
})

describe('the API’s description', () => {
  test('is a valid OpenAPI 3.1 document by a public validator, with every call and its refusals', async () => {
    const document = await readDescription()
    expect(await validate(document)).toEqual({ valid: true, version: '3.1' })
    for (const name of callNames) {
      const [method, path] = name.split(' ') as [string, string]
      const operation = document.paths[path]?.[method.toLowerCase()]
      const statuses = refusalsOf(name, calls[name]).map(code => String(refusals[code].status))
      expect([name, Object.keys(operation?.responses ?? {})]).toEqual([
        name,
        expect.arrayContaining([String(calls[name].answer.status), ...statuses]),
      ])
    }
  })

  test('tells what is refused where a body comes that the call does not take, and where nothing new is to be sent', async () => {
    const { paths } = await readDescription()
    const headers = { authorization: `Bearer ${await app.signIn(await makeUser(app.db))}`, 'content-type': 'application/json' }
    const broken = await fetch(`${url}/api/my-profile/photo`, { method: 'DELETE', headers, body: '{"' })
    expect([broken.status, (await problemOf(broken)).code]).toEqual([400, 'bad_json'])
    expect(paths['/api/my-profile/photo']?.delete?.responses['400']?.description).toContain('`bad_json`')
    const first = await fetch(`${url}/api/mentor-list`)
    const again = await fetch(`${url}/api/mentor-list`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    expect(Object.keys(paths['/api/mentor-list']?.get?.responses ?? {})).toContain('304')
  })

  test('has a page for people, without any script', async () => {
    const page = await fetch(`${url}/api/docs`)
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain('POST /api/appointments')
    expect(html).not.toMatch(/<script/)
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'; style-src 'self' 'sha256-/)
  })

  test.each(['/api/docs', '/api/openapi.json'])('visitors cannot make the server write or compress %s again', async path => {
    const [first, again] = [await fetch(url + path), await fetch(url + path)]
    expect(await first.text()).toBe(await again.text())
    expect(first.headers.get('content-security-policy')).toBe(again.headers.get('content-security-policy'))
    // Only an answer that is kept is compressed once (compress-answers.ts).
    expect(again.headers.get('content-encoding')).toBe('gzip')
  })
})

test('an answer that the handler sends itself leaves nothing in the log', async () => {
  const errors: unknown[] = []
  app.http.log.error = ((...said: unknown[]) => void errors.push(said)) as typeof app.http.log.error
  const photo = await app.db
    .insertInto('photos')
    .values({ type: 'image/svg+xml', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') })
    .returning('id')
    .executeTakeFirstOrThrow()
  const owner = await makeUser(app.db, { photo_id: photo.id })
  const answer = await app.request('GET /api/photos/{id}', { params: { id: photo.id }, token: await app.signIn(owner) })
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  await app.request('GET /api/health/live')
  expect(errors).toEqual([])
})

test('health tells that the process runs and that the database answers', async () => {
  expect((await app.request('GET /api/health/live')).body).toEqual({ status: 'ok' })
  expect((await app.request('GET /api/health/ready')).body).toEqual({ status: 'ok' })
})
