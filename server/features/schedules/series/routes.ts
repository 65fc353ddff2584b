import { seriesCalls } from '#contract/series.ts'
import { handle } from '../../../platform/http/handle.ts'
import type { App, Platform } from '../../../platform/http/platform.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { scheduleExists } from '../queries.ts'
import { cancelSeries, changeSeries, previewSeries } from './commands.ts'
import { presentDecided } from './present.ts'
import { findChangeWarnings } from './plan-changes.ts'
import { findSeriesSessions } from './queries.ts'

/** Routes of series: what is left of one, and changes of several of its sessions. */
export function registerSeries(app: App): void {
  const existing = {
    exists: ({ scope, params, platform }: { scope: Scope; params: { id: string }; platform: Platform }) =>
      scheduleExists(platform.db, scope, params.id),
  }

  handle(
    app,
    seriesCalls,
    'GET /api/schedules/{id}/series',
    async ({ scope, params, platform: { db } }) => findSeriesSessions(db, scope, params.id),
    existing,
  )

  handle(
    app,
    seriesCalls,
    'POST /api/schedules/{id}/series/preview',
    async ({ scope, params, body, platform: { db } }) => {
      const decided = await previewSeries(db, scope, params.id, body)
      if (decided instanceof Refusal) return decided
      const warnings = await findChangeWarnings(db, scope, decided)
      return { sessions: decided.map(one => presentDecided(one, warnings.get(one.current.id))) }
    },
    existing,
  )

  handle(
    app,
    seriesCalls,
    'PUT /api/schedules/{id}/series',
    ({ scope, params, body, platform: { db } }) => changeSeries(db, scope, params.id, body),
    existing,
  )

  handle(
    app,
    seriesCalls,
    'POST /api/schedules/{id}/series/cancel',
    ({ scope, params, body, platform: { db } }) => cancelSeries(db, scope, params.id, body),
    existing,
  )
}
