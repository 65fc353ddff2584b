import type { Appointment } from '#contract/appointments.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import { can } from '../../lib/session.ts'
import { formatShortDay, formatTime } from '../../lib/time.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { readableColourStyle } from '../../ui/colour-contrast.ts'
import { Link } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { StatusActions } from '../appointments/status-actions.tsx'
import styles from './appointment-rows.module.css'

interface AppointmentRowsProps {
  label: string
  appointments: readonly Appointment[]
  /** Shows the day next to the time. */
  days?: boolean
  /** Additional text of a row. */
  note?: (appointment: Appointment) => string
}

/** Appointments of several schedules, each with its next step: rows on a wide screen, cards on a phone. */
export function AppointmentRows({ label, appointments, days, note }: AppointmentRowsProps) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {appointments.map(appointment => (
        <Row key={appointment.id} appointment={appointment} days={days} note={note?.(appointment)} />
      ))}
    </ul>
  )
}

function Row({ appointment, days, note }: { appointment: Appointment; days: boolean | undefined; note: string | undefined }) {
  const { id, schedule_id, user, starts_at, time_zone, support_type, place, mentor, status } = appointment
  const to = can('Appointment Edit') ? paths.appointmentEdit(schedule_id, id) : paths.scheduleAppointments(schedule_id)
  return (
    <li className={styles.row} style={readableColourStyle(support_type.colour)}>
      <time dateTime={starts_at} className={styles.time}>
        {days && <span>{formatShortDay(starts_at, time_zone)}</span>}
        <strong>{formatTime(starts_at, time_zone)}</strong>
      </time>
      <span className={styles.who}>
        <PrivateAvatar name={user.name} photo={user.photo} size="small" />
        <span>
          <Link to={to}>{user.name}</Link>
          <span className={styles.second}>{note ?? (user.phone ? formatPhone(user.phone) : t('personPicker.noPhone'))}</span>
        </span>
      </span>
      <span className={styles.what}>
        {support_type.name}
        <span className={styles.second}>
          {mentor.name} · {place.name}
        </span>
      </span>
      <span className={styles.status}>
        <StatusBadge status={status} />
      </span>
      <span className={styles.actions}>
        <StatusActions appointment={appointment} />
      </span>
    </li>
  )
}
