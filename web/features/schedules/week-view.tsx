import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { addDays, isLocalDate, localDateOf, type LocalDate } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { visitorZone } from '../../lib/time.ts'
import { Notice } from '../../ui/notice.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { NoSchedules } from './no-schedules.tsx'
import { ScheduleCards } from './schedule-cards.tsx'
import { filterQuery, readFilters } from './schedule-filters.ts'
import styles from './schedules.module.css'
import { WeekAbsences } from './week-absences.tsx'
import { WeekGrid } from './week-grid.tsx'
import { layoutWeek, mondayOf, type WeekBy } from './week-layout.ts'
import { WeekNav } from './week-nav.tsx'
import { weekNotes } from './week-notes.ts'

const maxSchedules = 100

/**
 * A week's sessions: a grid on a wide screen, cards by day on a phone. The address holds the week and the
 * kind of rows.
 */
export function WeekView() {
  const [params] = useSearchParams<'schedules'>()
  const wide = useMediaQuery('(min-width: 60em)', true, { getInitialValueInEffect: false })
  const today = localDateOf(Temporal.Now.instant(), visitorZone())
  const monday = mondayOf(params.week && isLocalDate(params.week) ? params.week : today)
  const by: WeekBy = params.by === 'mentor' ? 'mentor' : 'place'
  const query = useQuery({
    ...queryOptionsOf('GET /api/schedules', { query: weekQuery(params, monday) }),
    placeholderData: keepPreviousData,
  })
  const span = { from: monday, to: addDays(monday, 6), per_page: maxSchedules }
  const closed =
    useQuery({ ...queryOptionsOf('GET /api/closed-days', { query: span }), placeholderData: keepPreviousData }).data?.data ?? []
  const off = useQuery({ ...queryOptionsOf('GET /api/time-off', { query: span }), placeholderData: keepPreviousData }).data?.data ?? []
  const notes = weekNotes(monday, by, closed, off)
  return (
    <div className={styles.list}>
      <WeekNav monday={monday} thisMonday={mondayOf(today)} by={by} rows={wide} />
      <WeekAbsences closed={closed} off={off} />
      <Loaded query={query} skeleton={<ListSkeleton rows={3} height="14rem" />}>
        {({ data, meta }) => (
          <>
            {meta.total > maxSchedules && (
              <Notice>
                <p>{t('week.firstOnly', { shown: maxSchedules, total: meta.total })}</p>
              </Notice>
            )}
            {meta.total === 0 && <NoSchedules week />}
            {meta.total > 0 &&
              (wide ? (
                <WeekGrid bands={layoutWeek(data, monday, by, notes)} monday={monday} today={today} by={by} />
              ) : (
                <ScheduleCards schedules={data.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))} />
              ))}
          </>
        )}
      </Loaded>
    </div>
  )
}

const weekQuery = (params: Parameters<typeof readFilters>[0], monday: LocalDate) => ({
  ...filterQuery(readFilters(params)),
  from: monday,
  to: addDays(monday, 6),
  per_page: maxSchedules,
})
