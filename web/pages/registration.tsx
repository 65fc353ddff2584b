import { t } from '../lib/messages.ts'
import { Page } from '../ui/page.tsx'

export default function RegistrationPage() {
  return <Page title={t('registration.title')} />
}
