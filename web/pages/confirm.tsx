import { SessionPage } from '../features/sessions/session-page.tsx'
import { t } from '../lib/messages.ts'

export default function ConfirmPage() {
  return <SessionPage title={t('confirm.title')} lead={t('confirm.lead')} />
}
