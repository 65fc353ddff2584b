import { SessionPage } from '../features/sessions/session-page.tsx'
import { t } from '../lib/messages.ts'
import { useSite } from '../lib/site.ts'

/** Joining or logging in with a code to a phone number or e-mail address, whichever the site can send. */
export default function JoinPage() {
  const { phone = true, email = false } = useSite()?.sign_in ?? {}
  const lead = phone && email ? 'join.leadBoth' : email ? 'join.leadEmail' : 'join.lead'
  return <SessionPage title={t('join.title')} lead={t(lead)} />
}
