import { useState } from 'react'
import { EmergencySteps } from '../features/sessions/emergency-steps.tsx'
import { setupToken } from '../features/sessions/setup-token.ts'
import { t } from '../lib/messages.ts'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'

/** Where an emergency link leads. */
export default function EmergencyPage() {
  const [token] = useState(() => setupToken(location.hash))
  return (
    <Page title={t('emergency.title')} lead={token ? t('emergency.lead') : undefined} width="form">
      {token ? (
        <EmergencySteps token={token} />
      ) : (
        <EmptyState title={t('setup.noLink')} action={<ButtonLink to={paths.login()}>{t('login.title')}</ButtonLink>}>
          {t('emergency.noLinkText')}
        </EmptyState>
      )}
    </Page>
  )
}
