import { IconPlus } from '@tabler/icons-react'
import { SavedViewsBar } from '../../features/saved-views/saved-views-bar.tsx'
import { FilterBar } from '../../features/schedules/filter-bar.tsx'
import { filterNames, filterQuery, readFilters } from '../../features/schedules/schedule-filters.ts'
import { ScheduleList } from '../../features/schedules/schedule-list.tsx'
import { WeekView } from '../../features/schedules/week-view.tsx'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DownloadCsv } from '../../ui/download-csv.tsx'
import { Page } from '../../ui/page.tsx'

export default function SchedulesPage() {
  const [params] = useSearchParams<'schedules'>()
  const week = params.view === 'week'
  return (
    <Page
      width="work"
      title={t('schedules.title')}
      actions={
        <>
          {!week && <DownloadCsv list="schedules" query={filterQuery(readFilters(params))} />}
          {can('Schedule Create') && (
            <ButtonLink to={paths.scheduleCreate()} kind="primary" icon={<IconPlus size={20} aria-hidden="true" />}>
              {t('schedules.new')}
            </ButtonLink>
          )}
        </>
      }
    >
      <FilterBar dates={!week} />
      {!week && <SavedViewsBar list="schedules" pathOf={paths.schedules} names={filterNames} />}
      {week ? <WeekView /> : <ScheduleList />}
    </Page>
  )
}
