import { peopleCalls } from '#contract/people.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { findByPhoneDigits } from './queries.ts'

/** Finding people. */
export function registerPeople(app: App): void {
  handle(app, peopleCalls, 'GET /api/find-users', async ({ scope, query, platform: { db } }) => ({
    data: await findByPhoneDigits(db, scope, query.phone),
  }))
}
