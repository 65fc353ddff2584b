import type { Login } from '#contract/people.ts'
import { isRedirect, type HistoryState } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'

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
  access: { isAdmin: false, isMentor: false },
  abilities: [],
}
const location = { pathname: '/admin/users', href: '/admin/users?search=x' }

/** The modules of a document that was just opened. */
async function openDocument() {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.resetModules()
  const [store, guards, { Refusal }] = await Promise.all([import('../lib/session.ts'), import('./guards.ts'), import('../lib/refusal.ts')])
  const targetOf = (guard: typeof guards.requireLogin) => {
    try {
      guard({ location })
      return null
    } catch (thrown) {
      if (!isRedirect(thrown)) throw thrown
      const { href, state } = thrown.options
      return [href, (state as HistoryState).turnedAwayFrom]
    }
  }
  return {
    ...store,
    ...guards,
    targetOf,
    expire: (code: 'unauthenticated' | 'cookie_missing') => store.expireSession(new Refusal(401, code, '')),
  }
}

let page: Awaited<ReturnType<typeof openDocument>>
beforeEach(async () => {
  page = await openDocument()
  return () => void vi.unstubAllGlobals()
})

test('a visitor goes to the booking page, which knows the page they opened and nothing typed into its query', () => {
  expect(page.targetOf(page.requireLogin)).toEqual(['/', '/admin/users'])
  expect(page.targetOf(page.requireMentor)).toEqual(['/', '/admin/users'])
})

test('a login that ran out is continued without what was typed into the query', () => {
  page.storeLogin(login)
  page.expire('unauthenticated')
  expect(page.targetOf(page.requireAdmin)).toEqual(['/', '/admin/users'])
})

test('nothing leads back after a logout, or where no cookie is kept', () => {
  page.storeLogin(login)
  page.clearSession()
  expect(page.targetOf(page.requireLogin)).toEqual(['/', undefined])
  page.storeLogin(login)
  page.expire('cookie_missing')
  expect(page.targetOf(page.requireLogin)).toEqual(['/', undefined])
})

test('a user without the area goes to the booking page', () => {
  page.storeLogin(login)
  expect(page.targetOf(page.requireLogin)).toBeNull()
  expect(page.targetOf(page.requireAdmin)).toEqual(['/', undefined])
})
