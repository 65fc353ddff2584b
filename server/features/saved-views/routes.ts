import { savedViewCalls } from '#contract/saved-views.ts'
import { done } from '../../platform/done.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuse } from '../../platform/refusal.ts'
import { deleteView, saveView } from './commands.ts'
import { listViews } from './queries.ts'

/** Registers the calls for the caller's own saved views of lists. Only administrators save some; all read and delete theirs. */
export function registerSavedViews(app: App): void {
  handle(app, savedViewCalls, 'GET /api/my-saved-views', async ({ scope, platform: { db } }) => ({ data: await listViews(db, scope) }))

  handle(app, savedViewCalls, 'PUT /api/my-saved-views', async ({ scope, body, platform: { db } }) =>
    scope.person.isAdmin ? saveView(db, scope, body) : refuse('missing_ability'),
  )

  handle(app, savedViewCalls, 'DELETE /api/my-saved-views/{id}', async ({ scope, params, platform: { db } }) =>
    (await deleteView(db, scope, params.id)) ? done(scope, 'viewDeleted') : refuse('not_found'),
  )
}
