import { WaitingListFilterBar } from '../../features/waiting-list/waiting-list-filter-bar.tsx'
import { filterQuery, readFilters } from '../../features/waiting-list/waiting-list-filters.ts'
import { WaitingList } from '../../features/waiting-list/waiting-list.tsx'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can, useSession } from '../../lib/session.ts'
import { DownloadCsv } from '../../ui/download-csv.tsx'
import { Page } from '../../ui/page.tsx'

/** Who waits for which times, and the offers made. */
export default function WaitingListPage() {
  useSession()
  const [params] = useSearchParams<'waitingList'>()
  return (
    <Page
      width="work"
      title={t('waitingList.title')}
      lead={t('waitingList.lead')}
      actions={can('User Export') && <DownloadCsv list="waiting-list" query={filterQuery(readFilters(params))} />}
    >
      <WaitingListFilterBar />
      <WaitingList />
    </Page>
  )
}
