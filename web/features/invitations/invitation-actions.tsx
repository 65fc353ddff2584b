import type { Invitation } from '#contract/invitations.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { isOpen } from './invitation-filters.ts'

interface InvitationActionsProps {
  invitation: Invitation
  onPrint: (ids: readonly string[]) => void
}

/** Sends or prints an open invitation again, or revokes it. */
export function InvitationActions({ invitation, onPrint }: InvitationActionsProps) {
  const { id, person, channel } = invitation
  const { name } = person
  const [asks, setAsks] = useState(false)
  const renewal = useApiMutation('POST /api/invitations/{id}/renew', { success: t('invitations.renewed', { name }) })
  const revocation = useApiMutation('POST /api/invitations/{id}/revoke', {
    success: t('invitations.revoked', { name }),
    onSuccess: () => setAsks(false),
  })
  if (!isOpen(invitation)) return null
  return (
    <>
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
    </>
  )
}
