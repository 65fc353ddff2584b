import type { WaitingEntry } from '#contract/waiting-list.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useBatchPreview } from '../../lib/use-batch-preview.ts'
import { BatchDialog, type BatchDialogBase } from '../../ui/batch-dialog.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { formatExpectedMessage } from '../messages/format-message.ts'
import { formatPreferences, formatShortDays } from './format-entry.ts'
import { undoRemoving } from './undo-removing.ts'

/** Removes people from the waiting list with one reason; shows how each is told. */
export default function RemoveSeveralDialog({ rows, onClose, onDone }: BatchDialogBase<WaitingEntry>) {
  const listed = rows.map(({ id, revision }) => ({ id, revision }))
  const preview = useBatchPreview('POST /api/waiting-list/remove/preview', { entries: listed })
  const outcomes =
    preview.data &&
    new Map(
      preview.data.entries.map(({ id, problem, message }) => [
        id,
        { blocked: problem?.message, happens: message ? formatExpectedMessage(message) : undefined },
      ]),
    )
  return (
    <BatchDialog
      title={t('waitingList.removeSeveralTitle')}
      rows={rows.map(entry => ({
        id: entry.id,
        head: <strong>{entry.user.name}</strong>,
        detail: [entry.support_type.name, formatPreferences(entry), formatShortDays(entry)].join(' · '),
      }))}
      outcomes={outcomes}
      preview={preview}
      confirm={count => t('waitingList.removeSeveral', { count })}
      danger
      reasonHint={t('waitingList.reasonHint')}
      send={async (ids, reason) => {
        const entries = listed.filter(({ id }) => ids.has(id))
        const { removed, skipped, undo } = await call('POST /api/waiting-list/remove', { body: { reason, entries } })
        if (removed.length > 0) toastWithUndo(t('waitingList.removedSeveral', { count: removed.length }), () => undoRemoving(undo))
        return skipped
      }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
