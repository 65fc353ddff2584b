import { grants, stampOfRoles, type AbilityName, type everything } from '#contract/abilities.ts'
import type { Login, User } from '#contract/people.ts'
import { useSyncExternalStore } from 'react'
import type { Refusal } from './refusal.ts'
import { forget, recall, remember } from './storage.ts'
import { keepInTabOnly } from './tab-storage.ts'

/** Who is logged in here, and what that person may do. */
export interface Session {
  token: string
  user: User
  isAdmin: boolean
  isMentor: boolean
  abilities: readonly string[]
}

/** The specification's client storage (§3): these keys, abilities as one comma-separated list. */
const keys = ['token', 'user', 'isAdmin', 'isMentor', 'abilities'] as const

let current = read()
keepInTabOnly(current?.user.id ?? null)
const listeners = new Set<() => void>()

/** The session now; null when nobody is logged in. */
export const session = (): Session | null => current

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where the first page is drawn, on the server, nobody is logged in. */
export const useSession = (): Session | null => useSyncExternalStore(subscribeSession, session, () => null)

/** Keeps what login, confirm, register and setup answer. */
export const storeLogin = (login: Login): void => write(login.token, login)

/** Follows today's roles and profile (`GET /api/my-session`) under the token that is there. */
export function updateSession(login: Omit<Login, 'token'>): void {
  if (current) write(current.token, login)
}

/** Keeps a changed profile, so that menus show the new name and photo at once. */
export function updateUser(user: User): void {
  if (!current) return
  remember('user', JSON.stringify(user))
  changed()
}

/** Removes everything the browser stored about the login and what that person typed, whether or not the stored login can be read. */
export function clearSession(): void {
  keys.forEach(forget)
  if (current) changed()
  else keepInTabOnly(null)
}

/** The server no longer knows the token (idle too long, or logged out elsewhere), or this browser keeps no cookies. Tells `onExpired` as well. */
export function expireSession(refusal: Refusal): void {
  clearSession()
  expired(refusal)
}

let expired = (_refusal: Refusal): void => {}
export function onExpired(tell: (refusal: Refusal) => void): void {
  expired = tell
}

/** Compares the stamp that an answer carried with what is kept here; where roles have changed, asks who one is today (`onRolesChanged`). */
export function followRoles(stamp: string | null): void {
  if (current && stamp !== null && stamp !== stampOfRoles(current)) rolesChanged()
}

let rolesChanged = (): void => {}
export function onRolesChanged(refresh: () => void): void {
  rolesChanged = refresh
}

/** Whether the person holds an ability, directly or through `*`. */
export const can = (ability: AbilityName | typeof everything): boolean => grants(current?.abilities ?? [], ability)

function write(token: string, { user, access, abilities }: Omit<Login, 'token'>): void {
  remember('token', token)
  remember('user', JSON.stringify(user))
  remember('isAdmin', String(access.isAdmin))
  remember('isMentor', String(access.isMentor))
  remember('abilities', abilities.join(','))
  changed()
}

function read(): Session | null {
  const token = recall('token')
  const user = parseUser(recall('user'))
  if (!token || !user) return null
  return {
    token,
    user,
    isAdmin: recall('isAdmin') === 'true',
    isMentor: recall('isMentor') === 'true',
    abilities: (recall('abilities') ?? '').split(',').filter(name => name !== ''),
  }
}

function parseUser(json: string | null): User | null {
  try {
    return JSON.parse(json ?? 'null') as User | null
  } catch {
    return null
  }
}

function changed(): void {
  current = read()
  keepInTabOnly(current?.user.id ?? null)
  listeners.forEach(listener => listener())
}

// Another tab logged in or out.
globalThis.addEventListener?.('storage', event => {
  if (event.key === null || (keys as readonly string[]).includes(event.key)) changed()
})
// A page that the Back button brings back from the browser's cache did not hear of it.
globalThis.addEventListener?.('pageshow', event => {
  if (event.persisted) changed()
})
