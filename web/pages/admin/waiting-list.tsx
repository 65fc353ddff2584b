import { LineFilterBar } from '../../features/waiting-list/line-filter-bar.tsx'
import { Line } from '../../features/waiting-list/line.tsx'
import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'

export default function WaitingListPage() {
  return (
    <Page title={t('waitingList.title')} lead={t('waitingList.lead')}>
      <LineFilterBar />
      <Line />
    </Page>
  )
}
