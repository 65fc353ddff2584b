import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { AcceptedList } from './accepted-list.tsx'
import { CompareView } from './compare-view.tsx'
import { ContractBadges } from './contract-badges.tsx'
import { ContractText } from './contract-text.tsx'
import { ContractViews, viewOf } from './contract-views.tsx'
import { EditContract } from './edit-contract.tsx'
import { MissingList } from './missing-list.tsx'
import { formatInForce } from './format-contract.ts'
import type { OpenedContract } from './use-contract.ts'
import { WithdrawContract } from './withdraw-contract.tsx'

/** A contract with its views: text, comparison, acceptances, people without acceptance, editor. */
export function ContractOpened({ opened: { contract, editing } }: { opened: OpenedContract }) {
  const [params] = useSearchParams<'contract'>()
  const view = viewOf(params.view)
  return (
    <Page
      title={contract.title}
      lead={
        <>
          <Link to={paths.contracts()}>{t('contract.back')}</Link> · {formatInForce(contract)} · {t('contract.key', { key: contract.key })}
        </>
      }
      actions={
        <>
          <ContractBadges contract={contract} />
          {editing && contract.published_at !== null && <WithdrawContract contract={contract} />}
        </>
      }
    >
      {!editing && <Notice>{t('contract.readerOnly', { ability: 'Contract Edit' })}</Notice>}
      <ContractViews contract={contract} view={view} />
      {view === 'text' && <ContractText contract={contract} version={Number(params.version) || undefined} />}
      {view === 'compare' && <CompareView contract={contract} />}
      {view === 'accepted' && <AcceptedList contract={contract} />}
      {view === 'missing' && <MissingList contract={contract} />}
      {view === 'edit' && editing && <EditContract opened={editing} />}
    </Page>
  )
}
