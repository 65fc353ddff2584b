import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { CursorPager } from '../../ui/cursor-pager.tsx'
import { DayList } from '../../ui/day-list.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { readFilters } from './audit-filters.ts'
import { AuditRow } from './audit-row.tsx'
import styles from './audit.module.css'
import { foldRepeats } from './fold-repeats.ts'

const perPage = 100

/** Audit entries by day, newest first. */
export function AuditList() {
  const [params] = useSearchParams<'audit'>()
  const query = useQuery({
    ...queryOptionsOf('GET /api/audit', { query: { ...readFilters(params), after: params.after, per_page: perPage } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={10} height="3rem" />}>
      {({ data, meta }) =>
        data.length === 0 ? (
          <EmptyState title={t('audit.none')} icon={<IconHistory size={26} stroke={1.6} aria-hidden="true" />}>
            <p>{t('audit.noneText')}</p>
          </EmptyState>
        ) : (
          <div className={styles.days} aria-busy={query.isPlaceholderData}>
            <DayList rows={data} at={entry => entry.at} zone={meta.time_zone}>
              {entries =>
                foldRepeats(entries).map(row => <AuditRow key={row.entry.id} row={row} zone={meta.time_zone} names={meta.names} />)
              }
            </DayList>
            <CursorPager next={meta.next} words={{ onward: t('audit.older'), back: t('audit.newest') }} />
          </div>
        )
      }
    </Loaded>
  )
}
