import type { Invitation, InvitationChannel } from '#contract/invitations.ts'
import type { MessageState } from '#contract/messages.ts'
import { statusOf } from './policy.ts'

interface Named {
  id: string
  name: string
}

/** An invitation with its person and roles; times are RFC 3339. */
export interface InvitationRow {
  id: string
  person: Named
  channel: InvitationChannel
  address: string | null
  roles: Named[]
  existing: boolean
  /** A role of the person, or one that the link gives, demands an identity provider. */
  single_sign_on: boolean
  /** On the record. */
  phone: string | null
  invited_by: Named
  /** Of the newest message with its link. */
  sending: MessageState | null
  created_at: string
  expires_at: string
  accepted_at: string | null
  revoked_at: string | null
}

const deliveries: Record<MessageState, Invitation['delivery']> = {
  waiting: 'waiting',
  sending: 'waiting',
  sent: 'sent',
  delivered: 'sent',
  shown: 'sent',
  failed: 'failed',
  dropped: 'failed',
  unsendable: 'failed',
}

/** An invitation as the API shows it. Its link is nowhere in it. */
export function presentInvitation(
  { sending, phone: _, single_sign_on: __, ...row }: InvitationRow,
  now: Date,
  blocked: boolean,
): Invitation {
  return {
    ...row,
    // An accepted invitation of a new person has made the account since.
    existing: row.existing && row.accepted_at === null,
    status: statusOf(row, now),
    blocked,
    delivery: row.channel === 'print' || sending === null ? null : deliveries[sending],
  }
}
