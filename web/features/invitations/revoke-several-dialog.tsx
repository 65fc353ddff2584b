import type { Invitation } from '#contract/invitations.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useBatchPreview } from '../../lib/use-batch-preview.ts'
import { BatchDialog, type BatchDialogBase } from '../../ui/batch-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { invitationRow } from './format-invitation.ts'

/** Revokes invitations; shows which stay and why. */
export default function RevokeSeveralDialog({ rows, onClose, onDone }: BatchDialogBase<Invitation>) {
  const preview = useBatchPreview('POST /api/invitations/revoke/preview', { ids: rows.map(({ id }) => id) })
  const happens = t('invitations.revokeText')
  const outcomes =
    preview.data && new Map(preview.data.invitations.map(({ id, problem }) => [id, problem ? { blocked: problem.message } : { happens }]))
  return (
    <BatchDialog
      title={t('invitations.revokeSeveralTitle')}
      rows={rows.map(invitationRow)}
      outcomes={outcomes}
      preview={preview}
      confirm={count => t('invitations.revokeSeveral', { count })}
      danger
      send={async ids => {
        const { revoked, skipped } = await call('POST /api/invitations/revoke', { body: { ids: [...ids] } })
        if (revoked.length > 0) toast(t('invitations.revokedSeveral', { count: revoked.length }), { type: 'success' })
        return skipped
      }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
