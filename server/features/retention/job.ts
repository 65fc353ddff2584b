import { localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import type { Platform } from '../../platform/http/platform.ts'
import type { Job } from '../../platform/jobs.ts'
import { mintScope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { applyRetention, withRetentionLock } from './commands.ts'

/** The night's work begins at this hour of the organisation's clock. */
const firstHour = 2

/**
 * Once a night, whichever server comes first: it holds an advisory lock while it works, and the day is written down when it is done. A server that was not
 * running at night makes up for it when it starts.
 */
export const retentionJob: Job = { name: 'retention', everySeconds: 600, run: runRetention }

export async function runRetention({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const { time_zone } = await readSettingsRow(db)
  const now = clock.now()
  // Before that hour it is still yesterday's night.
  const day = localDateOf(Temporal.Instant.fromEpochMilliseconds(now.getTime()).subtract({ hours: firstHour }), time_zone)
  const scope = mintScope({ person: null, now, ip: null, userAgent: '', browser: false })
  await withRetentionLock(db, scope, connection => applyRetention(connection, scope, day))
}
