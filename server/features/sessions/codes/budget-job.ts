import type { Platform } from '../../../platform/http/platform.ts'
import type { Job } from '../../../platform/jobs.ts'
import { codesSpent } from '../../../platform/metrics/measures.ts'
import { mintScope } from '../../../platform/scope.ts'
import { readDailyCodes } from './budget-commands.ts'

/** The share of the day's codes from which administrators are warned. */
const warnFrom = 0.5

/**
 * Reports the use of the daily codes: a metric every minute, and one warning in the log each day. The
 * dashboard counts separately.
 */
export function codeBudgetJob(warn: (facts: object, sentence: string) => void): Job {
  let warned = ''
  return {
    name: 'code budget',
    everySeconds: 60,
    async run({ db, clock, organisation }: Platform) {
      const scope = mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })
      const { day, sent, most } = await readDailyCodes(db, scope)
      const part = most === 0 ? 0 : sent / most
      codesSpent.set(organisation, part)
      if (part < warnFrom || day === warned) return
      warned = day
      warn({ sent, most }, 'half of the one-time codes of the day are sent; requests for other people’s numbers may be the reason')
    },
  }
}
