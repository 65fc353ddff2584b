import { useParams } from '@tanstack/react-router'
import { ContractOpened } from '../../features/contracts/contract-opened.tsx'
import { t } from '../../lib/messages.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { Page } from '../../ui/page.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useContract } from '../../features/contracts/use-contract.ts'
import NotFoundPage from '../not-found.tsx'

/** One contract: its draft, versions, translations and acceptances. */
export default function ContractPage() {
  const { contractId: id } = useParams({ from: '/admin/legally-binding-contract/$contractId' })
  const query = useContract(id)
  if (isRefusal(query.error, 'not_found')) return <NotFoundPage />
  if (query.data) return <ContractOpened key={id} opened={query.data} />
  return (
    <Page title={t('contract.title')}>
      <Loaded query={query} skeleton={<TextSkeleton lines={12} />}>
        {() => null}
      </Loaded>
    </Page>
  )
}
