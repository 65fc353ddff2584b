import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function AuditPage() {
  return <AdminPlanned title={t('audit.title')} will={t('audit.will')} />
}
