import { choosableLanguages, languages, staffLanguageOf } from '#contract/languages.ts'
import { siteCalls } from '#contract/site.ts'
import { availableChannels } from '../../platform/config.ts'
import { relyingPartyOf } from '../../platform/relying-party.ts'
import { refuse } from '../../platform/refusal.ts'
import { sendProblem } from '../../platform/http/problems.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { describeApi } from './describe-api.ts'
import { registerHealth } from './health-routes.ts'
import { readSettingsRow, readSite } from './queries.ts'
import { serveSource } from './send-source.ts'
import { writeSecurityTxt } from './write-security-txt.ts'

/** Registers the calls for the organisation's public data, health, and the API's description. */
export function registerSite(app: App): void {
  const { settings } = app.platform
  const channels = availableChannels(settings)

  handle(app, siteCalls, 'GET /api/site', async ({ scope, platform }) => {
    const { providers, ...site } = await readSite(platform.db, scope)
    return {
      ...site,
      languages: choosableLanguages.map(code => ({
        code,
        name: languages[code].name,
        ...(staffLanguageOf(code) !== code && { staff: false as const }),
      })),
      demo: settings.mode === 'demo',
      sign_in: {
        phone: channels.includes('sms'),
        email: channels.includes('email'),
        passkeys: relyingPartyOf(settings) !== null,
        providers,
      },
      ...(!channels.includes('sms') && { codes: false as const }),
    }
  })

  registerHealth(app)
  serveSource(app)

  app.http.get('/api/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(describeApi().document))
  app.http.get('/.well-known/security.txt', async (_request, reply) => {
    const { db, clock } = app.platform
    const { contact: siteContact } = await readSettingsRow(db)
    const text = writeSecurityTxt({ contact: settings.securityContact, origin: settings.origin, siteContact }, clock.now())
    return text === null ? sendProblem(reply, refuse('not_found')) : reply.type('text/plain; charset=utf-8').send(text)
  })
  app.http.get('/api/docs', async (_request, reply) => {
    const { page, policy } = describeApi()
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)
  })
}
