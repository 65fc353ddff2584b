import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import styles from './waiting-list.module.css'
import { WaitingListCards } from './waiting-list-cards.tsx'
import { clearedFilters, readFilters } from './waiting-list-filters.ts'
import { WaitingListTable } from './waiting-list-table.tsx'
import { useWide } from '../../ui/use-wide.ts'

/** All waiting clients, by support type and position. */
export function WaitingList() {
  const [params, setParams] = useSearchParams<'waitingList'>()
  const wide = useWide(60)
  const { state, supportType, mentor, date, search, page } = readFilters(params)
  const filter = { whose: 'everyone' as const, state, support_type_id: supportType, mentor_id: mentor, date, search, page, per_page: 20 }
  const query = useQuery({
    ...queryOptionsOf('GET /api/waiting-list', { query: filter }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
  const filtered = [supportType, mentor, date, search].some(Boolean) || state === 'ended'
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={6} height="4rem" />}>
      {({ data, meta }) =>
        meta.total === 0 ? (
          <EmptyState
            title={t(filtered ? 'waitingList.noneFiltered' : 'waitingList.none')}
            action={filtered && <Button onClick={() => setParams(clearedFilters)}>{t('waitingList.showAll')}</Button>}
          >
            {!filtered && <p>{t('waitingList.noneText')}</p>}
          </EmptyState>
        ) : (
          <div className={styles.list} aria-busy={query.isPlaceholderData}>
            <p className="soft small tabular" role="status">
              {t('waitingList.count', { count: meta.total })}
            </p>
            {wide ? <WaitingListTable entries={data} /> : <WaitingListCards entries={data} />}
            <Pager meta={meta} />
          </div>
        )
      }
    </Loaded>
  )
}
