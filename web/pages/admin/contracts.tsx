import { ContractList, NewContractLink } from '../../features/contracts/contract-list.tsx'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'

export default function ContractsPage() {
  return (
    <Page title={t('contracts.title')} lead={t('contracts.lead')} actions={can('Contract Edit') && <NewContractLink />}>
      <NeedsAbility ability="Contract Edit" />
      <ContractList />
    </Page>
  )
}
