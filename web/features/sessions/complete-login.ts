import type { Login } from '#contract/people.ts'
import { storeLogin } from '../../lib/session.ts'
import { setJoinState } from './join-state.ts'
import { rememberWay, type SignInWay } from './sign-in-method.ts'

/** Stores a login and the way it came, and ends the joining. */
export function completeLogin(login: Login, by: SignInWay | null): void {
  if (by) rememberWay(by)
  setJoinState({})
  storeLogin(login)
}
