import type * as z from 'zod'
import { searchCalls } from '#contract/search.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import type { Scope } from '../../platform/scope.ts'
import { findNearestTimes } from './nearest-queries.ts'

type Query = z.output<(typeof searchCalls)['GET /api/nearest-times']['query']>

const find = async (db: Connection, scope: Scope, { language, ...time }: Query, asStaff: boolean) => ({
  nearest: await findNearestTimes(db, scope, { ...time, language: language ?? null, asStaff }),
})

/** Registers the nearest times of clients and of staff. */
export function registerNearestTimes(app: App): void {
  handle(app, searchCalls, 'GET /api/nearest-times', async ({ scope, query, platform: { db } }) => find(db, scope, query, false), {
    shared: true,
  })
  handle(app, searchCalls, 'GET /api/appointments/nearest-times', async ({ scope, query, platform: { db } }) =>
    find(db, scope, query, true),
  )
}
