import type { Login } from '#contract/people.ts'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call, type ResponseBody } from '../../lib/api.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { homeOf, paths } from '../../lib/paths.ts'
import { isRefusal, Refusal, sentenceOf } from '../../lib/refusal.ts'
import { readReturnPath } from '../../lib/return-path.ts'
import { clearSession, session, storeLogin } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { toast } from '../../ui/toast.ts'
import { SecondStep } from './second-step.tsx'

const ProviderArrival = lazyPart(() => import('./provider-arrival.tsx'))
const ProviderPreview = lazyPart(() => import('./provider-preview.tsx'))

type Confirmed = ResponseBody<'POST /api/login/provider/confirm'>

/**
 * What the provider gave the browser. It leaves the address at once, so that neither history nor a
 * copied address keeps the code.
 */
function takeParameters() {
  const given = new URLSearchParams(location.search)
  const of = (name: string) => given.get(name) ?? undefined
  const taken = { state: of('state'), code: of('code'), iss: of('iss'), error: of('error') }
  if (location.search) history.replaceState(history.state, '', location.pathname)
  return taken
}

/** Completes a sign-in at an identity provider: goes on to where it began, or shows what is still needed. */
export function ProviderReturn() {
  const navigate = useNavigate()
  const [given] = useState(takeParameters)
  const [result, setResult] = useState<Confirmed>()
  const [problem, setProblem] = useState<unknown>(() => (given.state ? undefined : new Refusal(0, 'login_expired', t('providers.nothing'))))
  const sent = useRef(false)

  const leave = ({ access }: Login, back: string | null) =>
    void navigate({ href: readReturnPath(back ?? undefined) ?? homeOf(access), replace: true })
  const done = (login: Login, back: string | null) => {
    storeLogin(login)
    leave(login, back)
  }
  const send = async (state: string) => {
    try {
      const confirmed = await call('POST /api/login/provider/confirm', { body: { ...given, state } })
      if (confirmed.login) return done(confirmed.login, confirmed.back)
      if (confirmed.linked) {
        toast(t('providers.linked', { name: confirmed.linked.provider }), { type: 'success' })
        const own = session()
        return void navigate({ href: own ? paths.mySignIn() : paths.myProfile(), replace: true })
      }
      setResult(confirmed)
    } catch (error) {
      setProblem(error)
    }
  }
  const start = useEffectEvent(() => {
    if (!given.state || sent.current) return
    sent.current = true
    void send(given.state)
  })
  useEffect(() => start(), [])

  if (isRefusal(problem, 'code_required') || isRefusal(problem, 'phone_code_required')) {
    const again = () => void navigate({ href: paths.login(), replace: true })
    return <SecondStep asked={problem} onDone={login => done(login, result?.back ?? null)} onStartOver={again} />
  }
  if (problem !== undefined) {
    return (
      <>
        <Notice kind="error" alert>
          <p>{sentenceOf(problem)}</p>
        </Notice>
        <FormActions>
          <ButtonLink to={session() ? paths.my() : paths.login()} kind="primary">
            {t(session() ? 'login.goOn' : 'providers.startAgain')}
          </ButtonLink>
        </FormActions>
      </>
    )
  }
  return (
    <Suspense fallback={<TextSkeleton />}>
      {!result && <TextSkeleton />}
      {result?.preview && <ProviderPreview preview={result.preview} />}
      {result?.arrival && (
        <ProviderArrival
          arrival={result.arrival}
          onDone={login => leave(login, result.back)}
          onRegistered={login => done(login, result.back)}
          onCodeWanted={setProblem}
          onFailed={clearSession}
        />
      )}
    </Suspense>
  )
}
