import { ChooseAppointment } from '../features/feedback/choose-appointment.tsx'
import { GiveFeedback } from '../features/feedback/give-feedback.tsx'
import { Identify } from '../features/feedback/identify.tsx'
import { NothingFound } from '../features/feedback/nothing-found.tsx'
import { t } from '../lib/messages.ts'
import { paths } from '../lib/paths.ts'
import { useSearchParams } from '../lib/search-params.ts'
import { useSession } from '../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

/** The feedback form for the appointment in the query; without one, the page asks which. */
export default function FeedbackPage() {
  const session = useSession()
  const [{ appointment_id, reference, type }, setParams] = useSearchParams<'feedback'>()
  const named = appointment_id !== undefined || reference !== undefined
  const asMentor = type === 'mentor'
  return (
    <Page title={t('feedbackForm.title')} lead={t('feedbackForm.lead')} width={session && !named ? 'reading' : 'form'}>
      {!session && (
        <Identify
          reference={reference ?? ''}
          known={appointment_id !== undefined}
          backOf={typed => paths.feedback({ appointment_id, reference: typed, type })}
          onReference={typed => setParams({ reference: typed }, { replace: true })}
        />
      )}
      {session && !named && <ChooseAppointment isMentor={session.isMentor} />}
      {session && named && (
        <GiveFeedback
          key={`${appointment_id} ${reference} ${session.user.id}`}
          wanted={{ appointment_id, reference: appointment_id ? undefined : reference, type: asMentor ? 'mentor' : undefined }}
          notFound={<NothingFound onAgain={() => setParams({ appointment_id: undefined, reference: undefined })} />}
          onward={
            <>
              <ButtonLink to={paths.my()} kind="primary">
                {t('feedbackForm.toMine')}
              </ButtonLink>
              {session.isMentor ? (
                <ButtonLink to={paths.mentor()}>{t('feedbackForm.toMentor')}</ButtonLink>
              ) : (
                <ButtonLink to={paths.booking()}>{t('feedbackForm.toBooking')}</ButtonLink>
              )}
            </>
          }
        />
      )}
    </Page>
  )
}
