import type { Message } from '#contract/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Link } from '../../ui/link.tsx'
import { formatAppointment } from './format-message.ts'

/** Link to the appointment that a message is about. */
export function AppointmentLink({ appointment }: { appointment: NonNullable<Message['appointment']> }) {
  const { id, schedule_id } = appointment
  return (
    <Link to={can('Appointment Edit') ? paths.appointmentEdit(schedule_id, id) : paths.scheduleAppointments(schedule_id)}>
      {formatAppointment(appointment)}
    </Link>
  )
}
