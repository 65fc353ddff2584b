import type { Appointment } from '#contract/appointments.ts'
import { t } from '../../../lib/messages.ts'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { OutcomeNote } from '../../appointments/past-appointment.tsx'
import styles from './confirmation.module.css'

/** Replaces the confirmation of an appointment that was cancelled or has an outcome. */
export const EndedAppointment = ({ appointment }: { appointment: Appointment }) => (
  <div className={styles.confirmation}>
    <p>
      <strong>
        <DateTime starts={appointment.starts_at} ends={appointment.ends_at} zone={appointment.time_zone} />
      </strong>{' '}
      <StatusBadge status={appointment.status} />
    </p>
    <OutcomeNote appointment={appointment} />
    <div className={styles.actions}>
      <ButtonLink to={paths.myAppointment(appointment.id)} kind="primary">
        {t('myWaiting.appointment')}
      </ButtonLink>
    </div>
  </div>
)
