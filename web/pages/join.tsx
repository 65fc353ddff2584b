import { SessionPage } from '../features/sessions/session-page.tsx'
import { t } from '../lib/messages.ts'
import { useSite } from '../lib/site.ts'

export default function JoinPage() {
  const { phone = true, email = false } = useSite()?.sign_in ?? {}
  const lead = phone && email ? 'join.leadBoth' : email ? 'join.leadEmail' : 'join.lead'
  return <SessionPage title={t('join.title')} lead={t(lead)} />
}
