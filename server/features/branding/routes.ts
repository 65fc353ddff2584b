import { brandingCalls } from '#contract/branding.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import { readUpload, registerUploads } from '../../platform/http/read-upload.ts'
import { storeLogo } from './commands.ts'
import { findLogo } from './queries.ts'

const uploads = { limit: { max: 60, minutes: 15 } }

/** Registers the calls of the organisation's logos. */
export function registerBranding(app: App): void {
  registerUploads(app, withForms =>
    handle(
      withForms,
      brandingCalls,
      'POST /api/logos',
      async ({ scope, platform: { db }, http }) => {
        const upload = await readUpload(http.request, 'logo')
        return upload instanceof Refusal ? upload : storeLogo(db, scope, upload)
      },
      uploads,
    ),
  )

  handle(app, brandingCalls, 'GET /api/logos/{id}', async ({ params, platform: { db }, http }) => {
    const bytes = await findLogo(db, params.id)
    if (!bytes) return refuse('not_found')
    return http.reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/png')
      .send(bytes)
  })
}
