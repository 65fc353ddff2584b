import type { ProviderArrival as Arrival } from '#contract/providers.ts'
import type { Login } from '#contract/people.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { isRefusal, sentenceOf, type Refusal } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { ProviderDetails } from './provider-details.tsx'
import { SignIn } from './sign-in.tsx'

interface ProviderArrivalProps {
  arrival: Arrival
  /** The person signed in to their record, and the account is linked. */
  onDone: (login: Pick<Login, 'access'> & Login) => void
  /** A new person registered. */
  onRegistered: (login: Login) => void
  onCodeWanted: (refusal: Refusal) => void
  onFailed: () => void
}

/**
 * A person whom a provider vouched for and who has no account linked: they register, or sign in to their record once. A record is never linked because of its
 * address alone.
 */
export default function ProviderArrival({ arrival, onDone, ...registering }: ProviderArrivalProps) {
  const [has, setHas] = useState(arrival.known)
  const { provider, known } = arrival
  if (has) return <LinkRecord arrival={arrival} onDone={onDone} onBack={known ? undefined : () => setHas(false)} />
  return (
    <>
      <p>{t('providers.newHere', { name: provider })}</p>
      <ProviderDetails arrival={arrival} {...registering} />
      <p>
        <Button kind="plain" onClick={() => setHas(true)}>
          {t('providers.haveRecord')}
        </Button>
      </p>
    </>
  )
}

interface LinkRecordProps {
  arrival: Arrival
  onDone: (login: Login) => void
  onBack: (() => void) | undefined
}

/** The person signs in as they usually do; then the account is theirs. */
function LinkRecord({ arrival: { provider_ticket, provider, known }, onDone, onBack }: LinkRecordProps) {
  const signedIn = useSession()
  const [asker] = useState(signedIn)
  const [problem, setProblem] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const link = async (login: Login) => {
    setBusy(true)
    try {
      await call('POST /api/my-profile/provider-accounts', { body: { provider_ticket } })
      toast(t('providers.linked', { name: provider }), { type: 'success' })
      onDone(login)
    } catch (error) {
      setProblem(error)
    }
    setBusy(false)
  }
  return (
    <>
      <p>{t(known ? 'providers.known' : 'providers.signInFirst', { name: provider })}</p>
      {problem !== undefined && (
        <Notice kind="error" alert>
          <p>{isRefusal(problem) ? sentenceOf(problem) : t('app.unexpected')}</p>
        </Notice>
      )}
      {asker ? (
        <FormActions>
          <Button
            kind="primary"
            busy={busy}
            onClick={() =>
              void link({
                token: asker.token,
                user: asker.user,
                access: { isAdmin: asker.isAdmin, isMentor: asker.isMentor },
                abilities: [...asker.abilities],
              })
            }
          >
            {t('providers.linkTo', { name: asker.user.name })}
          </Button>
        </FormActions>
      ) : (
        !signedIn && <SignIn withProviders={false} onDone={login => void link(login)} />
      )}
      {onBack && (
        <p>
          <Button kind="plain" onClick={onBack}>
            {t('providers.register')}
          </Button>
        </p>
      )}
    </>
  )
}
