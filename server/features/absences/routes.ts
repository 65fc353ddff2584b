import { absenceCalls } from '#contract/absences.ts'
import { isLocalDate } from '#domain/time/local-date.ts'
import { done } from '../../platform/done.ts'
import { handle } from '../../platform/http/handle.ts'
import { sendCsv } from '../../platform/http/send-csv.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import { mentorChanges } from '../../platform/request-limits.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { closeDay, enterTimeOff, openDay, removeTimeOff, removeTimeOffInBulk } from './commands.ts'
import { exportClosedDays, exportTimeOff } from './export-absences.ts'
import { canReadClosedDays, timeOffOwner, writableTimeOffOwner } from './policy.ts'
import { findClosedDay, findClosedDays, findTimeOff, findTimeOffById, mayRemoveTimeOff, previewRemovals } from './queries.ts'

/** Closed days of places and time off of mentors. */
export function registerAbsences(app: App): void {
  handle(app, absenceCalls, 'GET /api/closed-days', async ({ scope, query, platform: { db } }) => {
    if (!canReadClosedDays(scope)) return refuse('missing_ability')
    return refuseSpan(query) ?? findClosedDays(db, scope, query)
  })

  handle(app, absenceCalls, 'GET /api/closed-days/export', async ({ scope, query, platform: { db, contentTexts }, http }) => {
    if (!canReadClosedDays(scope)) return refuse('missing_ability')
    return (
      refuseSpan(query) ??
      sendCsv(http.reply, scope, 'closed-days', exportClosedDays(db, scope, query, await contentTexts.get(scope.language)))
    )
  })

  handle(app, absenceCalls, 'POST /api/closed-days', async ({ scope, body, platform: { db } }) => {
    if (!isLocalDate(body.date)) return refuseField('date', 'field.mustBeADateInThe')
    const id = await closeDay(db, scope, body)
    return id instanceof Refusal ? id : written(await findClosedDay(db, scope, id))
  })

  handle(
    app,
    absenceCalls,
    'DELETE /api/closed-days/{id}',
    async ({ scope, params, platform: { db } }) => (await openDay(db, scope, params.id)) ?? done(scope, 'placeOpen'),
    { exists: async ({ scope, params, platform: { db } }) => (await findClosedDay(db, scope, params.id)) !== null },
  )

  handle(app, absenceCalls, 'GET /api/time-off', async ({ scope, query, platform: { db } }) => {
    const whose = timeOffOwner(scope, query.mentor_id)
    if (whose instanceof Refusal) return whose
    return refuseSpan(query) ?? findTimeOff(db, scope, whose, query)
  })

  handle(app, absenceCalls, 'GET /api/time-off/export', async ({ scope, query, platform: { db }, http }) => {
    const whose = timeOffOwner(scope, query.mentor_id)
    if (whose instanceof Refusal) return whose
    return refuseSpan(query) ?? sendCsv(http.reply, scope, 'time-off', exportTimeOff(db, scope, whose, query))
  })

  handle(
    app,
    absenceCalls,
    'POST /api/time-off',
    async ({ scope, body, platform: { db } }) => {
      const whose = writableTimeOffOwner(scope, body.mentor_id)
      if (whose instanceof Refusal) return whose
      const id = await enterTimeOff(db, scope, whose, body)
      return id instanceof Refusal ? id : written(await findTimeOffById(db, scope, id))
    },
    mentorChanges,
  )

  handle(app, absenceCalls, 'POST /api/time-off/remove/preview', async ({ scope, body, platform: { db } }) => ({
    entries: await previewRemovals(db, scope, body.entries),
  }))

  handle(app, absenceCalls, 'POST /api/time-off/remove', ({ scope, body, platform: { db } }) =>
    removeTimeOffInBulk(db, scope, body.entries),
  )

  handle(
    app,
    absenceCalls,
    'DELETE /api/time-off/{id}',
    async ({ scope, params, query, platform: { db } }) =>
      (await removeTimeOff(db, scope, params.id, query.revision)) ?? done(scope, 'timeOffRemoved'),
    {
      exists: ({ scope, params, platform: { db } }: { scope: PersonScope; params: { id: string }; platform: Platform }) =>
        mayRemoveTimeOff(db, scope, params.id),
    },
  )
}

function refuseSpan(query: { from?: string | undefined; to?: string | undefined }): Refusal | null {
  for (const field of ['from', 'to'] as const) {
    const date = query[field]
    if (date !== undefined && !isLocalDate(date)) return refuseField(field, 'field.mustBeADateInThe')
  }
  return null
}

/** The row may have been deleted since it was written. */
const written = <Row>(row: Row | null) => row ?? refuse('not_found')
