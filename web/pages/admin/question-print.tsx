import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function QuestionPrintPage() {
  return <AdminPlanned title={t('questionPrint.title')} will={t('questionPrint.will')} />
}
