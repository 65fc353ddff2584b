import { peopleCalls } from '#contract/people.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { findByPhoneDigits } from './queries.ts'

/** Enough for a desk that looks up one number after another; too few for trying all three-digit groups. */
const searchLimit = { max: 120, minutes: 15 }

/** Registers the search for people. */
export function registerPeople(app: App): void {
  handle(
    app,
    peopleCalls,
    'GET /api/find-users',
    async ({ scope, query, platform: { db } }) => ({ data: await findByPhoneDigits(db, scope, query.phone) }),
    { personLimit: searchLimit },
  )
}
