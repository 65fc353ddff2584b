import { scheduleCalls, type Schedule } from '#contract/schedules.ts'
import { isLocalDate } from '#domain/time/local-date.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { handle } from '../../platform/http/handle.ts'
import { sendCsv } from '../../platform/http/send-csv.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { cancelSchedule } from './cancel-commands.ts'
import { changeSchedule } from './schedule-change-commands.ts'
import { planSchedules } from './commands.ts'
import { exportSchedules } from './export-schedules.ts'
import { findBookedPeople, findScheduleForm, findSessionLink, addCurrentOptions } from './form-queries.ts'
import { previewSchedules } from './plan-schedules.ts'
import { publishSchedule } from './publish-commands.ts'
import { countOtherSessions } from './series/queries.ts'
import { findScheduleById, findSchedules, scheduleExists } from './queries.ts'

/** Routes of schedules: the list, the forms and the changes. */
export function registerSchedules(app: App): void {
  // The forms change them.
  const notes = { content: 'original notes' } as const
  const existing = {
    ...notes,
    exists: ({ scope, params, platform }: { scope: Scope; params: { id: string }; platform: Platform }) =>
      scheduleExists(platform.db, scope, params.id),
  }

  handle(
    app,
    scheduleCalls,
    'GET /api/schedules',
    async ({ scope, query, platform: { db } }) => refuseDates(query) ?? findSchedules(db, scope, query),
  )

  handle(
    app,
    scheduleCalls,
    'GET /api/schedules/export',
    async ({ scope, query, platform: { db, contentTexts }, http }) =>
      refuseDates(query) ??
      sendCsv(http.reply, scope, 'schedules', exportSchedules(db, scope, query, await contentTexts.get(scope.language))),
  )

  handle(app, scheduleCalls, 'GET /api/schedules/create', async ({ scope, platform: { db } }) => findScheduleForm(db, scope))

  handle(
    app,
    scheduleCalls,
    'POST /api/schedules',
    async ({ scope, body, platform: { db } }) => {
      const planned = await planSchedules(db, scope, body)
      if (planned instanceof Refusal) return planned
      return { ...(await show(db, scope, planned[0]?.id ?? '')), created: planned.length, planned }
    },
    notes,
  )

  handle(app, scheduleCalls, 'POST /api/schedules/preview', async ({ scope, body, platform: { db } }) => previewSchedules(db, scope, body))

  handle(
    app,
    scheduleCalls,
    'GET /api/schedules/{id}/edit',
    async ({ scope, params, platform: { db } }) => {
      const [schedule, { meeting_url, clients_ahead }, booked, form, others_in_series] = await Promise.all([
        findScheduleById(db, scope, params.id),
        findSessionLink(db, scope, params.id),
        findBookedPeople(db, scope, [params.id]),
        findScheduleForm(db, scope),
        countOtherSessions(db, scope, params.id),
      ])
      return schedule
        ? { ...addCurrentOptions(form, schedule), schedule: { ...schedule, meeting_url }, booked, clients_ahead, others_in_series }
        : refuse('not_found')
    },
    notes,
  )

  handle(
    app,
    scheduleCalls,
    'PUT /api/schedules/{id}',
    async ({ scope, params, body, platform: { db } }) => {
      const changed = await changeSchedule(db, scope, params.id, body)
      return changed instanceof Refusal ? changed : { ...(await show(db, scope, params.id)), undo: changed.undo }
    },
    existing,
  )

  handle(
    app,
    scheduleCalls,
    'POST /api/schedules/{id}/publish',
    async ({ scope, params, body, platform: { db } }) => {
      const published = await publishSchedule(db, scope, { id: params.id, revision: body?.revision })
      return published instanceof Refusal ? published : { ...(await show(db, scope, params.id)), ...published }
    },
    existing,
  )

  handle(
    app,
    scheduleCalls,
    'POST /api/schedules/{id}/cancel',
    async ({ scope, params, body, platform: { db } }) => {
      const cancelled = await cancelSchedule(db, scope, params.id, body)
      if (cancelled instanceof Refusal) return cancelled
      return { ...(await show(db, scope, params.id)), ...cancelled }
    },
    existing,
  )
}

/** Refuses dates outside the years 1900 to 2199. */
function refuseDates(query: { from?: string | undefined; to?: string | undefined }): Refusal | null {
  for (const field of ['from', 'to'] as const) {
    const date = query[field]
    if (date !== undefined && !isLocalDate(date)) return refuseField(field, 'field.mustBeADateInThe')
  }
  return null
}

/** A schedule that was just written; schedules are never deleted. */
async function show(db: Connection, scope: Scope, id: string): Promise<Schedule> {
  const schedule = await findScheduleById(db, scope, id)
  if (!schedule) throw new Error('a schedule that was written is not there')
  return schedule
}
