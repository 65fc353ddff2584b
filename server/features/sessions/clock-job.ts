import { maxCorrectionMs, type SystemClock } from '../../platform/clock.ts'
import type { Platform } from '../../platform/http/platform.ts'
import type { Job } from '../../platform/jobs.ts'
import { measureClockSetBack, shiftExpiries, shiftLateWrites } from './clock-commands.ts'

/** For how long a request that read the time before the clock went back may still write. */
const lateWritesMs = 60_000

/** Adjusts stored times when the clock is set back, and only then follows the clock. */
export const clockJob = (clock: SystemClock): Job => {
  let followedAt = -Infinity
  return {
    name: 'clock',
    everySeconds: 1,
    inMemory: true,
    async run({ db }) {
      const behind = clock.behind()
      if (behind > 0) {
        await shiftExpiries(db, behind)
        clock.follow(behind)
        followedAt = performance.now()
      }
      if (performance.now() - followedAt < lateWritesMs) await shiftLateWrites(db, clock.now())
    },
  }
}

/** The same for a clock that was set back while no server ran. */
export async function applyClockChanges({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const ahead = await measureClockSetBack(db, clock.now())
  if (ahead > maxCorrectionMs) await shiftExpiries(db, ahead)
}
