import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'

export default function MyProfileEditPage() {
  return <Page title={t('my.profileEdit.title')} />
}
