import { call } from '../../lib/api.ts'
import { setJoinState } from './join-state.ts'

/** Requests a code and stores when it expires. */
export async function requestCode(phone: string): Promise<void> {
  const answer = await call('POST /api/join', { body: { phone } })
  const now = Date.now()
  setJoinState({
    phone,
    joinTicket: answer.join_ticket,
    codeUntil: now + answer.expires_in * 1000,
    resendFrom: now + answer.resend_after * 1000,
    ...(answer.demo_code !== undefined && { demoCode: answer.demo_code }),
  })
}
