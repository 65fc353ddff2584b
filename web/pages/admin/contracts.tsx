import { ContractList, NewContractLink, readFilters } from '../../features/contracts/contract-list.tsx'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { DownloadCsv } from '../../ui/download-csv.tsx'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'

/** The contracts, with the version in force of each. */
export default function ContractsPage() {
  const [params] = useSearchParams<'contracts'>()
  return (
    <Page
      width="work"
      title={t('contracts.title')}
      lead={t('contracts.lead')}
      actions={
        can('Contract Edit') && (
          <>
            <DownloadCsv list="legally-binding-contract" query={readFilters(params)} />
            <NewContractLink />
          </>
        )
      }
    >
      <NeedsAbility ability="Contract Edit" />
      <ContractList />
    </Page>
  )
}
