import type { ComponentType } from 'react'
import { useAppointment } from '../features/booking/booked.ts'
import type { Choice } from '../features/booking/choice.ts'
import { Confirmation } from '../features/booking/confirmation.tsx'
import { titleOf } from '../features/booking/title-of.ts'
import { useFocusOnArrival } from '../features/booking/use-focus-on-arrival.ts'
import { t } from '../lib/messages.ts'
import '../messages/booking-details.ts'
import { useSession } from '../lib/session.ts'
import { Page } from '../ui/page.tsx'
import { TextSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'

interface BookedProps {
  id: string
  choice: Choice
  whoYouAre: ComponentType<{ onDone: () => void }>
}

/** The confirmation of an appointment; a visitor who opens its link logs in first. */
export default function BookingBookedPage({ id, choice, whoYouAre: WhoYouAre }: BookedProps) {
  const session = useSession()
  const { query, appointment, note } = useAppointment(id)
  useFocusOnArrival(appointment !== undefined)
  if (!session) {
    return (
      <Page title={t('booking.done.whoTitle')} lead={t('booking.done.whoText')} width="form">
        <WhoYouAre onDone={() => {}} />
      </Page>
    )
  }
  return (
    <Page title={appointment ? titleOf(appointment, choice.moved) : t('booking.done.titleOther')}>
      {appointment ? (
        <Confirmation appointment={appointment} note={note} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <TextSkeleton lines={8} />
      )}
    </Page>
  )
}
