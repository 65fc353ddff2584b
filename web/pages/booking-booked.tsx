import { awaitsOutcome } from '#domain/booking/status.ts'
import type { ComponentType } from 'react'
import { useAppointment } from '../features/booking/use-appointment.ts'
import type { Choice } from '../features/booking/choice.ts'
import { Confirmation } from '../features/booking/done/confirmation.tsx'
import { confirmationTitle } from '../features/booking/done/confirmation.tsx'
import { EndedAppointment } from '../features/booking/done/ended-appointment.tsx'
import { useFocusOnArrival } from '../features/booking/done/confirmation.tsx'
import { useEndVisit } from '../features/embedding/use-end-visit.ts'
import { t } from '../lib/messages.ts'
import { useSearchParams } from '../lib/search-params.ts'
import { useSession } from '../lib/session.ts'
import { Page } from '../ui/page.tsx'
import { TextSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'

interface BookedProps {
  id: string
  choice: Choice
  signIn: ComponentType<{ onDone: () => void }>
}

/** The confirmation of an appointment; a visitor who opens its link logs in first. */
export default function BookingBookedPage({ id, choice, signIn: SignIn }: BookedProps) {
  const session = useSession()
  const { query, appointment, schedule, movedFrom } = useAppointment(id)
  const [{ visit }] = useSearchParams<'booking'>()
  useFocusOnArrival(appointment !== undefined)
  useEndVisit(visit, appointment)
  if (!session) {
    return (
      <Page title={t('booking.done.whoTitle')} lead={t('booking.done.whoText')} width="form">
        <SignIn onDone={() => {}} />
      </Page>
    )
  }
  return (
    <Page title={appointment ? confirmationTitle(appointment, choice.moved) : t('booking.done.titleOther')}>
      {appointment && !awaitsOutcome(appointment.status) ? (
        <EndedAppointment appointment={appointment} />
      ) : appointment ? (
        <Confirmation appointment={appointment} schedule={schedule} movedFrom={choice.moved ? movedFrom : undefined} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <TextSkeleton lines={8} />
      )}
    </Page>
  )
}
