import type { OpenedInvitation } from '#contract/invitations.ts'
import { formatList } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'

/** Who invites the person, and to what. */
export function WhatFor({ invitation: { invited_by, roles } }: { invitation: OpenedInvitation }) {
  const inviter = invited_by ?? ''
  return <p>{roles.length > 0 ? t('invitation.asRole', { inviter, roles: formatList(roles) }) : t('invitation.asClient', { inviter })}</p>
}
