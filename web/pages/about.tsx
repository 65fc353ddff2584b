import { PublishedText } from '../features/contracts/published-text.tsx'
import { t } from '../lib/messages.ts'
import { Page } from '../ui/page.tsx'

export default function AboutPage() {
  return (
    <Page title={t('about.title')} width="reading">
      <PublishedText contractKey="about" />
    </Page>
  )
}
