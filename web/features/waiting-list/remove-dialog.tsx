import type { WaitingEntry } from '#contract/waiting-list.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { undoRemoving } from './undo-removing.ts'

/** Removes an entry from the waiting list, with a reason. */
export function RemoveDialog({ entry, onClose }: { entry: WaitingEntry; onClose: () => void }) {
  const { name } = entry.user
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() ? {} : { reason: t('waitingList.reasonMissing') }),
    submit: async ({ reason }) => {
      try {
        const body = { reason: reason.trim(), revision: entry.revision }
        const { undo } = await call('POST /api/waiting-list/{id}/remove', { params: { id: entry.id }, body })
        toastWithUndo(t('waitingList.removed', { name }), () => undoRemoving(undo))
        onClose()
      } catch (error) {
        if (isRefusal(error, 'stale') || isRefusal(error, 'waiting_ended')) await queryClient.invalidateQueries()
        throw error
      }
    },
  })
  return (
    <Dialog title={t('waitingList.removeTitle', { name })} onClose={onClose}>
      <p>{t('waitingList.removeText')}</p>
      <FormFrame form={form} submit={t('waitingList.removeDo')} danger cancel={onClose} cancelLabel={t('waitingList.keep')} takesFocus>
        <TextAreaField label={t('waitingList.reason')} hint={t('waitingList.reasonHint')} maxLength={500} {...form.field('reason')} />
      </FormFrame>
    </Dialog>
  )
}
