import type { CodeAnswer } from '#contract/sessions.ts'
import type { CodeAddress } from '#domain/people/code-address.ts'
import type * as z from 'zod'
import { call } from '../../lib/api.ts'
import { withRecentSignIn } from '../sessions/recent-sign-in.ts'

/** A code that was sent to a new number or e-mail address. `at`: when, in ms. */
export interface SentCode extends z.output<typeof CodeAnswer> {
  address: CodeAddress
  at: number
}

/** Sends a code to a new number or e-mail address. */
export async function requestAddressCode(address: CodeAddress): Promise<SentCode> {
  const answer = await withRecentSignIn(() =>
    address.email === undefined
      ? call('POST /api/my-profile/phone', { body: { phone: address.phone } })
      : call('POST /api/my-profile/email', { body: { email: address.email } }),
  )
  return { ...answer, address, at: Date.now() }
}
