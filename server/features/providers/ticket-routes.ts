import { providerCalls } from '#contract/providers.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { readSignInCookie } from '../../platform/http/sign-in-cookie.ts'
import { deliverLogin } from '../sessions/present.ts'
import { linkByCode, sendMatchCode } from './sign-in/match-commands.ts'
import { registerByProvider } from './sign-in/ticket-commands.ts'

/** As for joining with a code and registering. */
const limits = {
  register: { limit: { max: 60, minutes: 15, day: 200, network: { max: 120, day: 600 } } },
  code: { limit: { max: 30, minutes: 15, day: 200, network: { max: 120, day: 600 } } },
  link: { limit: { max: 90, minutes: 15, day: 600, network: { max: 360, day: 1800 } } },
}

/**
 * What a person does with the ticket of a provider that vouched for them: register, accept an invitation,
 * or confirm a record of theirs.
 */
export function registerTickets(app: App): void {
  handle(
    app,
    providerCalls,
    'POST /api/login/provider/register',
    async ({ scope, body, ...input }) =>
      deliverLogin(await registerByProvider(input.platform, scope, body, readSignInCookie(input.http.request)), input),
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
    async ({ scope, body, ...input }) =>
      deliverLogin(await linkByCode(input.platform, scope, body, readSignInCookie(input.http.request)), input),
    limits.link,
  )
}
