import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import styles from './line.module.css'
import { LineCards } from './line-cards.tsx'
import { noLineFilters, readLineFilters } from './line-filters.ts'
import { LineTable } from './line-table.tsx'

/** All waiting clients, by support type and position. */
export function Line() {
  const [params, setParams] = useSearchParams<'waitingList'>()
  const wide = useMediaQuery('(min-width: 60em)', true, { getInitialValueInEffect: false })
  const { state, supportType, mentor, date, search, page } = readLineFilters(params)
  const filter = { whose: 'everyone' as const, state, support_type_id: supportType, mentor_id: mentor, date, search, page, per_page: 20 }
  const query = useQuery({
    ...queryOf('GET /api/waiting-list', { query: filter }),
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
            action={filtered && <Button onClick={() => setParams(noLineFilters)}>{t('waitingList.showAll')}</Button>}
          >
            {!filtered && <p>{t('waitingList.noneText')}</p>}
          </EmptyState>
        ) : (
          <div className={styles.list} aria-busy={query.isPlaceholderData}>
            <p className="soft small tabular" role="status">
              {t('waitingList.count', { count: meta.total })}
            </p>
            {wide ? <LineTable entries={data} /> : <LineCards entries={data} />}
            <Pager meta={meta} />
          </div>
        )
      }
    </Loaded>
  )
}
