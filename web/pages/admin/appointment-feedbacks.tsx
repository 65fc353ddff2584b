import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { FeedbackItem } from '../../features/feedback/feedback-item.tsx'
import styles from '../../features/feedback/feedbacks.module.css'
import { RatedSession } from '../../features/feedback/rated-session.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import NotFoundPage from '../not-found.tsx'

/** What client and mentor said about one appointment. */
export default function AppointmentFeedbacksPage() {
  const { appointmentId: id, scheduleId } = useParams({ from: '/admin/appointments/$scheduleId/feedbacks/$appointmentId' })
  const query = useQuery({ ...queryOptionsOf('GET /api/appointment-feedback/{id}', { params: { id } }), enabled: can('Feedback List') })
  if (isRefusal(query.error, 'not_found') || (query.data && query.data.appointment.schedule_id !== scheduleId)) return <NotFoundPage />
  return (
    <Page title={t('appointmentFeedbacks.title')}>
      <NeedsAbility ability="Feedback List">
        <Loaded query={query} skeleton={<ListSkeleton rows={2} height="10rem" />}>
          {({ appointment, data }) => (
            <>
              <RatedSession appointment={appointment} client />
              <div className={styles.items}>
                {(['client', 'mentor'] as const).map(type => {
                  const given = data.find(feedback => feedback.type === type)
                  if (given) return <FeedbackItem key={type} feedback={given} zone={appointment.time_zone} level="h2" />
                  return (
                    <EmptyState
                      key={type}
                      title={t(`appointmentFeedbacks.none.${type}`)}
                      action={
                        can('Feedback Create') && (
                          <ButtonLink to={paths.feedbackCreate({ appointment_id: id, type })}>
                            {t(`appointmentFeedbacks.record.${type}`)}
                          </ButtonLink>
                        )
                      }
                    />
                  )
                })}
              </div>
            </>
          )}
        </Loaded>
      </NeedsAbility>
    </Page>
  )
}
