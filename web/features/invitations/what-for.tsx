import type { OpenedInvitation } from '#contract/invitations.ts'
import { t } from '../../lib/messages.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Who invites the person, and to what. */
export function WhatFor({ invitation: { invited_by, roles } }: { invitation: OpenedInvitation }) {
  const inviter = invited_by ?? ''
  return <p>{roles.length > 0 ? t('invitation.asRole', { inviter, roles: list.format(roles) }) : t('invitation.asClient', { inviter })}</p>
}
