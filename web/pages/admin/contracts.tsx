import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function ContractsPage() {
  return <AdminPlanned title={t('contracts.title')} will={t('contracts.will')} />
}
