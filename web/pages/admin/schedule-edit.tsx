import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { EditSchedule } from '../../features/schedules/edit-schedule.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import NotFoundPage from '../not-found.tsx'

/** Changing a session, or it and the later ones of its series. */
export default function ScheduleEditPage() {
  const { scheduleId: id } = useParams({ from: '/admin/schedule/$scheduleId/edit' })
  const query = useQuery(queryOptionsOf('GET /api/schedules/{id}/edit', { params: { id } }))
  if (isRefusal(query.error, 'not_found') || isRefusal(query.error, 'invalid')) return <NotFoundPage />
  return (
    <Page
      title={t('scheduleEdit.title')}
      lead={
        <Link className="no-print" to={paths.schedules()}>
          {t('scheduleCreate.back')}
        </Link>
      }
    >
      <Loaded query={query} skeleton={<ListSkeleton rows={4} height="7rem" />}>
        {opened => <EditSchedule key={opened.schedule.id} opened={opened} />}
      </Loaded>
    </Page>
  )
}
