import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function ContractCreatePage() {
  return <AdminPlanned title={t('contractCreate.title')} will={t('contractCreate.will')} ability="Contract Edit" />
}
