import { useDebouncedValue } from '@mantine/hooks'
import { IconUserSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { Pager } from '../../ui/pager.tsx'
import rows from '../../ui/row-list.module.css'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { SortField } from '../../ui/sort-column.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { useWide } from '../../ui/use-wide.ts'
import { AssignedCards } from './assigned-cards.tsx'
import { AssignedTable } from './assigned-table.tsx'
import { HolderBar } from './holder-bar.tsx'
import { canSelectHolder, type Holder, readFilters, toHolder } from './holder.ts'

/** All people who hold a role. */
export function AssignedList() {
  const [params] = useSearchParams<'roleAssign'>()
  const filters = readFilters(params)
  const [search] = useDebouncedValue(filters.search, 250)
  const query = useQuery({
    ...queryOptionsOf('GET /api/assigned-users', { query: { ...filters, search, page: Math.max(1, Number(params.page) || 1) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={6} height="3.5rem" />}>
      {({ data, meta }) => (
        // Other filters: another selection.
        <FoundHolders
          key={JSON.stringify({ ...filters, sort: '' })}
          holders={data.map(toHolder)}
          meta={meta}
          busy={query.isPlaceholderData}
        />
      )}
    </Loaded>
  )
}

interface FoundProps {
  holders: readonly Holder[]
  meta: ComponentProps<typeof Pager>['meta']
  busy: boolean
}

/** Stays while its last rows go, so that the dialog of an action can say what became of them. */
function FoundHolders({ holders, meta, busy }: FoundProps) {
  const wide = useWide(60)
  const [params] = useSearchParams<'roleAssign'>()
  const selection = useRowSelection(holders, canSelectHolder)
  const List = wide ? AssignedTable : AssignedCards
  return (
    <div tabIndex={-1} className={rows.found} aria-busy={busy}>
      {meta.total === 0 ? (
        <NoHolders />
      ) : (
        <>
          <p className="soft small tabular" role="status">
            {t('roleAssign.count', { count: meta.total })}
          </p>
          {!wide && <SortField sort={readFilters(params).sort} standard="name" options={orderOptions()} />}
          <List holders={holders} selection={holders.some(canSelectHolder) ? selection : null} />
          <Pager meta={meta} />
        </>
      )}
      <HolderBar selection={selection} />
    </div>
  )
}

const orderOptions = () => [
  { value: 'name' as const, label: t('users.sort.name') },
  { value: '-name' as const, label: t('users.sort.nameLast') },
  { value: '-assigned' as const, label: t('roleAssign.sort.assignedLast') },
  { value: 'assigned' as const, label: t('roleAssign.sort.assigned') },
]

function NoHolders() {
  const [, setParams] = useSearchParams<'roleAssign'>()
  return (
    <EmptyState
      title={t('roleAssign.noneTitle')}
      icon={<IconUserSearch size={26} stroke={1.6} aria-hidden="true" />}
      action={<Button onClick={() => setParams({ search: undefined, role: undefined, page: undefined })}>{t('roleAssign.showAll')}</Button>}
    >
      <p>{t('roleAssign.noneText')}</p>
    </EmptyState>
  )
}
