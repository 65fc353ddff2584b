import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function RoleAssignEditPage() {
  return <AdminPlanned title={t('roleAssignEdit.title')} will={t('roleAssignEdit.will')} ability="RoleAssign Edit" />
}
