import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function AppointmentCreatePage() {
  return <AdminPlanned title={t('appointmentCreate.title')} will={t('appointmentCreate.will')} />
}
