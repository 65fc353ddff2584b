import { createReadStream, existsSync } from 'node:fs'
import type { App } from '../../platform/http/platform.ts'
import { sendProblem } from '../../platform/http/problems.ts'
import { refuse } from '../../platform/refusal.ts'
import { version } from './version.ts'

/** The source of this build (tools/source-archive.mjs), next to the program. */
const builtArchive = new URL('source.tar.gz', import.meta.url)

/** Megabytes for each of them: the general limit would let one address use up the server's bandwidth. */
const limit = { max: 30, minutes: 15 }

/**
 * `GET /source`: the source code of the running version, as section 13 of the licence demands. Redirects to
 * `OPENHOUR_SOURCE_URL` if it is set, otherwise sends the archive. Warns where there is neither.
 */
export function serveSource({ http, platform }: App, archive: URL = builtArchive): void {
  const { sourceUrl, mode } = platform.settings
  const exists = existsSync(archive)
  if (!sourceUrl && !exists && mode === 'production')
    http.log.warn('users cannot get the source code, which the licence promises them: set OPENHOUR_SOURCE_URL')
  http.get('/source', async ({ ip }, reply) => {
    if (sourceUrl) return reply.redirect(sourceUrl, 302)
    if (!exists) return sendProblem(reply, refuse('not_found'))
    const seconds = platform.settings.rateLimit ? await platform.limits.admit(ip, 'GET /source', limit) : null
    if (seconds !== null) return sendProblem(reply, refuse('too_many_requests', { retry_after: seconds }))
    return reply
      .header('cache-control', 'no-cache')
      .header('content-disposition', `attachment; filename="openhour-${version}-source.tar.gz"`)
      .type('application/gzip')
      .send(createReadStream(archive))
  })
}
