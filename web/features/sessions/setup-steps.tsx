import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal, type Refusal } from '../../lib/refusal.ts'
import { storeLogin } from '../../lib/session.ts'
import { PasswordStep } from './password-step.tsx'
import { SecondStep } from './second-step.tsx'
import { SetupForm } from './setup-form.tsx'

/**
 * What a set-up link is for: creating the first administrator, then setting up their authenticator app. When an administrator exists already, it lets them log
 * in and set up the app, because the link takes the place of the code for the phone.
 */
export function SetupSteps({ token }: { token: string }) {
  const navigate = useNavigate()
  const [step, setStep] = useState<'create' | 'login' | Refusal>('create')
  const leave = () => void navigate({ href: paths.admin(), replace: true })
  const created = async ({ phone, password }: { phone: string; password: string }) => {
    try {
      storeLogin(await call('POST /api/login', { body: { phone, password, setup_token: token } }))
      leave()
    } catch (error) {
      // The person is logged in by now: what fails here, such as the connection, waits until their next login.
      if (isRefusal(error, 'code_required')) setStep(error)
      else leave()
    }
  }
  if (step === 'create') return <SetupForm token={token} onCreated={created} onLogin={() => setStep('login')} />
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
