import type { InvitationChannel, InvitationStatus } from '#contract/invitations.ts'
import type { Settings } from '../../platform/config.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'

interface Times {
  expires_at: string
  accepted_at: string | null
  revoked_at: string | null
}

/** The state of an invitation at an instant. */
export function statusOf({ expires_at, accepted_at, revoked_at }: Times, now: Date): InvitationStatus {
  if (accepted_at !== null) return 'accepted'
  if (revoked_at !== null) return 'revoked'
  return Date.parse(expires_at) > now.getTime() ? 'pending' : 'expired'
}

/**
 * How this site can send an invitation. Printing needs nothing. The demo sends no messages: no person
 * would get their links.
 */
export const channelsOf = ({ mail, sms }: Settings): InvitationChannel[] => [
  ...(mail ? (['email'] as const) : []),
  ...(sms ? (['sms'] as const) : []),
  'print',
]

/** 503 `no_gateway` where the site cannot send in this way. */
export function refuseUnsent(settings: Settings, channel: InvitationChannel): Refusal | null {
  if (channelsOf(settings).includes(channel)) return null
  return refuse('no_gateway', {
    message: channel === 'email' ? 'refused.thisSiteCannotSendEMail' : 'refused.thisSiteCannotSendTextMessages',
  })
}

/** An address on a page that its owner opens with the link: enough to know it again. */
export function shorten(address: string): string {
  const at = address.lastIndexOf('@')
  return at > 0 ? `${address.slice(0, 1)}…${address.slice(at)}` : `… ${address.slice(-3)}`
}
