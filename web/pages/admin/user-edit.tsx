import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function UserEditPage() {
  return <AdminPlanned title={t('userEdit.title')} will={t('userEdit.will')} ability="User Edit" />
}
