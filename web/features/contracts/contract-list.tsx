import type { ListedContract } from '#contract/contracts.ts'
import { contractStates, matchesContractFilter } from '#domain/contracts/filter.ts'
import { IconFileText, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams, type Params } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { sortParam } from '../../lib/sort-param.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Link } from '../../ui/link.tsx'
import { SortField } from '../../ui/sort-column.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { useWide } from '../../ui/use-wide.ts'
import styles from './contracts.module.css'
import { SavedViewsBar } from '../saved-views/saved-views-bar.tsx'
import { ContractBadges } from './contract-badges.tsx'
import { ContractTable } from './contract-table.tsx'
import { MissingLegalTexts } from './missing-legal-texts.tsx'
import { formatInForce } from './format-contract.ts'

/** The filters in the address. */
export const readFilters = ({ search, state, sort }: Params) => ({
  search: search?.trim() || undefined,
  state: contractStates.find(known => known === state),
  sort: sortParam(sort, orders),
})

const orders = ['key', '-key', 'title', '-title', 'published', '-published'] as const

/** The contracts that the user may see, searched by title or key. */
export function ContractList() {
  const [params, setParams] = useSearchParams<'contracts'>()
  const { sort } = readFilters(params)
  const wide = useWide(60)
  const query = useQuery({
    ...queryOptionsOf('GET /api/legally-binding-contract', { query: { sort } }),
    placeholderData: keepPreviousData,
  })
  const bind = (name: 'search' | 'state') => ({
    name,
    value: params[name] ?? '',
    onChange: (value: string) => setParams({ [name]: value || undefined }, { replace: true }),
  })
  return (
    <Loaded query={query}>
      {({ data }) => {
        if (data.length === 0)
          return (
            <div className={styles.stack}>
              <NoContracts />
              <MissingLegalTexts contracts={data} />
            </div>
          )
        const found = data.filter(contract => matchesContractFilter(contract, readFilters(params)))
        return (
          <div className={styles.stack}>
            <search className={styles.filters}>
              <TextField label={t('contracts.search')} type="search" autoComplete="off" {...bind('search')} />
              {can('Contract Edit') && (
                <SelectField
                  label={t('contracts.state')}
                  options={contractStates.map(state => ({ value: state === 'all' ? '' : state, label: t(`contracts.state.${state}`) }))}
                  {...bind('state')}
                />
              )}
            </search>
            <SavedViewsBar list="contracts" pathOf={paths.contracts} />
            <p className="soft small tabular" role="status">
              {t('contracts.count', { count: found.length })}
            </p>
            {found.length === 0 ? (
              <EmptyState
                title={t('contracts.noneFound')}
                action={<Button onClick={() => setParams({ search: undefined, state: undefined })}>{t('contracts.showAll')}</Button>}
              />
            ) : wide ? (
              <ContractTable contracts={found} sort={sort} />
            ) : (
              <>
                <SortField sort={sort} standard="key" options={orderOptions()} />
                <ul className={styles.list}>
                  {found.map(contract => (
                    <ContractCard key={contract.id} contract={contract} />
                  ))}
                </ul>
              </>
            )}
            <MissingLegalTexts contracts={data} />
          </div>
        )
      }}
    </Loaded>
  )
}

const orderOptions = () => [
  { value: 'key' as const, label: t('contracts.sort.key') },
  { value: '-key' as const, label: t('contracts.sort.keyLast') },
  { value: 'title' as const, label: t('contracts.sort.title') },
  { value: '-title' as const, label: t('contracts.sort.titleLast') },
  { value: '-published' as const, label: t('users.sort.createdLast') },
  { value: 'published' as const, label: t('users.sort.created') },
]

function ContractCard({ contract }: { contract: ListedContract }) {
  return (
    <Card as="li">
      <div className={styles.row}>
        <div>
          <Link to={paths.contract(contract.id)} className={`${styles.name} tappable`}>
            {contract.title}
          </Link>
          <p className="soft small tabular">
            {formatInForce(contract)} · {contract.key}
          </p>
        </div>
        <ContractBadges contract={contract} />
      </div>
    </Card>
  )
}

function NoContracts() {
  const writes = can('Contract Edit')
  return (
    <EmptyState
      title={t('contracts.noneTitle')}
      icon={<IconFileText size={26} stroke={1.6} aria-hidden="true" />}
      action={writes && <NewContractLink />}
    >
      <p>{t(writes ? 'contracts.noneText' : 'contracts.noneReader')}</p>
    </EmptyState>
  )
}

/** Leads to the form of a new contract; for holders of Contract Edit. */
export const NewContractLink = () => (
  <ButtonLink to={paths.contractCreate()} kind="primary" icon={<IconPlus size={20} aria-hidden="true" />}>
    {t('contracts.new')}
  </ButtonLink>
)
