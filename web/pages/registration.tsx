import { SessionPage } from '../features/sessions/session-page.tsx'
import { t } from '../lib/messages.ts'

export default function RegistrationPage() {
  return <SessionPage title={t('registration.title')} lead={t('registration.lead')} />
}
