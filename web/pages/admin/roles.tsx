import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function RolesPage() {
  return <AdminPlanned title={t('roles.title')} will={t('roles.will')} />
}
