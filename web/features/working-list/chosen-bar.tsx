import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { giveStatusToAll } from '../appointments/status-steps.ts'
import { stepsTogether, type Chosen } from './use-chosen.ts'
import styles from './working-list.module.css'

/** What can be done with all that are chosen, each step with how many it is for. */
export function ChosenBar({ appointments, chosen }: { appointments: readonly Appointment[]; chosen: Chosen }) {
  const [busy, setBusy] = useState<AppointmentStatus>()
  const picked = appointments.filter(({ id }) => chosen.ids.has(id))
  if (picked.length === 0) return null
  const give = async (status: AppointmentStatus) => {
    if (busy) return
    setBusy(status)
    await giveStatusToAll(
      picked.filter(({ can }) => can.statuses.includes(status)),
      status,
    )
    setBusy(undefined)
    chosen.clear()
    document.getElementById('working-list')?.focus()
  }
  return (
    <div className={`${styles.chosen} no-print`} role="group" aria-label={t('workingList.chosenLabel')}>
      <strong className="tabular">{t('workingList.chosen', { count: picked.length })}</strong>
      {stepsTogether.map(status => {
        const count = picked.filter(({ can }) => can.statuses.includes(status)).length
        return (
          count > 0 && (
            <Button key={status} small busy={busy === status} onClick={() => void give(status)}>
              {t(`workingList.together.${status}`, { count })}
            </Button>
          )
        )
      })}
      <Button small kind="plain" onClick={chosen.clear}>
        {t('workingList.chooseNone')}
      </Button>
    </div>
  )
}
