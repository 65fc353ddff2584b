import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { DeskAppointment } from '../../features/desk-appointment/desk-appointment.tsx'
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

/** One appointment of a session: its client, status, payment, move and history. */
export default function AppointmentEditPage() {
  const { scheduleId, appointmentId: id } = useParams({ from: '/admin/schedules/$scheduleId/appointments/$appointmentId' })
  const query = useQuery(queryOptionsOf('GET /api/appointments/{id}/edit', { params: { id } }))
  if (isRefusal(query.error, 'not_found') || isRefusal(query.error, 'invalid')) return <NotFoundPage />
  const now = query.data?.appointment
  // The appointment moved to another schedule: show its new address.
  if (now && now.schedule_id !== scheduleId) return <Navigate to="." href={paths.appointmentEdit(now.schedule_id, now.id)} replace />
  return (
    <Page
      title={now ? t('deskAppointment.title', { name: now.user.name }) : t('appointmentEdit.title')}
      lead={
        can('Appointment List') && (
          <Link className="no-print" to={paths.scheduleAppointments(scheduleId)}>
            {t('deskAppointment.toList')}
          </Link>
        )
      }
    >
      <Loaded query={query} skeleton={<ListSkeleton rows={3} height="9rem" />}>
        {opened => <DeskAppointment key={opened.appointment.id} opened={opened} />}
      </Loaded>
    </Page>
  )
}
