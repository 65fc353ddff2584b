import type { WaitingEntry } from '#contract/waiting-list.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'

/** Removes an entry from the waiting list, with a reason. */
export function RemoveDialog({ entry, onClose }: { entry: WaitingEntry; onClose: () => void }) {
  const { name } = entry.user
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() ? {} : { reason: t('waitingList.reasonMissing') }),
    submit: async ({ reason }) => {
      try {
        const body = { reason: reason.trim(), revision: entry.revision }
        await call('POST /api/waiting-list/{id}/remove', { params: { id: entry.id }, body })
        toast(t('waitingList.removed', { name }), { type: 'success' })
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
      <Form onSubmit={form.onSubmit} problem={form.problem} takesFocus>
        <TextAreaField label={t('waitingList.reason')} hint={t('waitingList.reasonHint')} maxLength={500} {...form.field('reason')} />
        <FormActions>
          <Button type="submit" kind="danger" busy={form.busy}>
            {t('waitingList.removeDo')}
          </Button>
          <Button onClick={onClose}>{t('waitingList.keep')}</Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
