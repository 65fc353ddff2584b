import { sessionCalls } from '#contract/sessions.ts'
import { setCookie } from '../../platform/http/browser-cookie.ts'
import { done } from '../../platform/done.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { readAddress } from '../people/queries.ts'
import { joinWithCode } from './codes/commands.ts'
import { endOwnSession } from './commands.ts'
import { deliverLogin } from './present.ts'
import { confirmIdentity } from './identity/commands.ts'
import { logIn } from './login-commands.ts'
import { confirmCode, register } from './registration/commands.ts'
import { confirmLogin } from './second-step/commands.ts'
import { createFirstAdministrator } from './setup/commands.ts'
import { logInByEmergency } from './setup/emergency-commands.ts'

/**
 * Limits that suit a shared network, such as a school's (at least 20 joins and 30 logins in 15 minutes from
 * one address), but prevent guessing. Addresses of one wider network share a limit.
 */
const limits = {
  join: { limit: { max: 30, minutes: 15, day: 200, network: { max: 120, day: 600 } } },
  confirm: { limit: { max: 90, minutes: 15, day: 600, network: { max: 360, day: 1800 } } },
  register: { limit: { max: 60, minutes: 15, day: 200, network: { max: 120, day: 600 } } },
  login: { limit: { max: 40, minutes: 15, day: 400, network: { max: 160, day: 1200 } } },
  setup: { limit: { max: 20, minutes: 15 } },
}

interface Providers {
  /**
   * Where the browser logs out at the session's identity provider; `port`: the port this server
   * listens on.
   */
  findEndSession(platform: Platform, scope: PersonScope, port: number | undefined): Promise<string | null>
}

/**
 * Registers the calls for joining, registering, logging in and out, and creating the first administrator.
 */
export function registerSessions(app: App, { findEndSession }: Providers): void {
  handle(
    app,
    sessionCalls,
    'POST /api/join',
    async ({ scope, body, platform }) => {
      const { db } = platform
      const address = await readAddress(db, scope, body)
      return address instanceof Refusal ? address : joinWithCode(db, scope, platform, address)
    },
    limits.join,
  )

  handle(
    app,
    sessionCalls,
    'POST /api/confirm',
    async ({ scope, body, platform, http }) => {
      const address = await readAddress(platform.db, scope, body)
      if (address instanceof Refusal) return address
      const answer = await confirmCode(platform, scope, { address, guess: body.code, ticket: body.join_ticket })
      return 'registration_ticket' in answer ? answer : deliverLogin(answer, { platform, http })
    },
    limits.confirm,
  )

  handle(
    app,
    sessionCalls,
    'POST /api/confirm/identity',
    async ({ scope, body, ...input }) => deliverLogin(await confirmIdentity(input.platform, scope, body), input),
    limits.confirm,
  )

  handle(
    app,
    sessionCalls,
    'POST /api/register',
    async ({ scope, body, idempotencyKey, ...input }) => deliverLogin(await register(input.platform, scope, body, idempotencyKey), input),
    { ...limits.register, handlesIdempotency: true },
  )

  handle(
    app,
    sessionCalls,
    'POST /api/login',
    async ({ scope, body, ...input }) => deliverLogin(await logIn(input.platform, scope, body), input),
    limits.login,
  )

  handle(
    app,
    sessionCalls,
    'POST /api/login/confirm',
    async ({ scope, body, ...input }) => deliverLogin(await confirmLogin(input.platform, scope, body), input),
    limits.confirm,
  )

  handle(
    app,
    sessionCalls,
    'POST /api/login/emergency',
    async ({ scope, body, ...input }) => deliverLogin(await logInByEmergency(input.platform, scope, body), input),
    limits.setup,
  )

  handle(app, sessionCalls, 'POST /api/logout', async ({ scope, platform, http }) => {
    const { db, settings } = platform
    await endOwnSession(db, scope, scope.person.sessionId)
    if (scope.browser) setCookie(http.reply, settings, null)
    const provider_logout = await findEndSession(platform, scope, http.request.socket.localPort)
    return { ...done(scope, 'loggedOut'), ...(provider_logout !== null && { provider_logout }) }
  })

  handle(
    app,
    sessionCalls,
    'POST /api/setup',
    async ({ scope, body: { setup_token, phone, email, ...person }, ...input }) => {
      const { db } = input.platform
      const address = await readAddress(db, scope, { phone, email })
      return address instanceof Refusal
        ? address
        : deliverLogin(await createFirstAdministrator(input.platform, scope, { ...person, address, token: setup_token }), input)
    },
    limits.setup,
  )
}
