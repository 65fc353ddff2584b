import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Pager } from '../../ui/pager.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { NoSchedules } from './no-schedules.tsx'
import { ScheduleCards } from './schedule-cards.tsx'
import { filterQuery, readFilters } from './schedule-filters.ts'
import { ScheduleTable } from './schedule-table.tsx'
import styles from './schedules.module.css'

/** Schedules in pages: upcoming ones first, then past ones. */
export function ScheduleList() {
  const [params] = useSearchParams<'schedules'>()
  const wide = useMediaQuery('(min-width: 60em)', true, { getInitialValueInEffect: false })
  const page = Math.max(1, Number(params.page) || 1)
  const query = useQuery({
    ...queryOptionsOf('GET /api/schedules', { query: { ...filterQuery(readFilters(params)), page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={8} height="3.5rem" />}>
      {({ data, meta }) =>
        meta.total === 0 ? (
          <NoSchedules />
        ) : (
          <div className={styles.list} aria-busy={query.isPlaceholderData}>
            <p className="soft small tabular" role="status">
              {t('schedules.count', { count: meta.total })}
            </p>
            {wide ? <ScheduleTable schedules={data} shown={params.shown} /> : <ScheduleCards schedules={data} shown={params.shown} />}
            <Pager meta={meta} />
          </div>
        )
      }
    </Loaded>
  )
}
