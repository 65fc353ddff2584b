import { maxPlannerDays, maxSummaryDays, plannerCalls } from '#contract/planner.ts'
import { done } from '../../../platform/done.ts'
import { handle } from '../../../platform/http/handle.ts'
import type { App, Platform } from '../../../platform/http/platform.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { discardSchedules } from '../cancel-commands.ts'
import { previewChange } from '../schedule-change-commands.ts'
import { publishSchedules, undoPublishing } from '../publish-commands.ts'
import { copySchedules, previewCopies } from '../copy-commands.ts'
import { scheduleExists } from '../queries.ts'
import { refuseSpan } from '../../../platform/refuse-span.ts'
import { findDays, findPlanner } from './queries.ts'

/** Routes of the planner: what its calendar shows, and the changes of several sessions. */
export function registerPlanner(app: App): void {
  handle(
    app,
    plannerCalls,
    'GET /api/planner',
    async ({ scope, query, platform: { db } }) => refuseSpan(query, maxPlannerDays) ?? findPlanner(db, scope, query),
  )

  handle(
    app,
    plannerCalls,
    'GET /api/planner/days',
    async ({ scope, query, platform: { db } }) => refuseSpan(query, maxSummaryDays) ?? { data: await findDays(db, scope, query) },
  )

  handle(
    app,
    plannerCalls,
    'POST /api/schedules/{id}/preview',
    async ({ scope, params, body, platform: { db } }) => previewChange(db, scope, params.id, body),
    {
      exists: ({ scope, params, platform }: { scope: Scope; params: { id: string }; platform: Platform }) =>
        scheduleExists(platform.db, scope, params.id),
    },
  )

  handle(app, plannerCalls, 'POST /api/schedules/publish', ({ scope, body, platform: { db } }) =>
    publishSchedules(db, scope, body.schedules),
  )

  handle(
    app,
    plannerCalls,
    'POST /api/schedules/publish/undo',
    async ({ scope, body, platform: { db } }) => (await undoPublishing(db, scope, body.undo)) ?? done(scope, 'publishingUndone'),
  )

  handle(app, plannerCalls, 'POST /api/schedules/discard', async ({ scope, body, platform: { db } }) =>
    discardSchedules(db, scope, body.schedules),
  )

  handle(app, plannerCalls, 'POST /api/schedules/copy/preview', async ({ scope, body, platform: { db } }) => ({
    copies: await previewCopies(db, scope, body),
  }))

  handle(app, plannerCalls, 'POST /api/schedules/copy', async ({ scope, body, platform: { db } }) => {
    const schedules = await copySchedules(db, scope, body)
    return schedules instanceof Refusal ? schedules : { schedules }
  })
}
