import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function UserPage() {
  return <AdminPlanned title={t('user.title')} will={t('user.will')} ability="User List" />
}
