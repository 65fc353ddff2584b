import type { Message } from '#contract/messages.ts'
import { call } from '../../lib/api.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { useBatchPreview } from '../../lib/use-batch-preview.ts'
import { BatchDialog, type BatchDialogBase } from '../../ui/batch-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { formatAppointment, formatExpectedMessage, formatKind, formatPerson } from './format-message.ts'

/** Sends messages again; shows which would go out now, and leaves those that would not. */
export default function ResendDialog({ rows, onClose, onDone }: BatchDialogBase<Message>) {
  const keyFor = useIdempotencyKey()
  const preview = useBatchPreview('POST /api/messages/resend/preview', { message_ids: rows.map(({ id }) => id) })
  const outcomes =
    preview.data &&
    new Map(
      preview.data.messages.map(({ id, problem, message }) => {
        const words = message ? formatExpectedMessage(message) : t('messages.expected.later')
        return [id, problem || message?.why ? { blocked: problem?.message ?? words } : { happens: words }]
      }),
    )
  return (
    <BatchDialog
      title={t('messages.resendSeveralTitle')}
      rows={rows.map(message => ({
        id: message.id,
        head: <strong>{formatPerson(message)}</strong>,
        detail: [formatKind(message.kind), ...(message.appointment ? [formatAppointment(message.appointment)] : [])].join(' · '),
      }))}
      outcomes={outcomes}
      preview={preview}
      confirm={count => t('messages.resendSeveral', { count })}
      send={async ids => {
        const body = { message_ids: rows.flatMap(({ id }) => (ids.has(id) ? id : [])) }
        const { resent, skipped } = await call('POST /api/messages/resend', { body, idempotencyKey: keyFor(body) })
        if (resent.length > 0) toast(t('messages.resentSeveral', { count: resent.length }), { type: 'success' })
        return skipped
      }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
