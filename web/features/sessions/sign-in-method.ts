import { getItem, setItem } from '../../lib/storage.ts'

/** The ways to sign in that a visitor can choose between. */
export type SignInWay = 'phone' | 'email' | 'password'
const ways: readonly SignInWay[] = ['phone', 'email', 'password']

/**
 * Names the way and nothing of the person, so it may outlive the logout: the next login in this browser
 * begins with it.
 */
const key = 'sign-in-way'

export const rememberWay = (way: SignInWay): void => setItem(key, way)

export function recallWay(): SignInWay | null {
  const stored = getItem(key)
  return ways.find(way => way === stored) ?? null
}
