import type { Invitation } from '#contract/invitations.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useBatchPreview } from '../../lib/use-batch-preview.ts'
import { BatchDialog, type BatchDialogBase } from '../../ui/batch-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { invitationRow } from './format-invitation.ts'

/** Sends invitations again; shows which cannot be sent and why. */
export default function RenewSeveralDialog({ rows, onClose, onDone }: BatchDialogBase<Invitation>) {
  const preview = useBatchPreview('POST /api/invitations/renew/preview', { ids: rows.map(({ id }) => id) })
  const happens = t('invitations.renewTells')
  const outcomes =
    preview.data && new Map(preview.data.invitations.map(({ id, problem }) => [id, problem ? { blocked: problem.message } : { happens }]))
  return (
    <BatchDialog
      title={t('invitations.renewSeveralTitle')}
      rows={rows.map(invitationRow)}
      outcomes={outcomes}
      preview={preview}
      confirm={count => t('invitations.renewSeveral', { count })}
      send={async ids => {
        const { renewed, skipped } = await call('POST /api/invitations/renew', { body: { ids: [...ids] } })
        if (renewed.length > 0) toast(t('invitations.renewedSeveral', { count: renewed.length }), { type: 'success' })
        return skipped
      }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
