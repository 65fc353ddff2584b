import { SessionPage } from '../features/sessions/session-page.tsx'
import { t } from '../lib/messages.ts'

/** The details of a new client. Without a ticket it begins with the phone number. */
export default function RegistrationPage() {
  return <SessionPage title={t('registration.title')} lead={t('registration.lead')} />
}
