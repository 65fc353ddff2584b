import type { Login } from '#contract/people.ts'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import type { Refusal } from '../../lib/refusal.ts'
import { clearSession } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import { AddressStep } from './address-step.tsx'
import { completeLogin } from './complete-login.ts'
import { CodeStep } from './code-step.tsx'
import { DetailsStep } from './details-step.tsx'
import { canContinueJoining, setJoinState, useJoinState } from './join-state.ts'
import { CodesUnavailable } from './codes-unavailable.tsx'
import { OtherWays } from './other-ways.tsx'
import { PasswordStep } from './password-step.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondStep } from './second-step.tsx'
import { recallWay, sendsCodes, type SignInWay } from './sign-in-method.ts'

const ProviderButtons = lazyPart(() => import('./provider-buttons.tsx'))

interface SignInProps {
  /** Called after the login; the page decides where to go. */
  onDone: (login: Login) => void
  /** Begin with the password instead of a code, unless this browser last signed in another way. */
  startWith?: 'code' | 'password'
  /** Offer identity providers too; not to a person who comes from one. */
  withProviders?: boolean
}

/**
 * Signs a visitor in on the same page: a phone number or an e-mail address, the code sent to it, and
 * for new people their name and agreements; or a password; and for people with rights a second step.
 * Offers only what this site can deliver. Never navigates, so a page around it loses nothing.
 */
export function SignIn({ onDone, startWith = 'code', withProviders = true }: SignInProps) {
  const joining = useJoinState()
  const site = useSite()
  const joinedBy = joining.email === undefined ? 'phone' : 'email'
  // Checked only when a step begins: the server decides what has expired.
  const [resumed] = useState(() => startWith === 'code' && canContinueJoining(joining))
  const [chosen, setChosen] = useState<SignInWay | null>(() =>
    resumed ? joinedBy : (recallWay() ?? (startWith === 'password' ? 'password' : null)),
  )
  const [moved, setMoved] = useState(false)
  // Kept in memory only: a reload asks for the password again.
  const [wanted, setWanted] = useState<Refusal>()

  const { phone = true, email = false } = site?.sign_in ?? {}
  const offered: SignInWay[] = [...(phone ? (['phone'] as const) : []), ...(email ? (['email'] as const) : []), 'password']
  const way = chosen !== null && offered.includes(chosen) ? chosen : offered[0]
  const others = offered.filter(other => other !== way)

  const done = (login: Login, by: SignInWay | null) => {
    completeLogin(login, by)
    onDone(login)
  }
  const startOver = (keep: { phone?: string | undefined; email?: string | undefined }) => {
    setMoved(true)
    setChosen(joinedBy)
    setJoinState({ phone: keep.phone, email: keep.email })
  }
  const switchWay = (to: SignInWay) => {
    setMoved(true)
    setChosen(to)
  }

  const wantCode = (refusal: Refusal) => {
    clearSession()
    setWanted(refusal)
  }

  const providers = withProviders ? (site?.sign_in.providers ?? []) : []
  const underway = (resumed || moved) && way === joinedBy
  if (wanted) {
    const again = () => {
      setWanted(undefined)
      switchWay('password')
    }
    return <SecondStep asked={wanted} onDone={login => done(login, way ?? 'password')} onStartOver={again} />
  }
  if (underway && joining.ticket) {
    return (
      <DetailsStep
        ticket={joining.ticket}
        email={joining.email}
        focus={moved}
        onDone={login => done(login, joinedBy)}
        onStartOver={() => startOver(joining)}
      />
    )
  }
  if (underway && codeWasSent(joining)) {
    return (
      <CodeStep
        joining={joining}
        onDone={login => done(login, joinedBy)}
        onCodeWanted={wantCode}
        onPassword={() => switchWay('password')}
        onChangeAddress={() => startOver(joining)}
      />
    )
  }
  const choices = <OtherWays than={way} ways={others} onChoose={switchWay} />
  const step = { focus: moved, onSent: () => setMoved(true) }
  return (
    <>
      {providers.length > 0 && (
        <Suspense fallback={null}>
          <ProviderButtons providers={providers} />
        </Suspense>
      )}
      {site && !sendsCodes(site.sign_in) && !moved && startWith === 'code' ? (
        <CodesUnavailable contact={site.contact} afterProviders={providers.length > 0} onPassword={() => switchWay('password')} />
      ) : way === 'phone' || way === 'email' ? (
        <AddressStep key={way} {...step} by={way} address={joining[way] ?? ''}>
          {choices}
        </AddressStep>
      ) : (
        <PasswordStep focus={moved} onDone={login => done(login, 'password')} onCodeWanted={wantCode} onFailed={clearSession}>
          {choices}
        </PasswordStep>
      )}
      <PasskeyButton onDone={login => done(login, null)} />
    </>
  )
}

/** A code was sent and not used yet; the server decides whether it still counts. */
const codeWasSent = ({ phone, email, codeUntil }: ReturnType<typeof useJoinState>): boolean =>
  (phone ?? email) !== undefined && codeUntil !== undefined
