import { useState } from 'react'
import { SetupSteps } from '../features/sessions/setup-steps.tsx'
import { setupToken } from '../features/sessions/setup-token.ts'
import { t } from '../lib/messages.ts'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'

/** Setting up the site; the token is in the fragment of the link that the server prints. */
export default function SetupPage() {
  const [token] = useState(() => setupToken(location.hash))
  return (
    <Page title={t('setup.title')} width="form">
      {token ? (
        <SetupSteps token={token} />
      ) : (
        <EmptyState title={t('setup.noLink')} action={<ButtonLink to={paths.login()}>{t('login.title')}</ButtonLink>}>
          {t('setup.noLinkText')}
        </EmptyState>
      )}
    </Page>
  )
}
