import type { startAuthentication } from '@simplewebauthn/browser'
import type { Login } from '#contract/people.ts'
import { useEffect, useRef } from 'react'
import { call, type ResponseBody, type Input } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { Refusal } from '../../lib/refusal.ts'
import { useSite } from '../../lib/site.ts'

type Ceremony = Extract<keyof typeof requests, string>
type CreationOptions = ResponseBody<'POST /api/my-profile/passkeys/options'>
type RequestOptions = ResponseBody<'POST /api/login/passkey/options'>
type NewCredential = Input<'POST /api/my-profile/passkeys'>['body']['credential']
type UsedCredential = Input<'POST /api/login/passkey'>['body']['credential']

/** The library loads with the first passkey, so that pages without one do not carry it. */
const library = () => import('@simplewebauthn/browser')

/** Challenges live ten minutes; a page that stays open asks for another one before that. */
const renewAutofillMs = 9 * 60_000

const isIpAddress = (host: string) => /^\[|^[\d.]+$/.test(host)

/** Whether this site and this browser can use passkeys. Browsers allow none on the address of a machine. */
export function usePasskeysOffered(): boolean {
  const offered = useSite()?.sign_in.passkeys ?? false
  return offered && 'PublicKeyCredential' in window && !isIpAddress(window.location.hostname)
}

const requests = { create: 'passkey.notCreated', get: 'passkey.notUsed' } as const

/** Browsers do not say why: the person cancelled, waited too long, or has no passkey for this site. */
function explain(error: unknown, ceremony: Ceremony): Refusal {
  const known = error instanceof Error && error.name === 'InvalidStateError'
  return new Refusal(0, 'wrong_passkey', t(known ? 'passkey.known' : requests[ceremony]))
}

/** Has the browser create a passkey. Throws a refusal where none was created. */
export async function createPasskey(options: CreationOptions): Promise<NewCredential> {
  const { startRegistration } = await library()
  try {
    const { id, rawId, response } = await startRegistration({
      optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
    })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
  } catch (error) {
    throw explain(error, 'create')
  }
}

/** Has the person choose and use a passkey. Throws a refusal where none was used. */
export async function askForPasskey(options: RequestOptions): Promise<UsedCredential> {
  try {
    return await askBrowser({ optionsJSON: options as StartOptions['optionsJSON'] })
  } catch (error) {
    throw explain(error, 'get')
  }
}

type StartOptions = Parameters<typeof startAuthentication>[0]

/** Of what the library answers, what the contract takes. */
async function askBrowser(options: StartOptions): Promise<UsedCredential> {
  const { id, rawId, response } = await (await library()).startAuthentication(options)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

/** Signs in with a passkey, or completes the login of a ticket with it. Throws a refusal. */
export async function signInWithPasskey(loginTicket?: string): Promise<Login> {
  const credential = await askForPasskey(await call('POST /api/login/passkey/options'))
  return call('POST /api/login/passkey', { body: { credential, ...(loginTicket !== undefined && { login_ticket: loginTicket }) } })
}

/**
 * Lets the browser offer this site's passkeys in fields with `autocomplete="… webauthn"`, as it offers
 * passwords. Nothing is shown where it cannot, or where the person has none.
 */
export function usePasskeyAutofill(onDone: (login: Login) => void): void {
  const offered = usePasskeysOffered()
  const done = useRef(onDone)
  useEffect(() => void (done.current = onDone))
  useEffect(() => {
    if (!offered) return
    const page = new AbortController()
    const renewal = setInterval(() => void offer(page.signal, login => done.current(login)), renewAutofillMs)
    void offer(page.signal, login => done.current(login))
    return () => {
      page.abort()
      clearInterval(renewal)
      void library().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
    }
  }, [offered])
}

async function offer(page: AbortSignal, onDone: (login: Login) => void): Promise<void> {
  try {
    const { browserSupportsWebAuthnAutofill } = await library()
    if (!(await browserSupportsWebAuthnAutofill()) || page.aborted) return
    const options = await call('POST /api/login/passkey/options', { signal: page })
    if (page.aborted) return
    const credential = await askBrowser({ optionsJSON: options as StartOptions['optionsJSON'], useBrowserAutofill: true })
    onDone(await call('POST /api/login/passkey', { body: { credential } }))
  } catch {
    // Only an offer: the person signs in another way, and the button says what is wrong.
  }
}
