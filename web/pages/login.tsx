import { SessionPage } from '../features/sessions/session-page.tsx'
import { t } from '../lib/messages.ts'

export default function LoginPage() {
  return <SessionPage title={t('login.title')} lead={t('login.lead')} startWith="password" />
}
