import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function UsersPage() {
  return <AdminPlanned title={t('users.title')} will={t('users.will')} ability="User List" />
}
