import { dashboardCalls } from '#contract/dashboard.ts'
import { dayCalls } from '#contract/day.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { sendCsv } from '../../platform/http/send-csv.ts'
import { refuse } from '../../platform/refusal.ts'
import { readDay, readMentorDay } from './day-queries.ts'
import { exportList } from './export-list.ts'
import { findPeopleAndAppointments } from './find-queries.ts'
import { listAppointments } from './list-queries.ts'
import { readDashboard } from './queries.ts'

/** Enough for searching while a name is typed; too few for listing everyone letter by letter. */
const findLimit = { max: 240, minutes: 15 }

/**
 * Registers the calls of the dashboard: the figures, the lists behind them, the day, and the search for people
 * and appointments.
 */
export function registerDashboard(app: App): void {
  handle(app, dashboardCalls, 'GET /api/dashboard', async ({ scope, platform }) =>
    scope.person.isAdmin ? readDashboard(platform.db, scope) : refuse('missing_ability'),
  )

  handle(app, dashboardCalls, 'GET /api/dashboard/{list}', async ({ scope, params: { list }, query, platform: { db } }) =>
    listAppointments(db, scope, { list, ...query }),
  )

  handle(app, dashboardCalls, 'GET /api/dashboard/{list}/export', async ({ scope, params: { list }, query, platform, http }) =>
    sendCsv(
      http.reply,
      scope,
      `appointments-${list}`,
      exportList(platform.db, scope, { list, ...query }, await platform.contentTexts.get(scope.language)),
    ),
  )

  handle(app, dayCalls, 'GET /api/day', async ({ scope, platform: { db } }) => readDay(db, scope))

  handle(app, dayCalls, 'GET /api/mentor-day', async ({ scope, platform: { db } }) => readMentorDay(db, scope))

  handle(
    app,
    dashboardCalls,
    'GET /api/find',
    async ({ scope, query: { text }, platform: { db } }) =>
      scope.person.isAdmin ? findPeopleAndAppointments(db, scope, text) : refuse('missing_ability'),
    { personLimit: findLimit },
  )
}
