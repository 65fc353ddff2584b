import type { Call } from '#contract/call.ts'
import type { Login } from '#contract/people.ts'
import { providerCalls } from '#contract/providers.ts'
import { setCookie } from '../../platform/http/browser-cookie.ts'
import { handle, type CallInput } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { readSignInCookie } from '../../platform/http/sign-in-cookie.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OpenedSession } from '../sessions/commands.ts'
import { linkByCode, sendMatchCode } from './sign-in/match-commands.ts'
import { registerByProvider } from './sign-in/ticket-commands.ts'

/** As for joining with a code and registering. */
const limits = {
  register: { limit: { max: 60, minutes: 15, day: 200, network: { max: 120, day: 600 } } },
  code: { limit: { max: 30, minutes: 15, day: 200, network: { max: 120, day: 600 } } },
  link: { limit: { max: 90, minutes: 15, day: 600, network: { max: 360, day: 1800 } } },
}

/** What a person does with the ticket of a provider that vouched for them: register, or confirm a record of theirs. */
export function registerTickets(app: App): void {
  handle(
    app,
    providerCalls,
    'POST /api/login/provider/register',
    async ({ scope, body, platform, http }) =>
      deliver(await registerByProvider(platform, scope, body, readSignInCookie(http.request)), { platform, http }),
    limits.register,
  )

  handle(
    app,
    providerCalls,
    'POST /api/login/provider/code',
    async ({ scope, body, platform, http }) => sendMatchCode(platform, scope, body, readSignInCookie(http.request)),
    limits.code,
  )

  handle(
    app,
    providerCalls,
    'POST /api/login/provider/link',
    async ({ scope, body, platform, http }) =>
      deliver(await linkByCode(platform, scope, body, readSignInCookie(http.request)), { platform, http }),
    limits.link,
  )
}

function deliver(opened: OpenedSession | Refusal, { platform, http }: Pick<CallInput<Call>, 'platform' | 'http'>): Login | Refusal {
  if (opened instanceof Refusal) return opened
  if (opened.cookie !== null) setCookie(http.reply, platform.settings, opened.cookie)
  return opened.login
}
