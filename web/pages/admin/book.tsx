import { DeskBooking } from '../../features/desk-booking/desk-booking.tsx'
import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'

/** Books for a client in any session; the address holds the choice. */
export default function BookPage() {
  return (
    <Page title={t('appointmentCreate.title')} width="work">
      <DeskBooking />
    </Page>
  )
}
