import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'

export default function MentorAppointmentsPage() {
  return <Page title={t('mentorAppointments.title')} />
}
