import type { Appointment } from '#contract/appointments.ts'
import { IconMessageCircle } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatDateTime } from '../../lib/time.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** Link to the feedback form, while feedback can still be given. */
export function FeedbackLink({ appointment: { id, can, starts_at, time_zone } }: { appointment: Appointment }) {
  if (can.give_feedback !== true) return null
  return (
    <ButtonLink to={paths.feedback({ appointment_id: id })} icon={<IconMessageCircle size={18} aria-hidden="true" />}>
      {t('myAppointments.giveFeedback')}
      <span className="visually-hidden">: {formatDateTime(starts_at, time_zone)}</span>
    </ButtonLink>
  )
}
