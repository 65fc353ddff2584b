import type { Appointment } from '#contract/appointments.ts'
import type { ExpectedMessage } from '#contract/batch.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatDateTimeThere } from '../../lib/time.ts'
import { useBatchPreview } from '../../lib/use-batch-preview.ts'
import { BatchDialog, type BatchDialogBase } from '../../ui/batch-dialog.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { formatExpectedMessage } from '../messages/format-message.ts'
import type { Answer } from './answers.ts'
import { invalidateAppointments, undoStep } from './set-status.ts'

/** Approves or declines requests: shows how each client is told, and why some stay. */
export default function AnswerDialog({ answer, rows, onClose, onDone }: BatchDialogBase<Appointment> & { answer: Answer }) {
  const listed = rows.map(({ id, revision }) => ({ id, revision }))
  const preview = useBatchPreview('POST /api/appointments/status/preview', { status: answer, appointments: listed })
  const outcomes =
    preview.data &&
    new Map(
      preview.data.appointments.map(({ id, problem, message }) => [id, { blocked: problem?.message, happens: describeMessage(message) }]),
    )
  return (
    <BatchDialog
      title={t(`answer.title.${answer}`)}
      rows={rows.map(({ id, user, starts_at, time_zone, support_type, mentor }) => ({
        id,
        head: <strong>{user.name}</strong>,
        detail: [formatDateTimeThere(starts_at, time_zone), support_type.name, mentor.name].join(' · '),
      }))}
      outcomes={outcomes}
      preview={preview}
      confirm={count => t(`answer.${answer}`, { count })}
      danger={answer === 'cancelled'}
      {...(answer === 'cancelled' && { reasonHint: t('cancelSession.reasonHint') })}
      send={async (ids, reason) => {
        const appointments = listed.filter(({ id }) => ids.has(id))
        const body = { status: answer, appointments, ...(reason && { reason }) }
        const { changed, skipped, undo } = await call('POST /api/appointments/status', { body })
        await invalidateAppointments()
        if (undo) toastWithUndo(t(`answer.done.${answer}`, { count: changed.length }), () => undoStep(undo))
        return skipped
      }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

const describeMessage = (message: ExpectedMessage | null) => (message ? formatExpectedMessage(message) : undefined)
