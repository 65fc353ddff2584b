import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function AppointmentFeedbacksPage() {
  return <AdminPlanned title={t('appointmentFeedbacks.title')} will={t('appointmentFeedbacks.will')} ability="Feedback List" />
}
