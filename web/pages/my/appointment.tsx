import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { OneAppointment } from '../../features/appointments/one-appointment.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import NotFoundPage from '../not-found.tsx'

/** One of the user's own appointments. */
export default function MyAppointmentPage() {
  const { appointmentId: id } = useParams({ from: '/my/appointments/$appointmentId' })
  const query = useQuery(queryOptionsOf('GET /api/appointments/{id}', { params: { id } }))
  if (isRefusal(query.error, 'not_found') || isRefusal(query.error, 'invalid')) return <NotFoundPage />
  return (
    <Page
      title={t('my.appointment.title')}
      lead={
        <Link className="no-print" to={paths.myProfile()}>
          {t('myAppointment.back')}
        </Link>
      }
      width="reading"
    >
      <Loaded query={query} skeleton={<ListSkeleton rows={2} height="16rem" />}>
        {({ appointment, history }) => <OneAppointment appointment={appointment} history={history} />}
      </Loaded>
    </Page>
  )
}
