import { IconPlus } from '@tabler/icons-react'
import { FilterBar } from '../../features/schedules/filter-bar.tsx'
import { ScheduleList } from '../../features/schedules/schedule-list.tsx'
import { WeekView } from '../../features/schedules/week-view.tsx'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

export default function SchedulesPage() {
  const [{ view }] = useSearchParams<'schedules'>()
  const week = view === 'week'
  return (
    <Page
      width="work"
      title={t('schedules.title')}
      actions={
        can('Schedule Create') && (
          <ButtonLink to={paths.scheduleCreate()} kind="primary" icon={<IconPlus size={20} aria-hidden="true" />}>
            {t('schedules.new')}
          </ButtonLink>
        )
      }
    >
      <FilterBar dates={!week} />
      {week ? <WeekView /> : <ScheduleList />}
    </Page>
  )
}
