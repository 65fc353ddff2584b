import { t } from '../lib/messages.ts'
import { Page } from '../ui/page.tsx'

export default function BookingPage() {
  return <Page title={t('booking.title')} />
}
