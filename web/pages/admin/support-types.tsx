import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function SupportTypesPage() {
  return <AdminPlanned title={t('supportTypes.title')} will={t('supportTypes.will')} />
}
