import { ProviderReturn } from '../features/sessions/provider-return.tsx'
import { t } from '../lib/messages.ts'
import { Page } from '../ui/page.tsx'

/**
 * Where the browser comes back from an identity provider. Opening it changes nothing; the page sends what it was
 * given.
 */
export default function SignedInPage() {
  return (
    <Page title={t('providers.returnTitle')} width="form">
      <ProviderReturn />
    </Page>
  )
}
