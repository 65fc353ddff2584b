import { SessionPage } from '../features/sessions/session-page.tsx'
import { t } from '../lib/messages.ts'
import { readReturnPath } from '../lib/return-path.ts'
import { useSearchParams } from '../lib/search-params.ts'

/** Logging in, by password first; `back` in the query is where it leads. */
export default function LoginPage() {
  const [{ back }] = useSearchParams<'login'>()
  return <SessionPage title={t('login.title')} lead={t('login.lead')} startWith="password" back={readReturnPath(back)} />
}
