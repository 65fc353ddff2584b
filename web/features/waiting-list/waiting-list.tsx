import type { WaitingEntry } from '#contract/waiting-list.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SortField } from '../../ui/sort-column.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { RemoveBar } from './remove-bar.tsx'
import { canRemove } from './select-entry.tsx'
import styles from './waiting-list.module.css'
import { WaitingListCards } from './waiting-list-cards.tsx'
import { clearedFilters, filterQuery, readFilters } from './waiting-list-filters.ts'
import { WaitingListTable } from './waiting-list-table.tsx'
import { useWide } from '../../ui/use-wide.ts'

/** All waiting clients, by support type and position. */
export function WaitingList() {
  const [params] = useSearchParams<'waitingList'>()
  const filters = readFilters(params)
  const { state, supportType, mentor, date, search, page } = filters
  const filter = { whose: 'everyone' as const, ...filterQuery(filters), page, per_page: 20 }
  const query = useQuery({
    ...queryOptionsOf('GET /api/waiting-list', { query: filter }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
  const filtered = [supportType, mentor, date, search].some(Boolean) || state === 'ended'
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={6} height="4rem" />}>
      {({ data, meta }) => (
        // Other filters: another selection.
        <FoundEntries
          key={JSON.stringify({ ...filter, sort: '', page: 0 })}
          entries={data}
          meta={meta}
          filtered={filtered}
          busy={query.isPlaceholderData}
        />
      )}
    </Loaded>
  )
}

interface FoundProps {
  entries: readonly WaitingEntry[]
  meta: ComponentProps<typeof Pager>['meta']
  filtered: boolean
  busy: boolean
}

/** Stays while its last rows go, so that the dialog of an action can say what became of them. */
function FoundEntries({ entries, meta, filtered, busy }: FoundProps) {
  const [params, setParams] = useSearchParams<'waitingList'>()
  const { sort } = readFilters(params)
  const wide = useWide(60)
  const selection = useRowSelection(entries, canRemove)
  const selects = can('Appointment Edit') && entries.some(canRemove)
  const List = wide ? WaitingListTable : WaitingListCards
  return (
    <div tabIndex={-1} className={styles.list} aria-busy={busy}>
      {meta.total === 0 ? (
        <EmptyState
          title={t(filtered ? 'waitingList.noneFiltered' : 'waitingList.none')}
          action={filtered && <Button onClick={() => setParams(clearedFilters)}>{t('waitingList.showAll')}</Button>}
        >
          {!filtered && <p>{t('waitingList.noneText')}</p>}
        </EmptyState>
      ) : (
        <>
          <p className="soft small tabular" role="status">
            {t('waitingList.count', { count: meta.total })}
          </p>
          {!wide && <SortField sort={sort} standard="line" options={orderOptions()} />}
          <List entries={entries} selection={selects ? selection : null} />
          <Pager meta={meta} />
        </>
      )}
      <RemoveBar selection={selection} />
    </div>
  )
}

const orderOptions = () => [
  { value: 'line' as const, label: t('waitingList.place') },
  { value: 'since' as const, label: t('waitingList.sort.since') },
  { value: '-since' as const, label: t('waitingList.sort.sinceLast') },
  { value: 'day' as const, label: t('waitingList.sort.day') },
  { value: '-day' as const, label: t('waitingList.sort.dayLast') },
]
