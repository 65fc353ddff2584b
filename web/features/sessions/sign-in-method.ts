import type { ResponseBody } from '../../lib/api.ts'
import { getItem, setItem } from '../../lib/storage.ts'

/** The ways to sign in that a visitor can choose between. */
export type SignInWay = 'phone' | 'email' | 'password'
const ways: readonly SignInWay[] = ['phone', 'email', 'password']

/**
 * Names the way and nothing of the person, so it may outlive the logout: the next login in this browser
 * begins with it.
 */
const key = 'sign-in-way'

/** Keeps the way of the last login in this browser, for the next one. */
export const rememberWay = (way: SignInWay): void => setItem(key, way)

/** The way of the last login in this browser; null if there is none, or this version does not know it. */
export function recallWay(): SignInWay | null {
  const stored = getItem(key)
  return ways.find(way => way === stored) ?? null
}

type Offered = ResponseBody<'GET /api/site'>['sign_in']

/** Whether this site can send one-time codes. */
export const sendsCodes = ({ phone, email }: Pick<Offered, 'phone' | 'email'>): boolean => phone || email

/** Whether a person without an account can get one here: by a code, or with an account of an identity provider. */
export const canJoin = (offered: Offered): boolean => sendsCodes(offered) || offered.providers.length > 0
