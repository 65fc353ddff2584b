import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function RoleCreatePage() {
  return <AdminPlanned title={t('roleCreate.title')} will={t('roleCreate.will')} />
}
