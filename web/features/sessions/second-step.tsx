import type { Login } from '#contract/people.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import type { Refusal } from '../../lib/refusal.ts'
import { AppCodeStep } from './app-code-step.tsx'
import { ChooseFactor } from './choose-factor.tsx'
import { usePasskeysOffered } from './passkeys.ts'
import { PhoneProofStep } from './phone-proof-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface SecondStepProps {
  /** The refusal that asked for a code: the phone's, the e-mail address's or the authenticator app's. */
  asked: Refusal
  onDone: (login: Login) => void
  onStartOver: () => void
  /** Label of the last button where something is set up, which can wait. */
  otherwise?: string
}

/**
 * The steps after the password for privileged users: the code sent to their phone or e-mail address if
 * nothing is set up yet, then a passkey or the app's code.
 */
export function SecondStep({ asked, onDone, onStartOver, otherwise }: SecondStepProps) {
  const [wanted, setWanted] = useState(asked)
  const [prefersApp, setPrefersApp] = useState(false)
  const [made, setMade] = useState<{ login: Login; codes: readonly string[] }>()
  const offered = usePasskeysOffered()
  const { login_ticket = '', authenticator } = wanted.problem
  const rest = { onStartOver, otherwise: authenticator && otherwise }
  /**
   * With a new app come its recovery codes, before anything else. Without a connection they are made
   * later, in the profile.
   */
  const appIsSetUp = async (login: Login) => {
    try {
      setMade({ login, ...(await call('POST /api/my-profile/recovery-codes', { token: login.token })) })
    } catch {
      onDone(login)
    }
  }
  if (made) return <RecoveryCodes codes={made.codes} level={2} onDone={() => onDone(made.login)} />
  if (wanted.code === 'phone_code_required')
    return (
      <PhoneProofStep ticket={login_ticket} byEmail={wanted.problem.sent_to === 'email'} onProved={setWanted} onStartOver={onStartOver} />
    )
  if (authenticator && offered && !prefersApp)
    return <ChooseFactor ticket={login_ticket} onDone={onDone} onApp={() => setPrefersApp(true)} {...rest} />
  return <AppCodeStep wanted={wanted.problem} onDone={authenticator ? appIsSetUp : onDone} {...rest} />
}
