import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'

export default function MyProfilePage() {
  return <Page title={t('my.profile.title')} />
}
