import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function MessagesPage() {
  return <AdminPlanned title={t('messages.title')} will={t('messages.will')} />
}
