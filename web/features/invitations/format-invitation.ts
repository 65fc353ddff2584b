import type { Invitation, InvitationLine, InvitationStatus } from '#contract/invitations.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

const states = {
  pending: ['note', 'invitations.status.pending'],
  accepted: ['good', 'invitations.status.accepted'],
  expired: ['warm', 'invitations.status.expired'],
  revoked: ['soft', 'invitations.status.revoked'],
} as const satisfies Record<InvitationStatus, readonly [BadgeTone, MessageId]>

/** The state of an invitation; one that cannot be accepted or did not go out stands out. */
export function stateOf({ status, blocked, delivery }: Invitation): { tone: BadgeTone; word: string } {
  if (status === 'pending' && blocked) return { tone: 'bad', word: t('invitations.status.blocked') }
  if (status === 'pending' && delivery === 'failed') return { tone: 'bad', word: t('invitations.status.failed') }
  const [tone, word] = states[status]
  return { tone, word: t(word) }
}

/** Where it went. */
export function formatWay({ channel, address }: Invitation): string {
  if (channel === 'print') return t('invitations.printed')
  return channel === 'sms' ? formatPhone(address ?? '') : (address ?? '')
}

/** What happened last, or happens next, and when. */
export function formatWhen({ status, accepted_at, revoked_at, expires_at }: Invitation): string {
  const say = (instant: string | null) => formatDateTime(instant ?? expires_at, visitorZone())
  if (status === 'accepted') return t('invitations.acceptedAt', { time: say(accepted_at) })
  if (status === 'revoked') return t('invitations.revokedAt', { time: say(revoked_at) })
  return t(status === 'expired' ? 'invitations.expiredAt' : 'invitations.validUntil', { time: say(expires_at) })
}

const problems: Record<NonNullable<InvitationLine['problem']>, MessageId> = {
  name_missing: 'invitations.line.name_missing',
  name_invalid: 'invitations.line.name_invalid',
  address_missing: 'invitations.line.address_missing',
  phone_impossible: 'invitations.line.phone_impossible',
  email_invalid: 'invitations.line.email_invalid',
  two_addresses: 'invitations.line.two_addresses',
  duplicate: 'invitations.line.duplicate',
  person_exists: 'invitations.line.person_exists',
  already_invited: 'invitations.line.already_invited',
  role_unknown: 'invitations.line.role_unknown',
  role_beyond_own: 'invitations.line.role_beyond_own',
  channel_unavailable: 'invitations.line.channel_unavailable',
}

/** What is wrong with a line, or how it will be invited. */
export function formatLine({ problem, person, channel }: InvitationLine): string {
  if (problem) return t(problems[problem])
  if (person) return t('invitations.line.offered', { name: person.name })
  if (channel === 'print') return t('invitations.line.print')
  return t(channel === 'sms' ? 'invitations.line.sms' : 'invitations.line.email')
}

/** An invitation in a dialog about several. */
export const invitationRow = (invitation: Invitation) => ({
  id: invitation.id,
  head: invitation.person.name,
  detail: `${formatWay(invitation)} · ${formatWhen(invitation)}`,
})
