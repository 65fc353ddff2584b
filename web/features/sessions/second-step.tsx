import type { Login } from '#contract/people.ts'
import { useState } from 'react'
import type { Refusal } from '../../lib/refusal.ts'
import { AppCodeStep } from './app-code-step.tsx'
import { PhoneProofStep } from './phone-proof-step.tsx'

interface SecondStepProps {
  /** The refusal that asked for a code: the phone's or the authenticator app's. */
  asked: Refusal
  onDone: (login: Login) => void
  onStartOver: () => void
  otherwise?: string
}

/**
 * The steps after the password for privileged users: the phone's code if there is no authenticator app
 * yet, then the app's code.
 */
export function SecondStep({ asked, otherwise, ...rest }: SecondStepProps) {
  const [wanted, setWanted] = useState(asked)
  if (wanted.code === 'phone_code_required')
    return <PhoneProofStep ticket={wanted.problem.login_ticket ?? ''} onProved={setWanted} onStartOver={rest.onStartOver} />
  return <AppCodeStep wanted={wanted.problem} {...rest} {...(otherwise !== undefined && { otherwise })} />
}
