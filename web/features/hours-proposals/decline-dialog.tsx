import type { HoursProposal } from '#contract/hours-proposals.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'

interface DeclineDialogProps {
  proposal: HoursProposal
  onClose: () => void
  onDecided: () => void
}

/** Declines a proposal with a reason for the mentor. */
export function DeclineDialog({ proposal: { id, mentor }, onClose, onDecided }: DeclineDialogProps) {
  const { name } = mentor
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() ? {} : { reason: t('hoursProposals.reasonMissing') }),
    submit: async ({ reason }) => {
      await call('POST /api/hours-proposals/{id}/decline', { params: { id }, body: { reason: reason.trim() } })
      onClose()
      onDecided()
      toast(t('hoursProposals.declined', { name }), { type: 'success' })
    },
  })
  return (
    <Dialog title={t('hoursProposals.declineTitle', { name })} onClose={onClose}>
      <FormFrame form={form} submit={t('hoursProposals.decline')} danger cancel={onClose}>
        <TextAreaField label={t('hoursProposals.reason')} hint={t('hoursProposals.reasonHint')} maxLength={500} {...form.field('reason')} />
      </FormFrame>
    </Dialog>
  )
}
