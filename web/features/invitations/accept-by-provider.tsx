import type { OpenedInvitation } from '#contract/invitations.ts'
import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
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
  if (providers.length === 0) return single_sign_on ? <p>{t('invitation.noProvider')}</p> : children
  return (
    <>
      {single_sign_on && <p>{t('invitation.byProvider')}</p>}
      <ProviderButtons providers={providers} invitation={token} otherwise={single_sign_on ? null : t('invitation.orWithout')} />
      {!single_sign_on && children}
    </>
  )
}
