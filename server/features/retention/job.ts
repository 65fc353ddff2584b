import { localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import type { Platform } from '../../platform/http/platform.ts'
import type { Job } from '../../platform/jobs.ts'
import { mintScope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { applyRetention, withRetentionLock } from './commands.ts'

/** The run starts at this hour of the organisation's clock. */
const firstHour = 2

/**
 * Runs once a night on the first server that gets the advisory lock, and records the day when it is
 * done. A server that was off at night catches up when it starts.
 */
export const retentionJob: Job = { name: 'retention', everySeconds: 600, run: runRetention }

/** Applies retention for the organisation's local day, once. */
export async function runRetention({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const { time_zone } = await readSettingsRow(db)
  const now = clock.now()
  // Before that hour the date is still yesterday's.
  const day = localDateOf(Temporal.Instant.fromEpochMilliseconds(now.getTime()).subtract({ hours: firstHour }), time_zone)
  const scope = mintScope({ person: null, now, ip: null, userAgent: '', browser: false })
  await withRetentionLock(db, scope, connection => applyRetention(connection, scope, day))
}
