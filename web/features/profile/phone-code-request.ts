import type { CodeAnswer } from '#contract/sessions.ts'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'

/** A code sent to a new number; `at` in epoch ms. */
export interface SentCode extends z.output<typeof CodeAnswer> {
  phone: string
  at: number
}

/** Sends a code to a new number. */
export async function requestPhoneCode(phone: string): Promise<SentCode> {
  const answer = await call('POST /api/my-profile/phone', { body: { phone } })
  return { ...answer, phone, at: Date.now() }
}
