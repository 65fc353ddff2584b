import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function AppointmentsPage() {
  return <AdminPlanned title={t('appointments.title')} will={t('appointments.will')} />
}
