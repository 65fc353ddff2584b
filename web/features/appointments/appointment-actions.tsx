import type { Appointment } from '#contract/appointments.ts'
import { IconArrowsExchange, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { AddToCalendar, CalendarLinks } from './add-to-calendar.tsx'
import styles from './appointments.module.css'
import { CancelDialog } from './cancel-dialog.tsx'
import { CancelledNotice } from './cancelled-notice.tsx'

interface AppointmentActionsProps {
  appointment: Appointment
  onCancelled: (appointment: Appointment) => void
}

/**
 * Move, cancel and add to calendar. An action that is not possible stays visible, disabled, with the
 * server's reason.
 */
export function AppointmentActions({ appointment, onCancelled }: AppointmentActionsProps) {
  const [asking, setAsking] = useState(false)
  const id = useId()
  const { can } = appointment
  if (appointment.status === 'cancelled') return <CancelledNotice appointment={appointment} />
  return (
    <div className={styles.actionsBlock}>
      <div className={styles.actions}>
        <AddToCalendar appointment={appointment} />
        {can.move === true ? (
          <ButtonLink to={paths.booking({ move: appointment.id })} icon={<IconArrowsExchange size={20} aria-hidden="true" />}>
            {t('myAppointments.move')}
          </ButtonLink>
        ) : (
          <Button disabled aria-describedby={id} icon={<IconArrowsExchange size={20} aria-hidden="true" />}>
            {t('myAppointments.move')}
          </Button>
        )}
        <Button
          kind="plain"
          disabled={can.cancel !== true}
          aria-describedby={can.cancel === true ? undefined : id}
          icon={<IconX size={20} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          {t('myAppointments.cancel')}
        </Button>
      </div>
      <CalendarLinks appointment={appointment} />
      <p id={id} className="soft small" hidden={can.move === true && can.cancel === true}>
        {blockedReason(can)}
      </p>
      {asking && (
        <CancelDialog
          appointment={appointment}
          onClose={() => setAsking(false)}
          onCancelled={cancelled => {
            setAsking(false)
            onCancelled(cancelled)
          }}
        />
      )}
    </div>
  )
}

/** The server's reasons; shown once if both are the same. */
function blockedReason({ move, cancel }: Appointment['can']): string {
  const moving = move === true ? null : move.message
  const cancelling = cancel === true ? null : cancel.message
  if (moving === cancelling) return moving ?? ''
  return [
    moving && t('myAppointments.cannotMove', { reason: moving }),
    cancelling && t('myAppointments.cannotCancel', { reason: cancelling }),
  ]
    .filter(Boolean)
    .join(' ')
}
