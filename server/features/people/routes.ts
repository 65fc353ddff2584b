import { peopleCalls } from '#contract/people.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { personSearches } from '../../platform/request-limits.ts'
import { findByPhoneDigits } from './queries.ts'

/** Registers the search for people. */
export function registerPeople(app: App): void {
  handle(
    app,
    peopleCalls,
    personSearches.call,
    async ({ scope, query, platform: { db } }) => ({ data: await findByPhoneDigits(db, scope, query.phone) }),
    { personLimit: personSearches.limit },
  )
}
