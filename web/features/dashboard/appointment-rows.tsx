import type { Appointment } from '#contract/appointments.ts'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { differsInVisitorZone, formatShortDay, formatTime, formatZone } from '../../lib/time.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { readableColourStyle } from '../../ui/colour-contrast.ts'
import { openRecordOf, RecordLink } from '../../ui/record-link.tsx'
import { RowCheckbox } from '../../ui/row-checkbox.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import { appointmentPath } from '../appointments/appointment-path.ts'
import { StatusActions } from '../appointments/status-actions.tsx'
import styles from './appointment-rows.module.css'

interface AppointmentRowsProps {
  label: string
  appointments: readonly Appointment[]
  /** Shows the day next to the time. */
  days?: boolean
  /** Additional text of a row. */
  note?: (appointment: Appointment) => string
  /** Null where no action applies to several. */
  selection?: RowSelection<Appointment> | null
}

/** Appointments of several schedules, each with its next step: rows on a wide screen, cards on a phone. */
export function AppointmentRows({ label, appointments, days, note, selection = null }: AppointmentRowsProps) {
  return (
    <ul className={selection ? `${styles.rows} ${styles.selects}` : styles.rows} aria-label={label}>
      {appointments.map(appointment => (
        <Row key={appointment.id} appointment={appointment} days={days} note={note?.(appointment)} selection={selection} />
      ))}
    </ul>
  )
}

interface RowProps {
  appointment: Appointment
  days: boolean | undefined
  note: string | undefined
  selection: RowSelection<Appointment> | null
}

function Row({ appointment, days, note, selection }: RowProps) {
  const { user, starts_at, time_zone, support_type, place, mentor, status } = appointment
  return (
    <li className={styles.row} style={readableColourStyle(support_type.colour)} onClick={openRecordOf}>
      {selection && (
        <span className={`${styles.tick} no-print`}>
          {selection.canSelect(appointment) && (
            <RowCheckbox
              label={t('workingList.chooseOf', { name: user.name })}
              checked={selection.ids.has(appointment.id)}
              onToggle={extend => selection.toggle(appointment.id, extend)}
            />
          )}
        </span>
      )}
      <time dateTime={starts_at} className={styles.time}>
        {days && <span>{formatShortDay(starts_at, time_zone)}</span>}
        <strong>{formatTime(starts_at, time_zone)}</strong>
        {differsInVisitorZone(starts_at, time_zone) && <span className={styles.second}>{formatZone(time_zone)}</span>}
      </time>
      <span className={styles.who}>
        <PrivateAvatar name={user.name} photo={user.photo} size="small" />
        <span>
          <RecordLink to={appointmentPath(appointment)}>{user.name}</RecordLink>
          <span className={styles.second}>{note ?? (user.phone ? formatPhone(user.phone) : t('personPicker.noPhone'))}</span>
        </span>
      </span>
      <span className={styles.what}>
        <bdi>{support_type.name}</bdi>
        <span className={styles.second}>
          <bdi>{mentor.name}</bdi> · <bdi>{place.name}</bdi>
        </span>
      </span>
      <span className={styles.status}>
        <StatusBadge status={status} />
      </span>
      <span className={`${styles.actions} no-print`}>
        <StatusActions appointment={appointment} />
      </span>
    </li>
  )
}
