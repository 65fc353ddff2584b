import { readFilters } from '../../features/audit/audit-filters.ts'
import { AuditFilterBar } from '../../features/audit/audit-filter-bar.tsx'
import { AuditList } from '../../features/audit/audit-list.tsx'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can, useSession } from '../../lib/session.ts'
import { DownloadCsv } from '../../ui/download-csv.tsx'
import { Page } from '../../ui/page.tsx'

/** Every change that the audit log recorded, with filters. */
export default function AuditPage() {
  useSession()
  const [params] = useSearchParams<'audit'>()
  return (
    <Page
      width="work"
      title={t('audit.title')}
      lead={t('audit.lead')}
      actions={can('User Export') && <DownloadCsv list="audit" query={readFilters(params)} />}
    >
      <AuditFilterBar />
      <AuditList />
    </Page>
  )
}
