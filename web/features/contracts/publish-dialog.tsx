import type { FullContract } from '#contract/contracts.ts'
import type { ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/** Number of people, and of those who have accepted the version in force. */
export type Reach = ResponseBody<'GET /api/legally-binding-contract/{id}/edit'>['reach']

interface PublishDialogProps {
  version: number
  requiredFor: FullContract['required_for']
  /** Null for a new contract, where the number of people is unknown. */
  reach: Reach | null
  onConfirm: () => void
  onClose: () => void
}

/** Confirms a publication, which cannot be undone, and states how many people it concerns. */
export function PublishDialog({ version, requiredFor, reach, onConfirm, onClose }: PublishDialogProps) {
  return (
    <ConfirmDialog
      title={t('publish.title', { version })}
      confirm={t('publish.confirm', { version })}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <strong>{formatConsequence(requiredFor, reach)}</strong>
      </p>
      {requiredFor === 'booking' && reach && reach.accepted_with_open > 0 && (
        <p>{t('publish.open', { count: reach.accepted_with_open })}</p>
      )}
      <p>{t('publish.forever')}</p>
    </ConfirmDialog>
  )
}

/** Who has to accept the published version. */
function formatConsequence(requiredFor: FullContract['required_for'], reach: Reach | null): string {
  if (requiredFor === null) return t('publish.nothing')
  if (reach === null) return t(`publish.new.${requiredFor}`)
  const { people, accepted } = reach
  if (requiredFor === 'registration') return t('publish.registration', { people })
  return accepted > 0 ? t('publish.bookingAgain', { people, accepted }) : t('publish.bookingFirst', { people })
}
