import type { ContractOrder, ListedContract } from '#contract/contracts.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { RecordLink } from '../../ui/record-link.tsx'
import rows from '../../ui/row-list.module.css'
import { SortedTable } from '../../ui/sorted-table.tsx'
import { ContractBadges } from './contract-badges.tsx'
import { formatInForce } from './format-contract.ts'

/** Contracts on a wide screen. */
export const ContractTable = ({ contracts, sort }: ContractOrder & { contracts: readonly ListedContract[] }) => (
  <SortedTable
    caption={t('contracts.title')}
    columns={[
      { label: t('contractForm.title'), by: 'title' },
      { label: t('contractForm.key'), by: 'key' },
      { label: t('contracts.state.published'), by: 'published' },
      { label: t('contracts.requiredFor') },
    ]}
    sort={sort}
    standard="key"
    entries={contracts}
  >
    {contract => (
      <>
        <th scope="row">
          <RecordLink to={paths.contract(contract.id)}>{contract.title}</RecordLink>
        </th>
        <td className={rows.words}>{contract.key}</td>
        <td>{formatInForce(contract)}</td>
        <td>
          <ContractBadges contract={contract} />
        </td>
      </>
    )}
  </SortedTable>
)
