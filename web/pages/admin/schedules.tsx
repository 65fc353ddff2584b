import { IconPlus } from '@tabler/icons-react'
import { Navigate } from '@tanstack/react-router'
import { SavedViewsBar } from '../../features/saved-views/saved-views-bar.tsx'
import { FilterBar } from '../../features/schedules/filter-bar.tsx'
import { filterQuery, readFilters } from '../../features/schedules/schedule-filters.ts'
import { ScheduleList } from '../../features/schedules/schedule-list.tsx'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DownloadCsv } from '../../ui/download-csv.tsx'
import { Page } from '../../ui/page.tsx'

/** The sessions, with filters, saved views and changes to many. */
export default function SchedulesPage() {
  const [params] = useSearchParams<'schedules'>()
  const { view, week, by, mentor, place, support_type } = params
  // Saved links to the former week view, whose rows were places unless the address said otherwise.
  if (view === 'week') {
    const planner = { date: week, by: by === 'mentor' ? undefined : 'place', mentor, place, support_type }
    return <Navigate to="." href={paths.planner(planner)} replace />
  }
  return (
    <Page
      width="work"
      title={t('schedules.title')}
      actions={
        <>
          <DownloadCsv list="schedules" query={filterQuery(readFilters(params))} />
          {can('Schedule Create') && (
            <ButtonLink to={paths.scheduleCreate()} kind="primary" icon={<IconPlus size={20} aria-hidden="true" />}>
              {t('schedules.new')}
            </ButtonLink>
          )}
        </>
      }
    >
      <FilterBar />
      <SavedViewsBar list="schedules" pathOf={paths.schedules} />
      <ScheduleList />
    </Page>
  )
}
