import { AuditFilterBar } from '../../features/audit/audit-filter-bar.tsx'
import { AuditList } from '../../features/audit/audit-list.tsx'
import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'

export default function AuditPage() {
  return (
    <Page title={t('audit.title')} lead={t('audit.lead')}>
      <AuditFilterBar />
      <AuditList />
    </Page>
  )
}
