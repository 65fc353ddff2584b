import type { ListedUser, PreviewedDeactivation } from '#contract/users.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useBatchPreview } from '../../lib/use-batch-preview.ts'
import { BatchDialog, type BatchDialogBase } from '../../ui/batch-dialog.tsx'
import type { Outcome } from '../../ui/outcome-list.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { appointmentChoices } from './appointment-choices.ts'
import { RadioChoice } from './radio-choice.tsx'
import { undoDeactivating } from './undo-deactivating.ts'
import { userRow } from './select-user.tsx'

type Choice = 'keep' | 'cancel'

/**
 * Deactivates people: shows what each has ahead. Those with appointments stay until it is chosen what happens to
 * them.
 */
export default function DeactivateSeveralDialog({ rows, onClose, onDone }: BatchDialogBase<ListedUser>) {
  const [choice, setChoice] = useState<Choice>()
  const listed = rows.map(({ id, revision }) => ({ id, revision }))
  const preview = useBatchPreview('POST /api/users/deactivate/preview', { users: listed })
  const asks = preview.data?.users.some(({ ahead }) => ahead && ahead.appointments > 0)
  return (
    <BatchDialog
      title={t('userBatch.deactivateTitle')}
      rows={rows.map(userRow)}
      outcomes={preview.data && new Map(preview.data.users.map(each => [each.id, outcomeOf(each, choice)]))}
      preview={preview}
      confirm={count => t('userBatch.deactivate', { count })}
      danger
      reasonHint={t('deactivate.reasonHint')}
      reasonOptional
      send={async (ids, reason) => {
        const users = listed.filter(({ id }) => ids.has(id))
        const body = { users, reason, ...(choice && { open_appointments: choice }) }
        const { deactivated, skipped, undo } = await call('POST /api/users/deactivate', { body })
        if (undo) toastWithUndo(t('userBatch.deactivated', { count: deactivated.length }), () => undoDeactivating(undo))
        return skipped
      }}
      onClose={onClose}
      onDone={onDone}
    >
      <p>
        {t('deactivate.tokens')} {t('deactivate.kept')}
      </p>
      {asks && (
        <RadioChoice
          legend={t('userBatch.appointments')}
          name="open_appointments"
          value={choice ?? ''}
          options={appointmentChoices()}
          onChange={value => setChoice(value as Choice)}
        />
      )}
    </BatchDialog>
  )
}

function outcomeOf({ problem, ahead }: PreviewedDeactivation, choice: Choice | undefined): Outcome {
  if (problem || !ahead) return { blocked: problem?.message ?? '' }
  const { appointments, waiting, with_them } = ahead
  if (appointments > 0 && !choice) return { blocked: t('userBatch.chooseAppointments', { count: appointments }) }
  const sentences = [
    appointments > 0 && t(choice === 'cancel' ? 'userBatch.cancels' : 'userBatch.keeps', { count: appointments }),
    waiting > 0 && t('userBatch.waiting', { count: waiting }),
    with_them > 0 && t('userBatch.withThem', { count: with_them }),
  ]
  return { happens: sentences.filter(Boolean).join(' ') }
}
