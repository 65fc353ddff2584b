import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function RoleAssignPage() {
  return <AdminPlanned title={t('roleAssign.title')} will={t('roleAssign.will')} ability="RoleAssign List" />
}
