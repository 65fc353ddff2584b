import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function SettingsPage() {
  return <AdminPlanned title={t('settings.title')} will={t('settings.will')} />
}
