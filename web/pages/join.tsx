import { SessionPage } from '../features/sessions/session-page.tsx'
import { t } from '../lib/messages.ts'

export default function JoinPage() {
  return <SessionPage title={t('join.title')} lead={t('join.lead')} />
}
