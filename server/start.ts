import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { migrate } from '#database/migrate.ts'
import { claimMode } from '#database/mode.ts'
import { openSecrets } from './features/secrets/open-secrets.ts'
import { openSystemClock } from './platform/clock.ts'
import type { Settings } from './platform/config.ts'
import { checkServer } from './platform/database/check-server.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts'
import { createHttp } from './platform/http/app.ts'
import { shutDown } from './platform/http/graceful-shutdown.ts'
import { serveMetrics } from './platform/http/metrics.ts'
import type { Platform } from './platform/http/platform.ts'
import { startJobs } from './platform/jobs.ts'
import { openPlatform } from './platform/open-platform.ts'
import { listJobs, openSite } from './open-site.ts'

/** A server that answers requests. */
export interface RunningServer {
  address: string
  http: FastifyInstance
  /** `atOnce`: without the drain time, as at a terminal. */
  stop(how?: { atOnce?: boolean }): Promise<void>
}

export interface RunningOpenhour extends RunningServer {
  platform: Platform
}

interface StartOptions {
  settings: Settings
  /** Logged at start. */
  warnings?: readonly string[]
  /** Plain lines for the person at the terminal. */
  say?: (line: string) => void
  /** Ends the wait for another server's migration. */
  signal?: AbortSignal | undefined
  /** Runs on the migrated database before the server listens: creates the demo or the set-up link. */
  prepare?: (platform: Platform) => Promise<void>
}

/**
 * Connections that the system holds until they are accepted; it drops more, and clients retry seconds
 * later.
 */
export const listenBacklog = 4096

/** The operator's database, or the embedded one, which this server runs. */
async function openDatabase({ databaseUrl, dataDirectory }: Settings, log: (line: string) => void) {
  if (databaseUrl) return { url: databaseUrl, embedded: null }
  const embedded = await startEmbeddedPostgres({ dataDirectory: path.resolve(dataDirectory), log })
  return { url: embedded.url, embedded }
}

/**
 * The demo's passwords are public and its codes are shown on the page, so neither mode may open the
 * other's database.
 */
async function refuseOtherMode(url: string, { mode, databaseUrl }: Settings): Promise<void> {
  const recorded = await claimMode(url, mode)
  if (recorded === mode) return
  const other = databaseUrl ? 'DATABASE_URL to another database' : 'OPENHOUR_DATA to another folder'
  const [belongs, starting] = { demo: ['the demo', 'production'], production: ['production', 'a demo'] }[recorded]
  throw new Error(
    `This database belongs to ${belongs}, and Openhour was started as ${starting}. Set ${other} to start as ${starting}, or OPENHOUR_MODE=${recorded} to go on with this one.`,
  )
}

/** Starts everything: database, migrations, pages, calls. If a step fails, the steps before it are undone. */
export async function startOpenhour({
  settings,
  warnings = [],
  say = () => {},
  signal,
  prepare = async () => {},
}: StartOptions): Promise<RunningOpenhour> {
  const undo: ((drainSeconds: number) => Promise<unknown>)[] = []
  const stop = async ({ atOnce = false } = {}) => {
    const errors: unknown[] = []
    // PostgreSQL stops last, also where a step before it fails.
    for (const step of undo.splice(0).toReversed())
      await step(atOnce ? 0 : settings.drainSeconds).catch((error: unknown) => errors.push(error))
    if (errors.length > 0) throw errors[0]
  }
  try {
    const clock = openSystemClock()
    const { url, embedded } = await openDatabase(settings, say)
    if (embedded) undo.push(() => embedded.stop())
    await migrate(url, undefined, { say, signal })
    await refuseOtherMode(url, settings)
    const secrets = await openSecrets(url, settings, say)
    const http = await createHttp({ settings })
    for (const warning of warnings) http.log.warn(warning)
    const { platform, close } = await openPlatform(url, {
      clock,
      settings,
      secrets,
      embedded,
      onError: error => http.log.warn({ err: error }, 'database connection lost'),
    })
    undo.push(close)
    if (!embedded) for (const warning of await checkServer(platform.db)) http.log.warn(warning)
    await openSite({ http, platform }, prepare)
    serveMetrics({ http, platform })
    undo.push(drainSeconds => shutDown(http, drainSeconds))
    const address = await http.listen({ port: settings.port, host: settings.host, backlog: listenBacklog })
    const origin = settings.origin ?? (settings.worker === 'only' ? null : address)
    const running = startJobs(platform, listJobs(settings, { clock, log: http.log, origin }), (error, job) =>
      http.log.error({ err: error, job }, 'a job failed and will be tried again'),
    )
    // After the HTTP server, which stops first: readiness fails before anything ends.
    undo.splice(-1, 0, () => running.close())
    return { address, platform, http, stop }
  } catch (error) {
    // The first error says why.
    await stop({ atOnce: true }).catch(() => undefined)
    throw error
  }
}
