import type { Appointment } from '#contract/appointments.ts'
import type { PageAddress } from '#contract/pages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'

/** The appointment's own page for staff who may change it, otherwise its session's working list. */
export const appointmentPath = ({ id, schedule_id }: Pick<Appointment, 'id' | 'schedule_id'>): PageAddress =>
  can('Appointment Edit') ? paths.appointmentEdit(schedule_id, id) : paths.scheduleAppointments(schedule_id)
