import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function FeedbacksPage() {
  return <AdminPlanned title={t('feedbacks.title')} will={t('feedbacks.will')} ability="Feedback List" />
}
