import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar as Bar } from '../../ui/selection-bar.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import { setAppointmentStatuses } from '../appointments/set-status.ts'

/** The statuses that need no reason, so several appointments can receive one together. */
const batchStatuses = ['booked', 'arrived', 'fulfilled', 'noshow'] as const

/** Whether a batch step applies to the appointment. */
export const canChangeTogether = ({ can }: Appointment): boolean => batchStatuses.some(status => can.statuses.includes(status))

/** The batch steps for the selected appointments, each with the number of appointments it applies to. */
export function SelectionBar({ appointments, selection }: { appointments: readonly Appointment[]; selection: RowSelection<Appointment> }) {
  const [busy, setBusy] = useState<AppointmentStatus>()
  const selected = appointments.filter(each => selection.ids.has(each.id) && canChangeTogether(each))
  if (selected.length === 0) return null
  const apply = async (status: AppointmentStatus) => {
    if (busy) return
    setBusy(status)
    await setAppointmentStatuses(
      selected.filter(({ can }) => can.statuses.includes(status)),
      status,
    )
    setBusy(undefined)
    selection.clear()
    document.getElementById('working-list')?.focus()
  }
  return (
    <Bar label={t('workingList.chosenLabel')} count={selected.length} onClear={selection.clear}>
      {batchStatuses.map(status => {
        const count = selected.filter(({ can }) => can.statuses.includes(status)).length
        return (
          count > 0 && (
            <Button key={status} small busy={busy === status} onClick={() => void apply(status)}>
              {t(`workingList.together.${status}`, { count })}
            </Button>
          )
        )
      })}
    </Bar>
  )
}
