import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'

export default function SchedulesPage() {
  return <Page title={t('schedules.title')} />
}
