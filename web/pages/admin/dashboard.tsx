import { AreaList } from '../../features/dashboard/area-list.tsx'
import { comingAreas, readyAreas } from '../../features/dashboard/areas.ts'
import { t } from '../../lib/messages.ts'
import { useSession } from '../../lib/session.ts'
import { Page } from '../../ui/page.tsx'

export default function DashboardPage() {
  useSession()
  return (
    <Page title={t('dashboard.title')} lead={t('dashboard.will')}>
      <AreaList title={t('dashboard.ready')} areas={readyAreas()} strong />
      <AreaList title={t('dashboard.coming')} areas={comingAreas()} />
    </Page>
  )
}
