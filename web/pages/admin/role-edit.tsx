import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function RoleEditPage() {
  return <AdminPlanned title={t('roleEdit.title')} will={t('roleEdit.will')} />
}
