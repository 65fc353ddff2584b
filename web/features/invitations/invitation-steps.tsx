import type { Login } from '#contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { homeOf, paths } from '../../lib/paths.ts'
import type { Refusal } from '../../lib/refusal.ts'
import { clearSession, storeLogin } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { PasswordStep } from '../sessions/password-step.tsx'
import { SecondStep } from '../sessions/second-step.tsx'
import { AcceptForm } from './accept-form.tsx'
import { AcceptByProvider } from './accept-by-provider.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { ExistingAccount } from './existing-account.tsx'
import { WhatFor } from './what-for.tsx'

type Step = { is: 'open' } | { is: 'factor'; asked: Refusal } | { is: 'passkey'; login: Login } | { is: 'leaving' }

/**
 * What a link is for, then how the person will sign in, then a second factor where one is required.
 * Opening the page changes nothing.
 */
export function InvitationSteps({ token }: { token: string }) {
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>({ is: 'open' })
  const query = useQuery({
    // The token is no part of the key: keys are shown by tools.
    queryKey: ['invitation'],
    queryFn: () => call('POST /api/invitation/look', { body: { token } }),
    gcTime: 0,
    staleTime: Infinity,
  })
  const leave = (login: Login) => {
    setStep({ is: 'leaving' })
    void navigate({ href: homeOf(login.access), replace: true })
  }
  const finish = (login: Login) => {
    storeLogin(login)
    leave(login)
  }
  const toLogin = () => void navigate({ href: paths.login(), replace: true })
  const askForFactor = (asked: Refusal) => {
    clearSession()
    setStep({ is: 'factor', asked })
  }
  if (step.is === 'leaving') return <TextSkeleton />
  if (step.is === 'factor') return <SecondStep asked={step.asked} onDone={finish} onStartOver={toLogin} otherwise={t('invitation.later')} />
  if (step.is === 'passkey') return <AddPasskey onDone={() => leave(step.login)} />
  return (
    <Loaded query={query} skeleton={<TextSkeleton />}>
      {invitation => {
        if (invitation.state === 'over') return <LinkOver />
        if (invitation.state === 'used') return <LinkUsed token={token} onDone={finish} onCodeWanted={askForFactor} />
        if (invitation.sign_in) return <ExistingAccount invitation={invitation} token={token} onStale={() => void query.refetch()} />
        return (
          <>
            <WhatFor invitation={invitation} />
            <AcceptByProvider invitation={invitation} token={token}>
              <AcceptForm
                invitation={invitation}
                token={token}
                onCodeWanted={askForFactor}
                onEnded={() => void query.refetch()}
                onDone={(login, hasPassword) => {
                  if (hasPassword) return finish(login)
                  storeLogin(login)
                  setStep({ is: 'passkey', login })
                }}
              />
            </AcceptByProvider>
          </>
        )
      }}
    </Loaded>
  )
}

const LinkOver = () => (
  <EmptyState title={t('invitation.over')} action={<ButtonLink to={paths.login()}>{t('login.title')}</ButtonLink>}>
    {t('invitation.overText')}
  </EmptyState>
)

interface UsedProps {
  token: string
  onDone: (login: Login) => void
  onCodeWanted: (asked: Refusal) => void
}

/** The person signs in. The used link still lets them set up the second factor that they have put off. */
const LinkUsed = ({ token, onDone, onCodeWanted }: UsedProps) => (
  <>
    <p>{t('invitation.used')}</p>
    <PasswordStep focus={false} setupToken={token} onDone={onDone} onCodeWanted={onCodeWanted} onFailed={clearSession}>
      <ButtonLink to={paths.join()}>{t('invitation.otherWays')}</ButtonLink>
    </PasswordStep>
  </>
)
