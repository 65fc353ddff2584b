import { AdminPlanned } from '../../features/dashboard/admin-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function AppointmentEditPage() {
  return <AdminPlanned title={t('appointmentEdit.title')} will={t('appointmentEdit.will')} />
}
