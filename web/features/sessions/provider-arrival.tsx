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
import { ProviderMatch } from './provider-match.tsx'
import styles from './sessions.module.css'
import { SignIn } from './sign-in.tsx'

interface ProviderArrivalProps {
  arrival: Arrival
  /** The person signed in to their record, and the account is linked. */
  onDone: (login: Pick<Login, 'access'> & Login) => void
  /** A new person registered, or the owner of a record confirmed it with a code. */
  onRegistered: (login: Login) => void
  onCodeWanted: (refusal: Refusal) => void
  onFailed: () => void
}

/**
 * A person whom a provider vouched for and who has no account linked: they register, accept the
 * invitation that they came with, or confirm a record of theirs once: with a code to the address that
 * the provider confirmed, or by signing in to it. A record is never linked by its address alone.
 */
export default function ProviderArrival({ arrival, onDone, ...registering }: ProviderArrivalProps) {
  const { provider, known, invitation, confirm_by } = arrival
  const signedIn = useSession()
  const first = known ? (confirm_by.length > 0 && !signedIn ? 'match' : 'link') : 'register'
  const [step, setStep] = useState<'match' | 'link' | 'register'>(first)
  if (step === 'match')
    return (
      <ProviderMatch
        arrival={arrival}
        onDone={registering.onRegistered}
        onCodeWanted={registering.onCodeWanted}
        onOtherWay={() => setStep('link')}
      />
    )
  if (step === 'link')
    return (
      <LinkRecord
        arrival={arrival}
        onDone={onDone}
        back={
          first === 'link'
            ? undefined
            : { label: t(known ? 'providers.useCode' : 'providers.register', { name: provider }), go: () => setStep(first) }
        }
      />
    )
  return (
    <>
      <p>{t(invitation ? 'providers.invited' : 'providers.newHere', { name: provider })}</p>
      <ProviderDetails arrival={arrival} {...registering} />
      {!invitation && (
        <div className={styles.others}>
          <Button kind="plain" onClick={() => setStep('link')}>
            {t('providers.haveRecord')}
          </Button>
        </div>
      )}
    </>
  )
}

interface LinkRecordProps {
  arrival: Arrival
  onDone: (login: Login) => void
  back: { label: string; go: () => void } | undefined
}

/** The person signs in as they usually do; then the account is theirs. */
function LinkRecord({ arrival: { provider_ticket, provider, known }, onDone, back }: LinkRecordProps) {
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
      {back && (
        <div className={styles.others}>
          <Button kind="plain" onClick={back.go}>
            {back.label}
          </Button>
        </div>
      )}
    </>
  )
}
