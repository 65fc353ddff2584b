import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'

export default function DashboardPage() {
  return <Page title={t('dashboard.title')} />
}
