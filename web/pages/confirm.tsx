import { t } from '../lib/messages.ts'
import { Page } from '../ui/page.tsx'

export default function ConfirmPage() {
  return <Page title={t('confirm.title')} />
}
