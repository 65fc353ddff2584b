import type { Job } from '../../../platform/jobs.ts'
import { mintScope } from '../../../platform/scope.ts'
import { renewDueLogins } from './commands.ts'

/**
 * Renews the logins of staff at their providers, so that the sessions of a person who is disabled there end within
 * the hour. Where a role demands a provider, tokens and calendar addresses rest as well.
 */
export const providerRenewalJob: Job = {
  name: 'provider renewals',
  everySeconds: 60,
  async run(platform, ending) {
    const scope = mintScope({ person: null, now: platform.clock.now(), ip: null, userAgent: '', browser: false })
    await renewDueLogins(platform, scope, ending)
  },
}
