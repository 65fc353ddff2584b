import type { ContractOrder, ListedContract } from '#contract/contracts.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { RecordLink } from '../../ui/record-link.tsx'
import rows from '../../ui/row-list.module.css'
import { SortColumn } from '../../ui/sort-column.tsx'
import { Column, Row, Table } from '../../ui/table.tsx'
import { ContractBadges } from './contract-badges.tsx'
import { formatInForce } from './format-contract.ts'

/** Contracts on a wide screen. */
export const ContractTable = ({ contracts, sort }: ContractOrder & { contracts: readonly ListedContract[] }) => (
  <Table
    caption={t('contracts.title')}
    columns={
      <>
        <SortColumn by="title" sort={sort} standard="key">
          {t('contractForm.title')}
        </SortColumn>
        <SortColumn by="key" sort={sort} standard="key">
          {t('contractForm.key')}
        </SortColumn>
        <SortColumn by="published" sort={sort} standard="key">
          {t('contracts.state.published')}
        </SortColumn>
        <Column>{t('contracts.requiredFor')}</Column>
      </>
    }
  >
    <tbody>
      {contracts.map(contract => (
        <Row key={contract.id}>
          <th scope="row">
            <RecordLink to={paths.contract(contract.id)}>{contract.title}</RecordLink>
          </th>
          <td className={rows.words}>{contract.key}</td>
          <td>{formatInForce(contract)}</td>
          <td>
            <ContractBadges contract={contract} />
          </td>
        </Row>
      ))}
    </tbody>
  </Table>
)
