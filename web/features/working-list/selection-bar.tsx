import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { setAppointmentStatuses } from '../appointments/set-status.ts'
import { batchStatuses, type RowSelection } from './use-row-selection.ts'
import styles from './working-list.module.css'

/** The batch steps for the selected appointments, each with the number of appointments it applies to. */
export function SelectionBar({ appointments, selection }: { appointments: readonly Appointment[]; selection: RowSelection }) {
  const [busy, setBusy] = useState<AppointmentStatus>()
  const selected = appointments.filter(({ id }) => selection.ids.has(id))
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
    <div className={`${styles.selection} no-print`} role="group" aria-label={t('workingList.chosenLabel')}>
      <strong className="tabular">{t('workingList.chosen', { count: selected.length })}</strong>
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
      <Button small kind="plain" onClick={selection.clear}>
        {t('workingList.chooseNone')}
      </Button>
    </div>
  )
}
