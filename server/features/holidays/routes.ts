import { holidayCalls, maxHolidayDays } from '#contract/holidays.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuseSpan } from '../../platform/refuse-span.ts'
import { listHolidayRegions, listHolidays } from './queries.ts'

/** Registers the calls on public holidays. */
export function registerHolidays(app: App): void {
  handle(app, holidayCalls, 'GET /api/holiday-regions', async () => ({ data: await listHolidayRegions() }))

  handle(
    app,
    holidayCalls,
    'GET /api/holidays',
    async ({ scope, query, platform: { db } }) => refuseSpan(query, maxHolidayDays) ?? { data: await listHolidays(db, scope, query) },
  )
}
