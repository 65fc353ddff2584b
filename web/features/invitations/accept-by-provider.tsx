import type { OpenedInvitation } from '#contract/invitations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { queryKeyOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import ProviderButtons from '../sessions/provider-buttons.tsx'

interface AcceptByProviderProps {
  invitation: OpenedInvitation
  token: string
  /** The ways without a provider. */
  children: ReactNode
}

/**
 * Accepting with an organisation's account. Where a role demands that, it is the only way. The link
 * stays usable until then.
 */
export function AcceptByProvider({ invitation: { single_sign_on }, token, children }: AcceptByProviderProps) {
  const site = useSite()
  if (!site) return <TextSkeleton />
  const { providers } = site.sign_in
  if (providers.length === 0) return single_sign_on ? <NoProvider /> : children
  return (
    <>
      {single_sign_on && <p>{t('invitation.byProvider')}</p>}
      <ProviderButtons providers={providers} invitation={token} otherwise={single_sign_on ? null : t('invitation.orWithout')} />
      {!single_sign_on && children}
    </>
  )
}

/** The sign-in that the role demands is switched off: the person can look again, and knows whom to ask. */
function NoProvider() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const readAgain = async () => {
    setBusy(true)
    await client.invalidateQueries({ queryKey: queryKeyOf('GET /api/site') })
    setBusy(false)
  }
  return (
    <>
      <Notice>
        <p>{t('invitation.noProvider')}</p>
      </Notice>
      <FormActions>
        <Button busy={busy} onClick={() => void readAgain()}>
          {t('ui.retry')}
        </Button>
      </FormActions>
    </>
  )
}
