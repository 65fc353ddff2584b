import type { Schedule } from '#contract/schedules.ts'
import type { ComponentProps } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { Pager } from '../../ui/pager.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { canSelect } from './bulk/bulk-actions.ts'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { groupByDay } from './group-by-day.ts'
import { NoSchedules } from './no-schedules.tsx'
import { ScheduleCards } from './schedule-cards.tsx'
import { filterQuery, readFilters } from './schedule-filters.ts'
import { ScheduleTable } from './schedule-table.tsx'
import styles from './schedules.module.css'
import { useHolidays } from './use-holidays.ts'
import { useWide } from '../../ui/use-wide.ts'

/** Schedules in pages: upcoming ones first, then past ones. */
export function ScheduleList() {
  const [params] = useSearchParams<'schedules'>()
  const filters = readFilters(params)
  const page = Math.max(1, Number(params.page) || 1)
  const query = useQuery({
    ...queryOptionsOf('GET /api/schedules', { query: { ...filterQuery(filters), page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={8} height="3.5rem" />}>
      {({ data, meta }) =>
        meta.total === 0 ? (
          <NoSchedules />
        ) : (
          // Other filters: another selection.
          <FoundSchedules key={JSON.stringify({ ...filters, sort: '' })} schedules={data} meta={meta} busy={query.isPlaceholderData} />
        )
      }
    </Loaded>
  )
}

interface FoundProps {
  schedules: readonly Schedule[]
  meta: ComponentProps<typeof Pager>['meta']
  busy: boolean
}

function FoundSchedules({ schedules, meta, busy }: FoundProps) {
  const [{ shown }] = useSearchParams<'schedules'>()
  const wide = useWide(60)
  const selection = useRowSelection(schedules, canSelect)
  const acts = can('Schedule Edit') || can('Schedule Create')
  const dates = groupByDay(schedules)
    .map(({ date }) => date)
    .toSorted()
  const holidayOf = useHolidays(dates[0], dates.at(-1))
  const List = wide ? ScheduleTable : ScheduleCards
  return (
    <div id="schedule-list" tabIndex={-1} className={styles.list} aria-busy={busy}>
      <p className="soft small tabular" role="status">
        {t('schedules.count', { count: meta.total })}
      </p>
      <List holidayOf={holidayOf} schedules={schedules} shown={shown} selection={acts ? selection : null} />
      <Pager meta={meta} />
      <BulkBar selection={selection} />
    </div>
  )
}
