import { weeklyHoursCalls } from '#contract/weekly-hours.ts'
import { handle } from '../../../platform/http/handle.ts'
import type { App } from '../../../platform/http/platform.ts'
import { changeWeeklyHours, createWeeklyHours, endWeeklyHours, previewChange, previewNewHours } from './commands.ts'
import { findWeeklyHours, weeklyHoursExist } from './queries.ts'

/** Routes of weekly hours. */
export function registerWeeklyHours(app: App): void {
  handle(app, weeklyHoursCalls, 'GET /api/weekly-hours', async ({ scope, platform: { db } }) => ({
    data: await findWeeklyHours(db, scope),
  }))

  handle(app, weeklyHoursCalls, 'POST /api/weekly-hours', ({ scope, body, platform: { db } }) => createWeeklyHours(db, scope, body))

  handle(app, weeklyHoursCalls, 'POST /api/weekly-hours/preview', ({ scope, body, platform: { db } }) => previewNewHours(db, scope, body))

  handle(
    app,
    weeklyHoursCalls,
    'POST /api/weekly-hours/{id}/preview',
    ({ scope, params, body, platform: { db } }) => previewChange(db, scope, params.id, body),
    { exists: ({ scope, params, platform }) => weeklyHoursExist(platform.db, scope, params.id) },
  )

  handle(
    app,
    weeklyHoursCalls,
    'PUT /api/weekly-hours/{id}',
    ({ scope, params, body, platform: { db } }) => changeWeeklyHours(db, scope, params.id, body),
    { exists: ({ scope, params, platform }) => weeklyHoursExist(platform.db, scope, params.id) },
  )

  handle(
    app,
    weeklyHoursCalls,
    'POST /api/weekly-hours/{id}/end',
    ({ scope, params, body, platform: { db } }) => endWeeklyHours(db, scope, params.id, body),
    { exists: ({ scope, params, platform }) => weeklyHoursExist(platform.db, scope, params.id) },
  )
}
