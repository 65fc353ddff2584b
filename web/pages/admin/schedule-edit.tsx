import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'

export default function ScheduleEditPage() {
  return <Page title={t('scheduleEdit.title')} />
}
