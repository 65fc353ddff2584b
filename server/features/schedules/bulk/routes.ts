import { bulkCalls } from '#contract/bulk.ts'
import { done } from '../../../platform/done.ts'
import { handle } from '../../../platform/http/handle.ts'
import type { App } from '../../../platform/http/platform.ts'
import { cancelInBulk, changeInBulk } from './commands.ts'
import { undoCancelling } from '../restoring/commands.ts'
import { undoChanging } from '../series/restore-commands.ts'
import { previewCancelling, previewChanges } from './queries.ts'

/** Routes of bulk actions on the list of schedules; publishing and copying are with the planner's. */
export function registerBulk(app: App): void {
  handle(app, bulkCalls, 'POST /api/schedules/change/preview', async ({ scope, body, platform: { db } }) => ({
    sessions: await previewChanges(db, scope, body),
  }))

  handle(app, bulkCalls, 'POST /api/schedules/change', ({ scope, body, platform: { db } }) => changeInBulk(db, scope, body))

  handle(
    app,
    bulkCalls,
    'POST /api/schedules/change/undo',
    async ({ scope, body, platform: { db } }) => (await undoChanging(db, scope, body.undo)) ?? done(scope, 'changeUndone'),
  )

  handle(app, bulkCalls, 'POST /api/schedules/cancel/preview', async ({ scope, body, platform: { db } }) => ({
    sessions: await previewCancelling(db, scope, body.sessions),
  }))

  handle(app, bulkCalls, 'POST /api/schedules/cancel', ({ scope, body, platform: { db } }) => cancelInBulk(db, scope, body))

  handle(
    app,
    bulkCalls,
    'POST /api/schedules/cancel/undo',
    async ({ scope, body, platform: { db } }) => (await undoCancelling(db, scope, body.undo)) ?? done(scope, 'cancellationUndone'),
  )
}
