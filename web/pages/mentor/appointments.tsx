import { MentorPlanned } from '../../features/dashboard/mentor-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function MentorAppointmentsPage() {
  return <MentorPlanned title={t('mentorAppointments.title')} will={t('mentorAppointments.will')} below />
}
