import type { Appointment } from '#contract/appointments.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatDateTime } from '../../lib/time.ts'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { AppointmentActions } from './appointment-actions.tsx'
import { AppointmentFacts } from './appointment-facts.tsx'
import styles from './appointments.module.css'

interface AppointmentCardProps {
  appointment: Appointment
  onCancelled: (appointment: Appointment) => void
}

/** An upcoming appointment with its details and actions. */
export function AppointmentCard({ appointment, onCancelled }: AppointmentCardProps) {
  const { id, support_type, starts_at, ends_at, time_zone, status } = appointment
  return (
    <Card as="li" edge={support_type.colour}>
      <header className={styles.head}>
        <div className={styles.kind}>
          <SupportTypeMark name={support_type.name} colour={support_type.colour} />
          <StatusBadge status={status} />
        </div>
        <h3 className={styles.when}>
          <Link to={paths.myAppointment(id)} aria-label={t('myAppointments.detailsOf', { when: formatDateTime(starts_at, time_zone) })}>
            <DateTime starts={starts_at} ends={ends_at} zone={time_zone} />
          </Link>
        </h3>
        {status === 'pending' && <p className="soft small">{t('myAppointments.pendingHint')}</p>}
      </header>
      <AppointmentFacts appointment={appointment} />
      <AppointmentActions appointment={appointment} onCancelled={onCancelled} />
    </Card>
  )
}
