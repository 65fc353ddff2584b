import { WaitingListFilterBar } from '../../features/waiting-list/waiting-list-filter-bar.tsx'
import { WaitingList } from '../../features/waiting-list/waiting-list.tsx'
import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'

export default function WaitingListPage() {
  return (
    <Page width="work" title={t('waitingList.title')} lead={t('waitingList.lead')}>
      <WaitingListFilterBar />
      <WaitingList />
    </Page>
  )
}
