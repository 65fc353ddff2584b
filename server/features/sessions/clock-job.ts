import { maxCorrectionMs, type SystemClock } from '../../platform/clock.ts'
import type { Platform } from '../../platform/http/platform.ts'
import type { Job } from '../../platform/jobs.ts'
import { shortenTerms, measureAhead } from './terms-commands.ts'

/** Sees to the terms of codes and tokens where the clock is put back, and only then follows it. */
export const clockJob = (clock: SystemClock): Job => ({
  name: 'clock',
  everySeconds: 1,
  async run({ db }) {
    const behind = clock.behind()
    if (behind === 0) return
    await shortenTerms(db, behind)
    clock.follow(behind)
  },
})

/** The same for a clock that was put back while no server ran. */
export async function applyClockChanges({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const ahead = await measureAhead(db, clock.now())
  if (ahead > maxCorrectionMs) await shortenTerms(db, ahead)
}
