import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rolesHeader, hashRoles } from '#contract/granted.ts'
import { urlOf, call, queryKeyOf } from './api.ts'
import { isRefusal, Refusal } from './refusal.ts'
import { clearSession, onExpired, onRolesChanged, session, storeLogin } from './session.ts'
import { noteInput } from './session-use.ts'

const id = '0190a000-0000-7000-8000-000000000001'
const problem = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } })
const answering = (response: () => Response | Promise<Response>) => {
  const fetched = vi.fn<typeof fetch>(async () => response())
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('not refused'),
    (error: unknown) => error as Refusal,
  )

beforeEach(() => {
  const user = {
    id,
    name: 'A',
    phone: null,
    email: null,
    photo: null,
    locale: 'en',
    time_zone: 'UTC',
    spoken_language: null,
    needs_interpreter: false,
    working_languages: [],
    active: true,
    revision: 1,
    created_at: '',
  }
  // However long ago another file loaded it.
  noteInput()
  storeLogin({ token: 'secret', user, access: { isAdmin: false, isMentor: false }, abilities: [] })
})
afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

describe('a call', () => {
  test('sends method, path, query, body and headers', async () => {
    const fetched = answering(() => Response.json({}))
    await call('POST /api/appointments/{id}/cancel', { params: { id }, body: { reason: 'ill' }, idempotencyKey: 'key' })
    expect(fetched).toHaveBeenCalledWith(`/api/appointments/${id}/cancel`, {
      method: 'POST',
      body: '{"reason":"ill"}',
      headers: { accept: 'application/json', authorization: 'Bearer secret', 'content-type': 'application/json', 'idempotency-key': 'key' },
    })
  })

  test('leaves out what is undefined and encodes the rest', () => {
    expect(urlOf('GET /api/my-profile', { query: { profileId: undefined, page: 2 } })).toBe('/api/my-profile?page=2')
    expect(urlOf('GET /api/appointments/{id}', { params: { id: 'a/b' } })).toBe('/api/appointments/a%2Fb')
  })

  test('answers a file as a Blob', async () => {
    answering(() => new Response('BEGIN:VCALENDAR', { headers: { 'content-type': 'text/calendar' } }))
    const file = await call('GET /api/appointments/{id}/calendar', { params: { id } })
    expect(await file.text()).toBe('BEGIN:VCALENDAR')
  })

  test('has a key of its own, and one for all of its inputs', () => {
    expect(queryKeyOf('GET /api/schedules', { query: { page: 2 } })).toEqual(['GET /api/schedules', { page: 2 }])
    expect(queryKeyOf('GET /api/schedules')).toEqual(['GET /api/schedules'])
  })
})

describe('a refusal', () => {
  test('carries what the problem says', async () => {
    answering(() => problem(422, { code: 'invalid', message: 'Please check.', errors: { name: ['must not be empty'] }, request_id: 'r1' }))
    const refusal = await refusalOf(call('PUT /api/my-profile', { body: {} }))
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ status: 422, code: 'invalid', message: 'Please check.', errors: { name: ['must not be empty'] } })
    expect(refusal.problem.request_id).toBe('r1')
    expect(isRefusal(refusal, 'invalid')).toBe(true)
    expect(isRefusal(refusal, 'stale')).toBe(false)
  })

  test('is offline when no answer comes', async () => {
    answering(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await refusalOf(call('GET /api/site'))).toMatchObject({ status: 0, code: 'offline' })
    expect(session()).not.toBeNull()
  })

  test('is a plain sentence when the answer is no problem at all', async () => {
    answering(() => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }))
    const refusal = await refusalOf(call('GET /api/site'))
    expect(refusal).toMatchObject({ status: 502, code: 'unavailable' })
    expect(refusal.message).not.toContain('<')
  })

  test('of a token that the server does not know ends the session', async () => {
    const told = vi.fn<() => void>()
    onExpired(told)
    answering(() => problem(401, { code: 'unauthenticated', message: 'Please log in first.' }))
    await refusalOf(call('GET /api/my-profile'))
    expect(session()).toBeNull()
    expect(told).toHaveBeenCalledOnce()
  })

  test('of a wrong password ends nothing', async () => {
    answering(() => problem(401, { code: 'wrong_login', message: 'Not right.' }))
    await refusalOf(call('POST /api/login', { body: { phone: '1', password: '2' } }))
    expect(session()).not.toBeNull()
  })
})

describe('roles that changed meanwhile', () => {
  const stamped = (abilities: string[], status = 200) =>
    new Response(JSON.stringify({ code: 'missing_ability' }), {
      status,
      headers: { 'content-type': 'application/json', [rolesHeader]: hashRoles({ isAdmin: false, isMentor: false, abilities }) },
    })

  test('are noticed by the stamp of any answer, a refusal too', async () => {
    const noticed = vi.fn<() => void>()
    onRolesChanged(noticed)
    answering(() => stamped([]))
    await call('GET /api/site')
    expect(noticed).not.toHaveBeenCalled()
    answering(() => stamped(['User List']))
    await call('GET /api/site')
    answering(() => stamped(['Role List'], 403))
    await refusalOf(call('GET /api/site'))
    expect(noticed).toHaveBeenCalledTimes(2)
    // The answer that says who one is today is what is compared with.
    await refusalOf(call('GET /api/my-session'))
    expect(noticed).toHaveBeenCalledTimes(2)
    clearSession()
    await refusalOf(call('GET /api/site'))
    expect(noticed).toHaveBeenCalledTimes(2)
    onRolesChanged(() => {})
  })

  test('make another stamp, whatever their order', () => {
    const stamp = (abilities: string[], isMentor = false) => hashRoles({ isAdmin: true, isMentor, abilities })
    expect(stamp(['A', 'B'])).toBe(stamp(['B', 'A']))
    expect(new Set([stamp([]), stamp(['A']), stamp(['B']), stamp(['*']), stamp([], true)]).size).toBe(5)
  })
})
