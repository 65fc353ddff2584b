import { holidayCalls } from '#contract/holidays.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { listHolidayRegions } from './queries.ts'

/** Registers the calls on public holidays. */
export function registerHolidays(app: App): void {
  handle(app, holidayCalls, 'GET /api/holiday-regions', async () => ({ data: await listHolidayRegions() }))
}
