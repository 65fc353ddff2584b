import { call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { t } from '../../../lib/messages.ts'
import { useBatchPreview } from '../../../lib/use-batch-preview.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextAreaField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form-frame.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PreviewError } from '../../../ui/preview-error.tsx'
import { toastWithUndo } from '../../../ui/toast-with-undo.ts'
import { countTold } from '../count-told.ts'
import { formatNames } from '../series-list.tsx'
import { undoCancelling } from '../undo-sessions.ts'
import type { BulkDialogProps } from './bulk-actions.ts'
import { BulkRows, StayCount } from './bulk-rows.tsx'

/** Cancels the selected sessions with one reason; shows whom that tells. */
export function CancelDialog({ schedules, onClose, onDone }: BulkDialogProps) {
  const preview = useBatchPreview('POST /api/schedules/cancel/preview', {
    sessions: schedules.map(({ id, revision }) => ({ id, revision })),
  })
  const rows = preview.data?.sessions ?? []
  const fine = rows.filter(({ problem }) => problem === null)
  const { clients, mentors } = countTold(fine)
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() || clients === 0 ? {} : { reason: t('cancelSession.reasonMissing') }),
    submit: async ({ reason }) => {
      const ids = new Set(fine.map(({ id }) => id))
      const sessions = schedules.filter(({ id }) => ids.has(id)).map(({ id, revision }) => ({ id, revision }))
      try {
        const body = { reason: reason.trim() || t('cancelSession.unexplained'), sessions }
        const { cancelled, told, undo } = await call('POST /api/schedules/cancel', { body })
        toastWithUndo(t('cancelSession.doneMany', { sessions: cancelled, count: told }), () => undoCancelling(undo))
        onDone()
      } catch (error) {
        await preview.refetch()
        throw error
      }
    },
  })
  return (
    <Dialog title={t('bulk.cancelTitle')} onClose={onClose}>
      <FormFrame
        form={form}
        submit={fine.length > 0 ? t('cancelSession.confirmMany', { sessions: fine.length, count: clients }) : undefined}
        danger
        cancel={onClose}
        cancelLabel={t('bulk.keep')}
      >
        <BulkRows
          schedules={schedules}
          outcomeOf={({ id }) => {
            const row = rows.find(one => one.id === id)
            if (row?.problem) return { blocked: row.problem.message }
            if (!row || row.clients.length === 0) return {}
            return { happens: t('series.booked', { count: row.clients.length, names: formatNames(row.clients) }) }
          }}
        />
        <StayCount count={rows.length - fine.length} />
        <div role="status">
          {preview.data && fine.length > 0 && (
            <Notice kind={clients > 0 ? 'warning' : 'info'}>
              <p>{t('cancelSession.tells', { clients, mentors })}</p>
            </Notice>
          )}
          <PreviewError error={preview.error} />
        </div>
        {fine.length > 0 && (
          <>
            <p className="soft small">{t('cancelSession.forever')}</p>
            <TextAreaField
              label={t('cancelSession.reason')}
              hint={t('cancelSession.reasonHint')}
              optional={clients === 0}
              maxLength={500}
              {...form.field('reason')}
            />
          </>
        )}
      </FormFrame>
    </Dialog>
  )
}
