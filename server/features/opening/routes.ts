import { openingCalls } from '#contract/opening.ts'
import { availableChannels } from '../../platform/config.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { sendTestMessage } from './commands.ts'
import { judgeOpening } from './policy.ts'
import { findMentorRole, readOpeningFacts } from './queries.ts'

/** Text messages cost money. */
const testLimit = { max: 5, minutes: 15 }

/** Registers the call behind "Open for booking", the list for a new organisation. */
export function registerOpening(app: App): void {
  handle(app, openingCalls, 'GET /api/opening', async ({ scope, platform: { db, settings } }) => ({
    ...judgeOpening(await readOpeningFacts(db, scope), availableChannels(settings)),
    mentor_role: await findMentorRole(db, scope),
  }))

  handle(
    app,
    openingCalls,
    'POST /api/opening/test',
    async ({ scope, platform: { db, settings } }) => sendTestMessage(db, scope, availableChannels(settings)),
    { personLimit: testLimit },
  )
}
