import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { DeskBooking } from '../../features/desk-booking/desk-booking.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { can } from '../../lib/session.ts'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import NotFoundPage from '../not-found.tsx'

/** Books for a client, beginning with the day of a session. */
export default function AppointmentCreatePage() {
  const { scheduleId } = useParams({ from: '/admin/appointments/$scheduleId/create' })
  const query = useQuery(queryOptionsOf('GET /api/appointments/create', { query: { schedule_id: scheduleId } }))
  if (isRefusal(query.error, 'not_found') || isRefusal(query.error, 'invalid')) return <NotFoundPage />
  return (
    <Page
      title={t('appointmentCreate.title')}
      width="work"
      lead={
        can('Appointment List') && (
          <Link className="no-print" to={paths.scheduleAppointments(scheduleId)}>
            {t('deskAppointment.toList')}
          </Link>
        )
      }
    >
      <Loaded query={query} skeleton={<ListSkeleton rows={4} height="6rem" />}>
        {({ schedule }) => <DeskBooking session={schedule ?? undefined} />}
      </Loaded>
    </Page>
  )
}
