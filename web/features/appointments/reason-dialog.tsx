import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'

interface ReasonDialogProps {
  title: string
  /** What will happen, and who hears of it. */
  text: string
  confirm: string
  /** The reason is optional. */
  optional?: boolean
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks why before something that stays in the history. */
export function ReasonDialog({ title, text, confirm, optional = false, onConfirm, onClose }: ReasonDialogProps) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (optional || reason.trim() ? {} : { reason: t('attend.reasonMissing') }),
    submit: ({ reason }) => onConfirm(reason.trim()),
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <Form onSubmit={form.onSubmit} problem={form.problem}>
        <TextAreaField label={t('attend.reason')} optional={optional} maxLength={500} {...form.field('reason')} />
        <FormActions>
          <Button type="submit" kind={optional ? 'primary' : 'danger'} busy={form.busy}>
            {confirm}
          </Button>
          <Button onClick={onClose}>{t('ui.goBack')}</Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
