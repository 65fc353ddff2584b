import { weeklyHoursCalls } from '#contract/weekly-hours.ts'
import { handle } from '../../../platform/http/handle.ts'
import type { App } from '../../../platform/http/platform.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { createWeeklyHours, endWeeklyHours } from './commands.ts'
import { findWeeklyHours, weeklyHoursExist } from './queries.ts'

/** Routes of weekly hours. */
export function registerWeeklyHours(app: App): void {
  handle(app, weeklyHoursCalls, 'GET /api/weekly-hours', async ({ scope, platform: { db } }) => ({
    data: await findWeeklyHours(db, scope),
  }))

  handle(app, weeklyHoursCalls, 'POST /api/weekly-hours', async ({ scope, body, platform: { db } }) => {
    const created = await createWeeklyHours(db, scope, body)
    if (created instanceof Refusal) return created
    const [hours] = await findWeeklyHours(db, scope, created.id)
    if (!hours) throw new Error('weekly hours that were entered are not there')
    return hours
  })

  handle(
    app,
    weeklyHoursCalls,
    'POST /api/weekly-hours/{id}/end',
    ({ scope, params, body, platform: { db } }) => endWeeklyHours(db, scope, params.id, body),
    { exists: ({ scope, params, platform }) => weeklyHoursExist(platform.db, scope, params.id) },
  )
}
