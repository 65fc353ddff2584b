import type { AbilityName } from '#contract/abilities.ts'
import { grants, hashRoles, type wildcard } from '#contract/granted.ts'
import type { Login, User } from '#contract/people.ts'
import { useSyncExternalStore } from 'react'
import type { Refusal } from './refusal.ts'
import { removeItem, removeItems, getItem, setItem } from './storage.ts'
import { clearOtherOwners } from './tab-storage.ts'

/** The logged-in user, with areas and abilities. */
export interface Session {
  token: string
  user: User
  isAdmin: boolean
  isMentor: boolean
  abilities: readonly string[]
}

/** The keys in `localStorage` (decision record 025). Abilities are one comma-separated list. */
const keys = ['token', 'user', 'isAdmin', 'isMentor', 'abilities'] as const
/** When staff last used the session, in `localStorage`: see session-use.ts. */
export const lastUseKey = 'lastUse'

let current = read()
type End = 'logout' | 'expiry'
let end: End | null = null
clearOtherOwners(current?.user.id ?? null)
const listeners = new Set<() => void>()

/** The current session; null without a login. */
export const session = (): Session | null => current

/** How the last login of this document ended, here or in another tab; null without one. */
export const endOfLogin = (): End | null => end

/** Calls the listener after each change. Returns a function that ends this. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Null on the server, which renders the first page without a login. */
export const useSession = (): Session | null => useSyncExternalStore(subscribeSession, session, () => null)

/** Stores the answer of login, confirm, register and setup. */
export const storeLogin = (login: Login): void => write(login.token, login)

/** Stores the current roles and profile (`GET /api/my-session`) under the same token. */
export function updateSession(login: Omit<Login, 'token'>): void {
  if (current) write(current.token, login)
}

/** Stores a changed profile, so that menus show the new name and photo at once. */
export function updateUser(user: User): void {
  if (!current) return
  setItem('user', JSON.stringify(user))
  changed()
}

/** Removes the stored login and what the user typed, even if the stored login cannot be read. */
export function clearSession(how: End = 'logout'): void {
  for (const key of [...keys, lastUseKey]) removeItem(key)
  // Views that a version before decision record 091 kept here, whosever they are.
  removeItems('views ')
  if (current) changed(how)
  else clearOtherOwners(null)
}

/** Ends a session whose token expired or was revoked, or whose cookie is missing; notifies `onExpired`. */
export function expireSession(refusal: Refusal): void {
  // Where no cookie is kept, the next login is of no use.
  clearSession(refusal.code === 'cookie_missing' ? 'logout' : 'expiry')
  expired(refusal)
}

let expired = (_refusal: Refusal): void => {}
/** Sets what follows when a session expires. There is one handler. */
export function onExpired(handle: (refusal: Refusal) => void): void {
  expired = handle
}

/** Compares the roles stamp of an answer with the stored roles; calls `onRolesChanged` if they differ. */
export function compareRoles(stamp: string | null): void {
  if (current && stamp !== null && stamp !== hashRoles(current)) rolesChanged()
}

let rolesChanged = (): void => {}
/** Sets what follows when the roles have changed on the server. There is one handler. */
export function onRolesChanged(refresh: () => void): void {
  rolesChanged = refresh
}

/** Whether the user has an ability, directly or through `*`. */
export const can = (ability: AbilityName | typeof wildcard): boolean => grants(current?.abilities ?? [], ability)

function write(token: string, { user, access, abilities }: Omit<Login, 'token'>): void {
  const stored = [token, JSON.stringify(user), String(access.isAdmin), String(access.isMentor), abilities.join(',')]
  // Most refreshes bring nothing new: the pages need not be rendered again.
  if (current && keys.every((key, index) => getItem(key) === stored[index])) return
  keys.forEach((key, index) => setItem(key, stored[index] ?? ''))
  changed()
}

function read(): Session | null {
  const token = getItem('token')
  const user = parseUser(getItem('user'))
  if (!token || !user) return null
  return {
    token,
    user,
    isAdmin: getItem('isAdmin') === 'true',
    isMentor: getItem('isMentor') === 'true',
    abilities: (getItem('abilities') ?? '').split(',').filter(name => name !== ''),
  }
}

function parseUser(json: string | null): User | null {
  try {
    return JSON.parse(json ?? 'null') as User | null
  } catch {
    return null
  }
}

function changed(how: End = 'logout'): void {
  if (current) end = how
  current = read()
  clearOtherOwners(current?.user.id ?? null)
  listeners.forEach(listener => listener())
}

// Another tab logged in or out.
globalThis.addEventListener?.('storage', event => {
  if (event.key === null || (keys as readonly string[]).includes(event.key)) changed()
})
// A page restored from the back/forward cache missed the storage event.
globalThis.addEventListener?.('pageshow', event => {
  if (event.persisted) changed()
})
