import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal, type Refusal } from '../../lib/refusal.ts'
import { storeLogin } from '../../lib/session.ts'
import { addressOf } from './address.ts'
import { PasswordStep } from './password-step.tsx'
import { SecondStep } from './second-step.tsx'
import { SetupForm } from './setup-form.tsx'

/**
 * The steps of a set-up link: create the first administrator, then set up their authenticator app. If an
 * administrator exists already, the link replaces the phone's code for the login.
 */
export function SetupSteps({ token }: { token: string }) {
  const navigate = useNavigate()
  const [step, setStep] = useState<'create' | 'login' | Refusal>('create')
  const leave = () => void navigate({ href: paths.admin(), replace: true })
  const created = async ({ who, password }: { who: string; password: string }) => {
    try {
      storeLogin(await call('POST /api/login', { body: { ...addressOf(who), password, setup_token: token } }))
      leave()
    } catch (error) {
      // The user is logged in: a failure here, such as a lost connection, waits until the next login.
      if (isRefusal(error, 'code_required')) setStep(error)
      else leave()
    }
  }
  if (step === 'create')
    return (
      <>
        <p>{t('setup.lead')}</p>
        <SetupForm token={token} onCreated={created} onLogin={() => setStep('login')} />
      </>
    )
  const done = (login: Parameters<typeof storeLogin>[0]) => {
    storeLogin(login)
    leave()
  }
  if (step === 'login')
    return (
      <>
        <p>{t('setup.login')}</p>
        <PasswordStep focus setupToken={token} onDone={done} onCodeWanted={setStep} onFailed={() => {}} />
      </>
    )
  return <SecondStep asked={step} onDone={done} onStartOver={leave} otherwise={t('setup.later')} />
}
