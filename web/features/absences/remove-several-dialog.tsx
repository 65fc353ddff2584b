import type { TimeOff } from '#contract/absences.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useBatchPreview } from '../../lib/use-batch-preview.ts'
import { BatchDialog, type BatchDialogBase } from '../../ui/batch-dialog.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { formatTimeOff } from './format-absence.ts'
import { enterAgain } from './restore.ts'

/** Removes absences of mentors; shows which stay and why. */
export default function RemoveSeveralDialog({ rows, onClose, onDone }: BatchDialogBase<TimeOff>) {
  const listed = rows.map(({ id, revision }) => ({ id, revision }))
  const preview = useBatchPreview('POST /api/time-off/remove/preview', { entries: listed })
  const outcomes =
    preview.data &&
    new Map(
      preview.data.entries.map(({ id, problem }) => [id, problem ? { blocked: problem.message } : { happens: t('timeOff.removeTells') }]),
    )
  return (
    <BatchDialog
      title={t('timeOff.removeSeveralTitle')}
      rows={rows.map(off => ({ id: off.id, head: off.mentor.name, detail: formatTimeOff(off) }))}
      outcomes={outcomes}
      preview={preview}
      confirm={count => t('timeOff.removeSeveral', { count })}
      send={async ids => {
        const { removed, skipped } = await call('POST /api/time-off/remove', { body: { entries: listed.filter(({ id }) => ids.has(id)) } })
        const gone = rows.filter(({ id }) => removed.includes(id))
        if (gone.length > 0) toastWithUndo(t('timeOff.removedSeveral', { count: gone.length }), () => Promise.all(gone.map(enterAgain)))
        return skipped
      }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
