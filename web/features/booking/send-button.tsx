import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'

interface SendButtonProps {
  busy: boolean
  moving: boolean
  needsApproval: boolean | undefined
}

export const bookingFormId = 'booking-form'

/** The last press: books, asks, or moves. Stands in the summary, outside the form it sends. */
export const SendButton = ({ busy, moving, needsApproval }: SendButtonProps) => (
  <Button kind="primary" wide type="submit" form={bookingFormId} busy={busy}>
    {t(moving ? 'booking.moveIt' : needsApproval ? 'booking.request' : 'booking.book')}
  </Button>
)
