import type { Invitation } from '#contract/invitations.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { formatWay, formatWhen, stateOf } from './format-invitation.ts'
import rows from '../../ui/row-list.module.css'

interface InvitationListProps {
  invitations: readonly Invitation[]
  onPrint: (ids: readonly string[]) => void
}

/** Every invitation with its state, and what can be done with it. */
export const InvitationList = ({ invitations, onPrint }: InvitationListProps) => (
  <ul className={rows.list}>
    {invitations.map(invitation => (
      <InvitationRow key={invitation.id} invitation={invitation} onPrint={onPrint} />
    ))}
  </ul>
)

function InvitationRow({ invitation, onPrint }: { invitation: Invitation; onPrint: InvitationListProps['onPrint'] }) {
  const { id, person, roles, invited_by, status, channel, blocked, existing } = invitation
  const { name } = person
  const [asks, setAsks] = useState(false)
  const renewal = useApiMutation('POST /api/invitations/{id}/renew', { success: t('invitations.renewed', { name }) })
  const revocation = useApiMutation('POST /api/invitations/{id}/revoke', {
    success: t('invitations.revoked', { name }),
    onSuccess: () => setAsks(false),
  })
  const { tone, word } = stateOf(invitation)
  const open = status === 'pending' || status === 'expired'
  return (
    <Card as="li">
      <div className={rows.row}>
        <div className={rows.what}>
          <h2>{can('User List') ? <Link to={paths.user(person.id)}>{name}</Link> : name}</h2>
          <p className={rows.facts}>
            <Badge tone={tone}>{word}</Badge>
            <span>{formatWay(invitation)}</span>
            <span>{formatWhen(invitation)}</span>
          </p>
          <p className="soft small">
            {[...(roles.length > 0 ? [roles.map(role => role.name).join(', ')] : []), t('invitations.by', { name: invited_by.name })].join(
              ' · ',
            )}
          </p>
          {status === 'pending' && blocked && <p className="small">{t('invitations.blockedText', { name: invited_by.name })}</p>}
          {open && existing && <p className="soft small">{t('invitations.existingText')}</p>}
        </div>
        {open && (
          <div className={rows.actions}>
            {channel === 'print' ? (
              <Button small onClick={() => onPrint([id])} aria-label={t('invitations.printOf', { name })}>
                {t('invitations.print')}
              </Button>
            ) : (
              <Button
                small
                busy={renewal.isPending}
                onClick={() => renewal.mutate({ params: { id } })}
                aria-label={t('invitations.renewOf', { name })}
              >
                {t('invitations.renew')}
              </Button>
            )}
            <Button small onClick={() => setAsks(true)} aria-label={t('invitations.revokeOf', { name })}>
              {t('invitations.revoke')}
            </Button>
          </div>
        )}
      </div>
      {asks && (
        <ConfirmDialog
          title={t('invitations.revokeTitle', { name })}
          confirm={t('invitations.revoke')}
          danger
          busy={revocation.isPending}
          onConfirm={() => revocation.mutate({ params: { id } })}
          onClose={() => setAsks(false)}
        >
          <p>{t('invitations.revokeText')}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
