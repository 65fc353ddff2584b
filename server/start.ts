import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { migrate } from '#database/migrate.ts'
import { claimMode } from '#database/mode.ts'
import { makeBrandReader } from './features/branding/queries.ts'
import { busyCalendarJob } from './features/busy-calendars/job.ts'
import { readEmbedOrigins } from './features/embedding/queries.ts'
import { messageJobs } from './features/messages/job.ts'
import { syncEnvironmentProvider } from './features/providers/environment/commands.ts'
import { secretsJob } from './features/secrets/job.ts'
import { openSecrets } from './features/secrets/open-secrets.ts'
import { codeBudgetJob } from './features/sessions/codes/budget-job.ts'
import { applyClockChanges, clockJob } from './features/sessions/clock-job.ts'
import { readSettingsRow } from './features/site/queries.ts'
import { webhookJob } from './features/webhooks/job.ts'
import { entryPoint } from './entry-point.ts'
import { registerFeatures } from './features.ts'
import { jobs } from './jobs.ts'
import { backupJob } from './platform/backup/job.ts'
import { openSystemClock } from './platform/clock.ts'
import type { Settings } from './platform/config.ts'
import { checkServer } from './platform/database/check-server.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts'
import { createHttp } from './platform/http/app.ts'
import { chooseLanguages } from './platform/http/content-language.ts'
import { shutDown } from './platform/http/graceful-shutdown.ts'
import { limitRequestRate } from './platform/http/rate-limit.ts'
import { serveMetrics } from './platform/http/metrics.ts'
import { servePages } from './platform/http/pages.ts'
import type { Platform } from './platform/http/platform.ts'
import { startJobs, type Job } from './platform/jobs.ts'
import { openPlatform } from './platform/open-platform.ts'
import { findPageName } from './page-paths.ts'

export interface RunningOpenhour {
  address: string
  platform: Platform
  http: FastifyInstance
  /** `atOnce`: without the drain time, as at a terminal. */
  stop(how?: { atOnce?: boolean }): Promise<void>
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
const listenBacklog = 4096

/** Backups of the embedded database only. */
function backups({ backups: wanted }: Settings): Job[] {
  if (wanted.intervalMinutes === 0) return []
  const script = fileURLToPath(entryPoint('backup'))
  return [backupJob(wanted, [...process.execArgv, script])]
}

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
    await applyClockChanges(platform)
    const serves = settings.worker !== 'only'
    if (serves) {
      await syncEnvironmentProvider(platform)
      await prepare(platform)
      chooseLanguages({ http, platform }, async () => (await readSettingsRow(platform.db)).locale)
      limitRequestRate({ http, platform })
    }
    serveMetrics({ http, platform })
    if (serves) {
      await registerFeatures({ http, platform })
      await servePages(http, fileURLToPath(new URL('../web', import.meta.url)), findPageName, {
        readEmbedOrigins: () => readEmbedOrigins(platform.db),
        readStyles: makeBrandReader(platform.db),
      })
    }
    undo.push(drainSeconds => shutDown(http, drainSeconds))
    const address = await http.listen({ port: settings.port, host: settings.host, backlog: listenBacklog })
    const budget = codeBudgetJob((facts, sentence) => http.log.warn(facts, sentence))
    const own = [...jobs, budget, ...(settings.databaseUrl ? [] : backups(settings))]
    const origin = settings.origin ?? (serves ? address : null)
    const sends =
      settings.worker === 'off' ? [] : [...messageJobs(settings, origin), webhookJob, busyCalendarJob(entryPoint('read-calendar'))]
    const running = startJobs(platform, [clockJob(clock), secretsJob, ...(serves ? own : []), ...sends], (error, job) =>
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
