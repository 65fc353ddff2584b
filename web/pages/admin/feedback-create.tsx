import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function FeedbackCreatePage() {
  return <AdminPlanned title={t('feedbackCreate.title')} will={t('feedbackCreate.will')} ability="Feedback Create" />
}
