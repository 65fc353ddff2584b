import { AreaList } from '../../features/dashboard/area-list.tsx'
import { availableAreas } from '../../features/dashboard/areas.ts'
import { Overview } from '../../features/dashboard/overview.tsx'
import { t } from '../../lib/messages.ts'
import { useSession } from '../../lib/session.ts'
import { Page } from '../../ui/page.tsx'

export default function DashboardPage() {
  useSession()
  return (
    <Page title={t('dashboard.title')} lead={t('dashboard.lead')}>
      <Overview />
      <AreaList title={t('dashboard.ready')} areas={availableAreas()} />
    </Page>
  )
}
