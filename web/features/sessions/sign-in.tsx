import type { Login } from '#contract/people.ts'
import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import type { Refusal } from '../../lib/refusal.ts'
import { clearSession, storeLogin } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import { CodeStep } from './code-step.tsx'
import { DetailsStep } from './details-step.tsx'
import { isCodeValid, setJoinState, isTicketValid, useJoinState } from './join-state.ts'
import { CodesUnavailable } from './codes-unavailable.tsx'
import { PasswordStep } from './password-step.tsx'
import { PhoneStep } from './phone-step.tsx'
import { SecondStep } from './second-step.tsx'

const ProviderButtons = lazyPart(() => import('./provider-buttons.tsx'))

interface SignInProps {
  /** Called after the login; the page decides where to go. */
  onDone: (login: Login) => void
  /** Begin with phone and password instead of a code. */
  startWith?: 'code' | 'password'
  /** Offer identity providers too; not to a person who comes from one. */
  withProviders?: boolean
}

/**
 * Signs a visitor in on the same page: phone, code, and for new people their name and agreements; or phone
 * and password; and for people with rights a second step. Never navigates, so a page around it loses
 * nothing.
 */
export function SignIn({ onDone, startWith = 'code', withProviders = true }: SignInProps) {
  const joining = useJoinState()
  const site = useSite()
  const [way, setWay] = useState(startWith)
  // Checked only when a step begins: the server decides what has expired.
  const [resumed] = useState(() => isCodeValid(joining) || isTicketValid(joining))
  const [moved, setMoved] = useState(false)
  // Kept in memory only: a reload asks for the password again.
  const [wanted, setWanted] = useState<Refusal>()

  const done = (login: Login) => {
    setJoinState({})
    storeLogin(login)
    onDone(login)
  }
  const startOver = (phone?: string) => {
    setMoved(true)
    setJoinState(phone === undefined ? {} : { phone })
  }
  const switchWay = (to: 'code' | 'password') => {
    setMoved(true)
    setWay(to)
  }

  const wantCode = (refusal: Refusal) => {
    clearSession()
    setWanted(refusal)
  }

  const providers = withProviders ? (site?.sign_in.providers ?? []) : []
  const first = (step: ReactNode) =>
    providers.length === 0 ? (
      step
    ) : (
      <>
        <Suspense fallback={null}>
          <ProviderButtons providers={providers} />
        </Suspense>
        {step}
      </>
    )

  const underway = resumed || moved
  if (wanted) {
    const again = () => {
      setWanted(undefined)
      switchWay('password')
    }
    return <SecondStep asked={wanted} onDone={done} onStartOver={again} />
  }
  if (way === 'password') {
    const onCode = site && site.codes !== false ? { onCode: () => switchWay('code') } : {}
    return first(<PasswordStep focus={moved} onDone={done} onCodeWanted={wantCode} onFailed={clearSession} {...onCode} />)
  }
  if (joining.ticket && underway)
    return <DetailsStep ticket={joining.ticket} focus={moved} onDone={done} onStartOver={() => startOver(joining.phone)} />
  if (joining.phone && joining.codeUntil && underway) {
    return (
      <CodeStep
        joining={joining}
        onDone={done}
        onCodeWanted={wantCode}
        onPassword={() => switchWay('password')}
        onChangePhone={() => startOver(joining.phone)}
      />
    )
  }
  if (site?.codes === false) return first(<CodesUnavailable contact={site.contact} onPassword={() => switchWay('password')} />)
  return first(
    <PhoneStep phone={joining.phone ?? ''} focus={moved} onSent={() => setMoved(true)} onPassword={() => switchWay('password')} />,
  )
}
