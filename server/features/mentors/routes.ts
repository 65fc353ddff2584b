import { mentorCalls } from '#contract/mentors.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { listMentors } from './queries.ts'

/** Mentors as anybody sees them. */
export function registerMentors(app: App): void {
  handle(app, mentorCalls, 'GET /api/mentor-list', async ({ scope, query, platform: { db } }) => ({
    data: await listMentors(db, scope, query.support_type_id),
  }))
}
