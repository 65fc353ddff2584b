import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'

export default function MyAppointmentPage() {
  return <Page title={t('my.appointment.title')} />
}
