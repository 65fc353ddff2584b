import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { makeBrandReader } from './features/branding/queries.ts'
import { busyCalendarJob } from './features/busy-calendars/job.ts'
import { readEmbedOrigins } from './features/embedding/queries.ts'
import { messageJobs } from './features/messages/job.ts'
import { syncEnvironmentProvider } from './features/providers/environment/commands.ts'
import { secretsJob } from './features/secrets/job.ts'
import { codeBudgetJob } from './features/sessions/codes/budget-job.ts'
import { applyClockChanges, clockJob } from './features/sessions/clock-job.ts'
import { registerHealth } from './features/site/health-routes.ts'
import { readLegalKeys, readSettingsRow } from './features/site/queries.ts'
import { webhookJob } from './features/webhooks/job.ts'
import { entryPoint } from './entry-point.ts'
import { registerFeatures } from './features.ts'
import { jobs } from './jobs.ts'
import { backupJob } from './platform/backup/job.ts'
import type { SystemClock } from './platform/clock.ts'
import type { Settings } from './platform/config.ts'
import { chooseLanguages } from './platform/http/content-language.ts'
import { limitRequestRate } from './platform/http/rate-limit.ts'
import { servePages } from './platform/http/pages.ts'
import type { App, Platform } from './platform/http/platform.ts'
import type { Job } from './platform/jobs.ts'
import { makePageFinder } from './page-paths.ts'

/**
 * Registers the calls and pages of one organisation on its opened platform; for a server that only sends messages, the
 * health checks alone. `prepare` runs before, on the migrated database.
 */
export async function openSite({ http, platform }: App, prepare: (platform: Platform) => Promise<void> = async () => {}): Promise<void> {
  await applyClockChanges(platform)
  if (platform.settings.worker === 'only') return registerHealth({ http, platform })
  await syncEnvironmentProvider(platform)
  await prepare(platform)
  chooseLanguages({ http, platform }, async () => (await readSettingsRow(platform.db)).locale)
  limitRequestRate({ http, platform })
  await registerFeatures({ http, platform })
  await servePages(
    http,
    fileURLToPath(new URL('../web', import.meta.url)),
    makePageFinder(() => readLegalKeys(platform.db)),
    {
      readEmbedOrigins: () => readEmbedOrigins(platform.db),
      readStyles: makeBrandReader(platform.db, platform.clock),
      share: (key, compute) => platform.cache.getOrCompute(key, compute, { isPublic: true }),
    },
  )
}

interface JobSurroundings {
  clock: SystemClock
  log: FastifyBaseLogger
  /** The site's address; null where it is not known. */
  origin: string | null
  /** The keys of the database's secrets; by default those of the key file. */
  readKeys?: Parameters<typeof secretsJob>[0]
}

/** The jobs of one organisation that a server with these settings runs. */
export function listJobs(settings: Settings, { clock, log, origin, readKeys }: JobSurroundings): Job[] {
  const budget = codeBudgetJob((facts, sentence) => log.warn(facts, sentence))
  const own = [...jobs, budget, ...(settings.databaseUrl ? [] : backups(settings))]
  const sends =
    settings.worker === 'off' ? [] : [...messageJobs(settings, origin), webhookJob, busyCalendarJob(entryPoint('read-calendar'))]
  return [clockJob(clock), secretsJob(readKeys), ...(settings.worker === 'only' ? [] : own), ...sends]
}

/** Backups of the embedded database only. */
function backups({ backups: wanted }: Settings): Job[] {
  if (wanted.intervalMinutes === 0) return []
  const script = fileURLToPath(entryPoint('backup'))
  return [backupJob(wanted, [...process.execArgv, script])]
}
