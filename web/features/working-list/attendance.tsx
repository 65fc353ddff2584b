import type { AppointmentStatus } from '#contract/appointments.ts'
import { t } from '../../lib/messages.ts'

const marks: Partial<Record<AppointmentStatus, string>> = { arrived: '☑', fulfilled: '☑', noshow: '☒' }
const named = new Set<AppointmentStatus>(['pending', 'noshow'])

/** The box to tick on paper when a client is here, as it looks in this status. */
export const attendanceMark = (status: AppointmentStatus): string => marks[status] ?? '☐'

/** A client's name on paper, with the status if the box does not tell it. */
export const ClientWithStatus = ({ name, status }: { name: string; status: AppointmentStatus }) => (
  <>
    <strong>{name}</strong>
    {named.has(status) && ` · ${t(`app.status.${status}`)}`}
  </>
)
