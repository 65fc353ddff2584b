import type { HoursProposal } from '#contract/hours-proposals.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { scheduleOfferQuery } from '../schedules/schedule-offer.ts'
import { HoursFields } from '../weekly-hours/hours-fields.tsx'
import { HoursPreviewPanel } from '../weekly-hours/hours-preview.tsx'
import { useHoursPreview } from '../weekly-hours/use-hours-preview.ts'
import {
  areComplete,
  checkWeeklyHours,
  toNewWeeklyHours,
  toProposedHours,
  valuesOf,
  type HoursOffer,
} from '../weekly-hours/weekly-hours-values.ts'

interface ApproveDialogProps {
  proposal: HoursProposal
  onClose: () => void
  onDecided: () => void
}

/** Approves a proposal with changes. */
export function ApproveDialog(props: ApproveDialogProps) {
  const query = useQuery(scheduleOfferQuery)
  return (
    <Dialog title={t('hoursProposals.editTitle', { name: props.proposal.mentor.name })} onClose={props.onClose}>
      <Loaded query={query}>{offer => <ApproveForm {...props} offer={offer} />}</Loaded>
    </Dialog>
  )
}

function ApproveForm({ proposal, offer, onClose, onDecided }: ApproveDialogProps & { offer: HoursOffer }) {
  const form = useForm({
    initial: valuesOf(proposal),
    check: checkWeeklyHours,
    submit: async values => {
      const body = { hours: toProposedHours(values) }
      const { sessions_ahead, skipped } = await call('POST /api/hours-proposals/{id}/approve', { params: { id: proposal.id }, body })
      onClose()
      onDecided()
      toast(t('weeklyHours.done', { count: sessions_ahead, skipped: skipped.length }), { type: 'success', durationMs: 8000 })
    },
  })
  const { values } = form
  const preview = useHoursPreview(areComplete(values) ? { hours: toNewWeeklyHours(values) } : null)
  return (
    <FormFrame form={form} submit={t('hoursProposals.editSave')} cancel={onClose}>
      <HoursFields form={form} offer={offer} current={proposal} hasFirstDay />
      <p className="soft small">{t('weeklyHours.hint')}</p>
      <HoursPreviewPanel {...preview} />
    </FormFrame>
  )
}
