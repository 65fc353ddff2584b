import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function WaitingListPage() {
  return <AdminPlanned title={t('waitingList.title')} will={t('waitingList.will')} />
}
