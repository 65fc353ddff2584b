import type { CodeAddress } from '#domain/people/code-address.ts'
import { call } from '../../lib/api.ts'
import { setJoinState, typedFor } from './join-state.ts'

/** Requests a code for a phone number or an e-mail address, as typed, and stores when it expires. */
export async function requestCode(address: CodeAddress): Promise<void> {
  const answer = await call('POST /api/join', { body: address })
  const now = Date.now()
  setJoinState({
    ...address,
    ...typedFor(address),
    joinTicket: answer.join_ticket,
    codeUntil: now + answer.expires_in * 1000,
    resendFrom: now + answer.resend_after * 1000,
    ...(answer.demo_code !== undefined && { demoCode: answer.demo_code }),
  })
}
