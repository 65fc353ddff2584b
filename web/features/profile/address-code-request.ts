import type { CodeAnswer } from '#contract/sessions.ts'
import type { CodeAddress } from '#domain/people/code-address.ts'
import type { User } from '#contract/people.ts'
import { phoneDigits } from '#domain/people/phone-digits.ts'
import type * as z from 'zod'
import { call } from '../../lib/api.ts'
import { isRefusal } from '../../lib/refusal.ts'
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

/** Confirms a new number or e-mail address. An attempt whose answer was lost has used its code: then it is in force. */
export async function confirmAddress(address: CodeAddress, proof: { code: string; current_password?: string }): Promise<User> {
  try {
    return await withRecentSignIn(() =>
      address.email === undefined
        ? call('POST /api/my-profile/phone/confirm', { body: { phone: address.phone, ...proof } })
        : call('POST /api/my-profile/email/confirm', { body: { email: address.email, ...proof } }),
    )
  } catch (error) {
    const mayBeConfirmed = isRefusal(error, 'offline') || isRefusal(error, 'wrong_code')
    const user = mayBeConfirmed && (await readIfConfirmed(address).catch(() => undefined))
    if (user) return user
    throw error
  }
}

/** The user, if this is their confirmed number or address by now. `address` is as typed. */
async function readIfConfirmed({ phone, email }: CodeAddress): Promise<User | undefined> {
  const { user } = await call('GET /api/my-profile')
  const isIts = email === undefined ? phoneDigits(phone).some(digits => user.phone?.endsWith(digits)) : user.email === email.toLowerCase()
  if (!isIts) return undefined
  const methods = await call('GET /api/my-profile/sign-in-methods')
  return methods[email === undefined ? 'phone' : 'email']?.verified ? user : undefined
}
