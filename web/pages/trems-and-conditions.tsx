import { PublishedText } from '../features/contracts/published-text.tsx'
import { t } from '../lib/messages.ts'
import { Page } from '../ui/page.tsx'

/** The terms in force, with their version. The owner fixed the address. */
export default function TermsPage() {
  return (
    <Page title={t('terms.title')} width="reading">
      <PublishedText contractKey="terms_conditions" withVersion />
    </Page>
  )
}
