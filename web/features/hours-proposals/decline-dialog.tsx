import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'

interface DeclineDialogProps {
  title: string
  /** What the toast says. */
  done: string
  decline: (reason: string) => Promise<unknown>
  onClose: () => void
  onDecided: () => void
}

/** Declines what a mentor proposes or requests, with a reason for them. */
export function DeclineDialog({ title, done, decline, onClose, onDecided }: DeclineDialogProps) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() ? {} : { reason: t('hoursProposals.reasonMissing') }),
    submit: async ({ reason }) => {
      await decline(reason.trim())
      onClose()
      onDecided()
      toast(done, { type: 'success' })
    },
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <FormFrame form={form} submit={t('hoursProposals.decline')} danger cancel={onClose}>
        <TextAreaField label={t('hoursProposals.reason')} hint={t('hoursProposals.reasonHint')} maxLength={500} {...form.field('reason')} />
      </FormFrame>
    </Dialog>
  )
}
