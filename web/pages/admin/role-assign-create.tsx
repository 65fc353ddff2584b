import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function RoleAssignCreatePage() {
  return <AdminPlanned title={t('roleAssignCreate.title')} will={t('roleAssignCreate.will')} ability="RoleAssign Edit" />
}
