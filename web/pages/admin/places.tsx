import { AdminPlanned } from '../../features/frame/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function PlacesPage() {
  return <AdminPlanned title={t('places.title')} will={t('places.will')} />
}
