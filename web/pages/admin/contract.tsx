import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function ContractPage() {
  return <AdminPlanned title={t('contract.title')} will={t('contract.will')} />
}
