import type { Invitation } from '#contract/invitations.ts'
import { t } from '../../lib/messages.ts'
import { isOpen } from './invitation-filters.ts'

/** Why an invitation cannot be accepted as it is, or what accepting it takes. */
export const InvitationNotes = ({ invitation }: { invitation: Invitation }) => (
  <>
    {invitation.status === 'pending' && invitation.blocked && (
      <p className="small">{t('invitations.blockedText', { name: invitation.invited_by.name })}</p>
    )}
    {isOpen(invitation) && invitation.existing && <p className="soft small">{t('invitations.existingText')}</p>}
  </>
)
