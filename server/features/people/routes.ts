import { peopleCalls } from '#contract/people.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { findByPhoneDigits } from './queries.ts'

/** A desk that types number after number stays below it; trying out all three-digit groups does not. */
const searchLimit = { max: 120, minutes: 15 }

/** Finding people. */
export function registerPeople(app: App): void {
  handle(
    app,
    peopleCalls,
    'GET /api/find-users',
    async ({ scope, query, platform: { db } }) => ({ data: await findByPhoneDigits(db, scope, query.phone) }),
    { personLimit: searchLimit },
  )
}
