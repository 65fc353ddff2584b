import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PrintButton, QuestionSheet } from '../../features/appointments/question-sheet.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import NotFoundPage from '../not-found.tsx'

/** The question sheet of one appointment, for printing. */
export default function QuestionPrintPage() {
  const { appointmentId: id } = useParams({ from: '/admin/question-print/$appointmentId' })
  const query = useQuery(queryOptionsOf('GET /api/appointments/{id}', { params: { id } }))
  if (isRefusal(query.error, 'not_found') || isRefusal(query.error, 'invalid')) return <NotFoundPage />
  const schedule = query.data?.appointment.schedule_id
  return (
    <Page
      title={t('questionPrint.title')}
      lead={
        schedule && (
          <span className="no-print">
            <Link to={paths.scheduleAppointments(schedule)}>{t('deskAppointment.toList')}</Link>
          </span>
        )
      }
      actions={<PrintButton primary />}
      width="reading"
    >
      <Loaded query={query} skeleton={<TextSkeleton lines={8} />}>
        {({ appointment }) => <QuestionSheet appointment={appointment} />}
      </Loaded>
    </Page>
  )
}
