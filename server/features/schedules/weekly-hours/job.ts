import type { Platform } from '../../../platform/http/platform.ts'
import type { Job } from '../../../platform/jobs.ts'
import { mintScope } from '../../../platform/scope.ts'
import { planAllAhead } from './plan-commands.ts'

/** Plans the sessions of weekly hours that have come within reach. */
export async function planWeeklyHours({ db, clock }: Pick<Platform, 'db' | 'clock'>, ending?: AbortSignal): Promise<void> {
  const scope = mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })
  await planAllAhead(db, scope, ending)
}

/** Hourly, so that a day begins soon in every zone, and an obstacle that went away is noticed. */
export const weeklyHoursJob: Job = { name: 'weekly hours', everySeconds: 3600, run: planWeeklyHours }
