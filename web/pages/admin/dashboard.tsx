import { AreaList } from '../../features/dashboard/area-list.tsx'
import { Overview } from '../../features/dashboard/overview.tsx'
import { t } from '../../lib/messages.ts'
import { useSession } from '../../lib/session.ts'
import { openStaffPages, pageGroups } from '../../lib/staff-pages.ts'
import { Page } from '../../ui/page.tsx'

export default function DashboardPage() {
  useSession()
  return (
    <Page width="work" title={t('dashboard.title')} lead={t('dashboard.lead')}>
      <Overview />
      {pageGroups.map(group => (
        <AreaList key={group} title={t(`menu.group.${group}`)} pages={openStaffPages().filter(page => page.group === group)} />
      ))}
    </Page>
  )
}
