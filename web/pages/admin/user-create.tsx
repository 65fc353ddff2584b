import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function UserCreatePage() {
  return <AdminPlanned title={t('userCreate.title')} will={t('userCreate.will')} ability="User Edit" />
}
