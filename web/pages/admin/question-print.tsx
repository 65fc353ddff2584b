import { AdminPlanned } from '../../features/frame/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function QuestionPrintPage() {
  return <AdminPlanned title={t('questionPrint.title')} will={t('questionPrint.will')} />
}
