import type { Day, DayAppointment, FreeTime } from '#contract/day.ts'
import { useState } from 'react'
import { queryKeyOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { formatTimesThere } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Notice } from '../../ui/notice.tsx'
import { moveAppointment } from '../appointments/move-appointment.ts'
import type { MoveTarget } from './move-targets.ts'
import { MovePreview } from './move-preview.tsx'

interface MoveDialogProps {
  appointment: DayAppointment
  /** Whether it can still be moved: another desk may have cancelled it. */
  movable: boolean
  /** The times that are free now. */
  targets: readonly MoveTarget[]
  chosen: MoveTarget
  onClose: () => void
  onMoved: (to: FreeTime) => void
}

/**
 * Shows what a move changes and who is told, then moves. A time that was taken stays listed, and another one can
 * be chosen.
 */
export function MoveDialog({ appointment: begun, movable, targets, chosen: first, onClose, onMoved }: MoveDialogProps) {
  // Not the newest one: it changes only with a notice.
  const [appointment, setAppointment] = useState(begun)
  const [chosen, setChosen] = useState(first)
  const isFree = targets.some(({ key }) => key === chosen.key)
  const choices = isFree ? targets : [chosen, ...targets]
  const form = useForm({
    initial: { reason: '' },
    submit: async ({ reason }) => {
      const { schedule_id, starts_at, mentor } = chosen.time
      try {
        await moveAppointment(appointment, { schedule_id, starts_at, mentor_id: mentor.id, reason })
        onMoved(chosen.time)
      } catch (error) {
        if (isRefusal(error, 'stale')) {
          const day = queryClient.getQueryData<Day>(queryKeyOf('GET /api/day'))
          setAppointment(day?.appointments.find(({ id }) => id === appointment.id) ?? appointment)
        }
        throw error
      }
    },
  })
  const labelOf = ({ key, time }: MoveTarget) => {
    const { starts_at, ends_at, time_zone, mentor, place, support_type } = time
    const label = [
      formatTimesThere(starts_at, ends_at, time_zone),
      mentor.name,
      place.name,
      support_type.id !== appointment.support_type.id && support_type.name,
    ]
      .filter(Boolean)
      .join(' · ')
    // While it is sent, the client of this appointment may have it already.
    return key === chosen.key && !isFree && !form.busy ? t('today.moveTaken', { time: label }) : label
  }
  const title = t('today.moveTitle', { name: appointment.user.name })
  if (!movable && !form.busy)
    return (
      <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>{t('ui.close')}</Button>}>
        <Notice kind="error" alert>
          <p>{t('today.moveOver')}</p>
        </Notice>
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose}>
      <FormFrame form={form} submit={t('moveAppointment.move')} cancel={onClose} takesFocus>
        <SelectField
          label={t('today.moveTo')}
          name="time"
          options={choices.map(choice => ({ value: choice.key, label: labelOf(choice) }))}
          value={chosen.key}
          onChange={key => setChosen(choices.find(choice => choice.key === key) ?? chosen)}
        />
        <MovePreview from={appointment} to={chosen.time} />
        <TextField label={t('moveAppointment.reason')} optional maxLength={500} {...form.field('reason')} />
      </FormFrame>
    </Dialog>
  )
}
