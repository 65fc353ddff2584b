import { t } from '../lib/messages.ts'
import { Page } from '../ui/page.tsx'

export default function SetupPage() {
  return <Page title={t('setup.title')} />
}
