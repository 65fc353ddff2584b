import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'

interface ReasonDialogProps {
  title: string
  /** The consequences and who is notified. */
  text: string
  confirm: string
  optional?: boolean
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a reason, which the history keeps. */
export function ReasonDialog({ title, text, confirm, optional = false, onConfirm, onClose }: ReasonDialogProps) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (optional || reason.trim() ? {} : { reason: t('appointmentStatus.reasonMissing') }),
    submit: ({ reason }) => onConfirm(reason.trim()),
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <FormFrame form={form} submit={confirm} danger={!optional} cancel={onClose} cancelLabel={t('ui.goBack')}>
        <TextAreaField label={t('appointmentStatus.reason')} optional={optional} maxLength={500} {...form.field('reason')} />
      </FormFrame>
    </Dialog>
  )
}
