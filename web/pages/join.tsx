import { t } from '../lib/messages.ts'
import { Page } from '../ui/page.tsx'

export default function JoinPage() {
  return <Page title={t('join.title')} />
}
