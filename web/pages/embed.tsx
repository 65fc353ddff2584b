import { Booking } from '../features/booking/booking.tsx'
import { useChoice } from '../features/booking/choice.ts'
import { ContinueInWindow } from '../features/embedding/continue-in-window.tsx'
import { useReportHeight } from '../features/embedding/use-report-height.ts'
import { t } from '../lib/messages.ts'
import { Page } from '../ui/page.tsx'

/**
 * The booking page in a frame on the organisation's own site: people choose here, and book in a window of this
 * site.
 */
export default function EmbedPage() {
  const [choice, change] = useChoice()
  useReportHeight()
  const isChosen = choice.confirmed || choice.wait !== undefined
  return (
    <Page title={t('booking.title')}>
      {isChosen ? (
        <ContinueInWindow choice={choice} change={change} />
      ) : (
        <Booking choice={{ ...choice, appointment: undefined, move: undefined }} change={change} signIn={() => null} />
      )}
    </Page>
  )
}
