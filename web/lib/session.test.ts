import type { Login } from '#contract/people.ts'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
})
afterAll(() => void vi.unstubAllGlobals())

const login: Login = {
  token: 'secret',
  user: {
    id: '0190a000-0000-7000-8000-000000000001',
    name: 'Amara Okafor',
    phone: '+447700900001',
    email: null,
    photo: null,
    locale: 'en',
    time_zone: 'Europe/London',
    spoken_language: null,
    needs_interpreter: false,
    working_languages: [],
    active: true,
    revision: 1,
    created_at: '2026-01-01T10:00:00Z',
  },
  access: { isAdmin: true, isMentor: false },
  abilities: ['Schedule List', 'Appointment List'],
}

const { can, clearSession, session, storeLogin, subscribeSession, updateSession } = await import('./session.ts')
const { logout } = await import('./logout.ts')

beforeEach(() => {
  clearSession()
  kept.clear()
})

describe('the session', () => {
  test('is stored under the specified keys', () => {
    storeLogin(login)
    expect(Object.fromEntries(kept)).toEqual({
      token: 'secret',
      user: JSON.stringify(login.user),
      isAdmin: 'true',
      isMentor: 'false',
      abilities: 'Schedule List,Appointment List',
    })
    expect(session()).toMatchObject({ token: 'secret', isAdmin: true, isMentor: false })
  })

  test('grants listed abilities, and every ability with *', () => {
    storeLogin(login)
    expect(can('Schedule List')).toBe(true)
    expect(can('Role List')).toBe(false)
    storeLogin({ ...login, abilities: ['*'] })
    expect(can('Role List')).toBe(true)
    expect(can('*')).toBe(true)
  })

  test('follows changed roles under the same token and notifies listeners', () => {
    storeLogin(login)
    const listener = vi.fn<() => void>()
    const stop = subscribeSession(listener)
    updateSession({ user: login.user, access: { isAdmin: false, isMentor: true }, abilities: [] })
    stop()
    expect(listener).toHaveBeenCalledOnce()
    expect(session()).toMatchObject({ token: 'secret', isAdmin: false, isMentor: true, abilities: [] })
  })

  test('is null if the stored user is invalid', async () => {
    kept.set('token', 'secret').set('user', '{broken')
    vi.resetModules()
    const fresh = await import('./session.ts')
    expect(fresh.session()).toBeNull()
  })
})

describe('logout', () => {
  test('calls the server, clears the storage and goes home', async () => {
    storeLogin(login)
    const fetched = vi.fn<typeof fetch>(async () => Response.json({ message: 'Done' }))
    vi.stubGlobal('fetch', fetched)
    const [goHome, reload] = [vi.fn<() => void>(), vi.fn<(address: string) => void>()]
    await logout(goHome, reload)
    expect(fetched.mock.calls[0]).toMatchObject(['/api/logout', { method: 'POST', headers: { authorization: 'Bearer secret' } }])
    expect(kept.size).toBe(0)
    expect(goHome).toHaveBeenCalledOnce()
    expect(reload).not.toHaveBeenCalled()
  })

  test.each([
    ['the network is down', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server fails', async () => Response.json({ code: 'unexpected', message: 'No' }, { status: 500 })],
  ])('clears the storage and reloads / when %s', async (_, answer) => {
    storeLogin(login)
    vi.stubGlobal('fetch', answer)
    const [goHome, reload] = [vi.fn<() => void>(), vi.fn<(address: string) => void>()]
    await logout(goHome, reload)
    expect(kept.size).toBe(0)
    expect(session()).toBeNull()
    expect(goHome).not.toHaveBeenCalled()
    expect(reload).toHaveBeenCalledWith('/')
  })
})
