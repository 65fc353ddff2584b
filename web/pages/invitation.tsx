import { useState } from 'react'
import { InvitationSteps } from '../features/invitations/invitation-steps.tsx'
import { takeLinkToken } from '../features/invitations/link-token.ts'
import { t } from '../lib/messages.ts'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'

/** Accepting an invitation; the token is in the fragment of its link, which no server sees. */
export default function InvitationPage() {
  const [token] = useState(takeLinkToken)
  return (
    <Page title={t('invitation.title')} width="form">
      {token ? (
        <InvitationSteps token={token} />
      ) : (
        <EmptyState title={t('invitation.noLink')} action={<ButtonLink to={paths.login()}>{t('login.title')}</ButtonLink>}>
          {t('invitation.noLinkText')}
        </EmptyState>
      )}
    </Page>
  )
}
