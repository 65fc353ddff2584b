import { providerCalls } from '#contract/providers.ts'
import { siteAddress } from '../../platform/config.ts'
import { done } from '../../platform/done.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { keepRawBodies, rawBody } from '../../platform/http/raw-body.ts'
import { ensureSignInCookie, readSignInCookie } from '../../platform/http/sign-in-cookie.ts'
import { Refusal } from '../../platform/refusal.ts'
import { ownChanges } from '../../platform/request-limits.ts'
import { deliverLogin } from '../sessions/present.ts'
import { refuseOldSignIn } from '../sessions/queries.ts'
import { unlinkAccount } from './accounts/commands.ts'
import { listOwnAccounts } from './accounts/queries.ts'
import { acceptLogoutToken, maxLogoutBytes } from './logout/commands.ts'
import { listOffered } from './queries.ts'
import { registerProviderSettings } from './settings-routes.ts'
import { confirmSignIn } from './sign-in/confirm-commands.ts'
import { startSignIn } from './sign-in/start-commands.ts'
import { linkTicket } from './sign-in/ticket-commands.ts'
import { registerTickets } from './ticket-routes.ts'

/** As for logging in with a password. */
const limits = {
  start: { limit: { max: 60, minutes: 15, day: 600, network: { max: 240, day: 1800 } } },
  confirm: { limit: { max: 60, minutes: 15, day: 600, network: { max: 240, day: 1800 } } },
  change: { limit: { max: 60, minutes: 15 }, ...ownChanges },
}

/** Signing in with an organisation's own accounts, linking them, and logging out there. */
export function registerProviders(app: App): void {
  handle(
    app,
    providerCalls,
    'POST /api/login/provider/{id}',
    async ({ scope, params, body, platform, http: { request, reply } }) => {
      const browser = ensureSignInCookie(request, reply, platform.settings)
      const site = siteAddress(platform.settings, request.socket.localPort)
      return startSignIn(platform, scope, { providerId: params.id, purpose: 'login', browser, site, ...body })
    },
    limits.start,
  )

  handle(
    app,
    providerCalls,
    'POST /api/login/provider/confirm',
    async ({ scope, body, platform, http }) => {
      const site = siteAddress(platform.settings, http.request.socket.localPort)
      const confirmed = await confirmSignIn(platform, scope, { ...body, site, browser: readSignInCookie(http.request) })
      if (confirmed instanceof Refusal) return confirmed
      const { opened, ...rest } = confirmed
      return { ...rest, ...(opened && { login: deliverLogin<never>(opened, { platform, http }) }) }
    },
    limits.confirm,
  )

  registerTickets(app)

  // Providers send a form.
  void app.http.register(async http => {
    keepRawBodies(http, { maxBytes: maxLogoutBytes })
    handle(
      { http, platform: app.platform },
      providerCalls,
      'POST /api/provider-logout/{id}',
      async ({ scope, params, platform, http: { request } }) => {
        const token = new URLSearchParams(rawBody(request)).get('logout_token') ?? ''
        return (await acceptLogoutToken(platform, scope, params.id, token)) ?? done(scope, 'sessionsEnded')
      },
      { unlimited: true },
    )
  })

  registerOwnAccounts(app)
  registerProviderSettings(app)
}

function registerOwnAccounts(app: App): void {
  handle(app, providerCalls, 'GET /api/my-profile/provider-accounts', async ({ scope, platform: { db } }) => ({
    accounts: await listOwnAccounts(db, scope),
    providers: await listOffered(db, scope),
  }))

  handle(
    app,
    providerCalls,
    'POST /api/my-profile/providers/{id}',
    async ({ scope, params, platform, http: { request, reply } }) => {
      const old = await refuseOldSignIn(platform.db, scope)
      if (old) return old
      const browser = ensureSignInCookie(request, reply, platform.settings)
      const site = siteAddress(platform.settings, request.socket.localPort)
      return startSignIn(platform, scope, { providerId: params.id, purpose: 'link', browser, site })
    },
    limits.change,
  )

  handle(
    app,
    providerCalls,
    'POST /api/my-profile/provider-accounts',
    async ({ scope, body, platform: { db }, http: { request } }) =>
      (await linkTicket(db, scope, body.provider_ticket, readSignInCookie(request))) ?? done(scope, 'accountLinked'),
    limits.change,
  )

  handle(
    app,
    providerCalls,
    'DELETE /api/my-profile/provider-accounts/{id}',
    async ({ scope, params, platform }) => (await unlinkAccount(platform, scope, params.id)) ?? done(scope, 'accountRemoved'),
    limits.change,
  )
}
