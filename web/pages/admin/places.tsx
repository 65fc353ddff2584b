import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function PlacesPage() {
  return <AdminPlanned title={t('places.title')} will={t('places.will')} />
}
