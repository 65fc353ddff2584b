import type { Appointment } from '#contract/appointments.ts'
import type { ComponentType } from 'react'
import { useAppointment } from '../features/booking/use-appointment.ts'
import { Booking } from '../features/booking/booking.tsx'
import type { Choice } from '../features/booking/choice.ts'
import { MovingCard } from '../features/booking/choose/moving-card.tsx'
import type { ChangeChoice } from '../features/booking/choice.ts'
import { t } from '../lib/messages.ts'
import { paths } from '../lib/paths.ts'
import { formatTime } from '../lib/time.ts'
import { formatWeekday } from '../lib/calendar-words.ts'
import { useSession } from '../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { TextSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'

/** Leaves the appointment as it is: "Keep Monday 15:00". */
const KeepTime = ({ appointment: { id, starts_at, time_zone } }: { appointment: Appointment }) => (
  <ButtonLink to={paths.myAppointment(id)}>
    {t('booking.move.keep', { day: formatWeekday(starts_at, time_zone), time: formatTime(starts_at, time_zone) })}
  </ButtonLink>
)

interface MovingProps {
  id: string
  choice: Choice
  change: ChangeChoice
  signIn: ComponentType<{ onDone: () => void }>
}

/** Moves an appointment: the booking page without the questions about its purpose. */
export default function BookingMovingPage({ id, choice, change, signIn: SignIn }: MovingProps) {
  const session = useSession()
  const { query, appointment } = useAppointment(id)
  if (!session) {
    return (
      <Page title={t('booking.move.title')} lead={t('booking.move.whoText')} width="form">
        <SignIn onDone={() => {}} />
      </Page>
    )
  }
  const can = appointment?.can.move
  return (
    <Page
      title={t('booking.move.title')}
      lead={can === true ? t('booking.move.lead') : undefined}
      actions={appointment && can === true && <KeepTime appointment={appointment} />}
    >
      {!appointment &&
        (query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <TextSkeleton lines={8} />)}
      {appointment && can === true && (
        <Booking {...{ choice, change }} moving={appointment} card={<MovingCard appointment={appointment} />} signIn={SignIn} />
      )}
      {appointment && can !== undefined && can !== true && (
        <EmptyState
          title={t('booking.move.cannot')}
          action={
            <>
              <ButtonLink to={paths.myAppointment(id)} kind="primary">
                {t('booking.move.see')}
              </ButtonLink>
              <ButtonLink to={paths.booking()}>{t('booking.move.new')}</ButtonLink>
            </>
          }
        >
          {can.message}
        </EmptyState>
      )}
    </Page>
  )
}
