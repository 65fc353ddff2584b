import type { FastifyRequest } from 'fastify'
import { providerCalls } from '#contract/providers.ts'
import { siteAddress } from '../../platform/config.ts'
import { done } from '../../platform/done.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { ensureSignInCookie } from '../../platform/http/sign-in-cookie.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { addProvider, changeProvider, removeProvider } from './commands.ts'
import { findProvider, listProviders } from './queries.ts'
import { startSignIn } from './sign-in/start-commands.ts'
import { listUnseenStaff } from './staff/queries.ts'
import { testConnection } from './check-connection.ts'

/** Each makes this server ask another one. */
const asks = { personLimit: { max: 60, minutes: 15 } }

/** The calls of administrators: providers, and staff whom none has seen. */
export function registerProviderSettings(app: App): void {
  const existing = {
    exists: async ({ scope, params, platform: { db } }: { scope: PersonScope; params: { id: string }; platform: Platform }) =>
      (await findProvider(db, scope, params.id)) !== undefined,
  }
  const show = async ({ db, settings }: Platform, scope: PersonScope, request: FastifyRequest, id: string) => {
    const [provider] = await listProviders(db, scope, siteAddress(settings, request.socket.localPort), id)
    return provider ?? refuse('not_found')
  }

  handle(app, providerCalls, 'GET /api/providers', async ({ scope, platform: { db, settings }, http: { request } }) => ({
    data: await listProviders(db, scope, siteAddress(settings, request.socket.localPort)),
  }))

  handle(app, providerCalls, 'POST /api/providers', async ({ scope, body, platform, http: { request } }) => {
    const id = await addProvider(platform, scope, body)
    return id instanceof Refusal ? id : show(platform, scope, request, id)
  })

  handle(app, providerCalls, 'GET /api/providers/{id}', async ({ scope, params, platform, http: { request } }) =>
    show(platform, scope, request, params.id),
  )

  handle(
    app,
    providerCalls,
    'PUT /api/providers/{id}',
    async ({ scope, params, body, platform, http: { request } }) =>
      (await changeProvider(platform, scope, params.id, body)) ?? show(platform, scope, request, params.id),
    existing,
  )

  handle(
    app,
    providerCalls,
    'DELETE /api/providers/{id}',
    async ({ scope, params, platform: { db } }) => (await removeProvider(db, scope, params.id)) ?? done(scope, 'providerRemoved'),
    existing,
  )

  handle(
    app,
    providerCalls,
    'POST /api/providers/{id}/test',
    async ({ scope, params, platform }) => testConnection(platform, scope, params.id),
    { ...existing, ...asks },
  )

  handle(
    app,
    providerCalls,
    'POST /api/providers/{id}/preview',
    async ({ scope, params, platform, http: { request, reply } }) => {
      const browser = ensureSignInCookie(request, reply, platform.settings)
      const site = siteAddress(platform.settings, request.socket.localPort)
      return startSignIn(platform, scope, { providerId: params.id, purpose: 'preview', browser, site })
    },
    { ...existing, ...asks },
  )

  handle(app, providerCalls, 'GET /api/provider-staff', async ({ scope, query: { days }, platform: { db } }) =>
    listUnseenStaff(db, scope, days),
  )
}
