import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function FeedbackQuestionCreatePage() {
  return <AdminPlanned title={t('feedbackQuestionCreate.title')} will={t('feedbackQuestionCreate.will')} />
}
