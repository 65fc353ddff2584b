import { t } from '../lib/messages.ts'
import { Page } from '../ui/page.tsx'

export default function LoginPage() {
  return <Page title={t('login.title')} />
}
