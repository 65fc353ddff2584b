import { maxCorrectionMs, type SystemClock } from '../../platform/clock.ts'
import type { Platform } from '../../platform/http/platform.ts'
import type { Job } from '../../platform/jobs.ts'
import { shiftExpiries, measureClockSetBack } from './clock-commands.ts'

/** Adjusts stored times when the clock is set back, and only then follows the clock. */
export const clockJob = (clock: SystemClock): Job => ({
  name: 'clock',
  everySeconds: 1,
  async run({ db }) {
    const behind = clock.behind()
    if (behind === 0) return
    await shiftExpiries(db, behind)
    clock.follow(behind)
  },
})

/** The same for a clock that was set back while no server ran. */
export async function applyClockChanges({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const ahead = await measureClockSetBack(db, clock.now())
  if (ahead > maxCorrectionMs) await shiftExpiries(db, ahead)
}
