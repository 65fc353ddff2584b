import { SessionPage } from '../features/sessions/session-page.tsx'
import { t } from '../lib/messages.ts'
import { useSite } from '../lib/site.ts'

export default function JoinPage() {
  const { phone = true } = useSite()?.sign_in ?? {}
  return <SessionPage title={t('join.title')} lead={t(phone ? 'join.lead' : 'join.leadEmail')} />
}
