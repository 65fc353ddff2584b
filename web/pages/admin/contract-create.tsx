import { CreateContract } from '../../features/contracts/create-contract.tsx'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/link.tsx'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'

/** The first draft of a contract. */
export default function ContractCreatePage() {
  return (
    <Page
      title={t('contractCreate.title')}
      lead={
        <Link className="no-print" to={paths.contracts()}>
          {t('contract.back')}
        </Link>
      }
    >
      <NeedsAbility ability="Contract Edit">
        <CreateContract />
      </NeedsAbility>
    </Page>
  )
}
