import { embeddingCalls } from '#contract/embedding.ts'
import { done } from '../../platform/done.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { endVisit } from './commands.ts'
import { readVisit } from './queries.ts'

/** Registers the calls by which a frame on another site shows that its visitor has booked. */
export function registerEmbedding(app: App): void {
  handle(
    app,
    embeddingCalls,
    'POST /api/visits',
    async ({ scope, body, platform: { db } }) => (await endVisit(db, scope, body)) ?? done(scope, 'recorded'),
    { personLimit: { max: 30, minutes: 15 } },
  )

  handle(app, embeddingCalls, 'GET /api/visits/{visit}', async ({ scope, params, platform: { db } }) => ({
    result: await readVisit(db, scope, params.visit),
  }))
}
