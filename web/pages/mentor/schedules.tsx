import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'

export default function MentorSchedulesPage() {
  return <Page title={t('mentorSchedules.title')} />
}
