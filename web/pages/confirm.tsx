import { SessionPage } from '../features/sessions/session-page.tsx'
import { t } from '../lib/messages.ts'

/** The step that takes a code. It opens with the state of this tab, or begins with the phone number. */
export default function ConfirmPage() {
  return <SessionPage title={t('confirm.title')} lead={t('confirm.lead')} />
}
