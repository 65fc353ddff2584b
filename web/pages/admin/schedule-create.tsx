import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'

export default function ScheduleCreatePage() {
  return <Page title={t('scheduleCreate.title')} />
}
