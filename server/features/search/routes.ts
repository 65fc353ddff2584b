import type * as z from 'zod'
import { dayCalls } from '#contract/day.ts'
import { searchCalls } from '#contract/search.ts'
import { addDays, daysBetween, localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuse, refuseField } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { findSupportType } from '../support-types/queries.ts'
import { openLiveStreams } from './open-live-streams.ts'
import { findFreeDays, findSessionsOfDay, listSearchFilters } from './queries.ts'

const standardDays = 30
const maxDays = 92

type Query = z.output<(typeof searchCalls)['GET /api/appointments/times/{support_type_id}']['query']>

/** The free days of a support type in a period and, with `date`, that day's sessions. */
async function search(db: Connection, scope: Scope, supportTypeId: string, { date, ...query }: Query & { asStaff: boolean }) {
  const [supportType, { time_zone, notice_minutes }] = await Promise.all([
    // A retired one may still have sessions, which staff fill.
    findSupportType(db, scope, supportTypeId, { retired: query.asStaff }),
    readSettingsRow(db),
  ])
  if (!supportType) return refuse('not_found')
  const from = query.from ?? localDateOf(Temporal.Instant.fromEpochMilliseconds(scope.now.getTime()), time_zone)
  const to = query.to ?? addDays(from, standardDays)
  if (daysBetween(from, to) < 0) return refuseField('to', 'field.mustNotBeBeforeFrom')
  if (daysBetween(from, to) > maxDays) return refuseField('to', ['field.mustBeAtMostDaysAfterFrom2', { days: maxDays }])

  const { place_id, mentor_id, language, weekday, part, asStaff } = query
  const interpreter = query.interpreter === 'true'
  const filter = { support_type_id: supportType.id, place_id, mentor_id, language, weekday, part, notice_minutes, asStaff, interpreter }
  const [days, filters, schedules] = await Promise.all([
    findFreeDays(db, scope, { ...filter, from, to }),
    listSearchFilters(db, scope, { support_type_id: supportType.id, interpreter, from, to }),
    date ? findSessionsOfDay(db, scope, { ...filter, date }) : undefined,
  ])
  return { support_type: supportType, days, ...filters, ...(schedules && { schedules }) }
}

/** Registers the search of clients and of staff, and the live streams. */
export function registerSearch(app: App): void {
  handle(
    app,
    searchCalls,
    'GET /api/search-schedule/{support_type_id}',
    async ({ scope, params, query, platform: { db } }) => search(db, scope, params.support_type_id, { ...query, asStaff: false }),
    { shared: true },
  )
  handle(app, searchCalls, 'GET /api/appointments/times/{support_type_id}', async ({ scope, params, query, platform: { db } }) =>
    search(db, scope, params.support_type_id, { ...query, asStaff: true }),
  )

  const streams = openLiveStreams(app)
  handle(app, searchCalls, 'GET /api/search-schedule/{support_type_id}/live', async ({ scope, params, platform: { db }, http }) => {
    if (!(await findSupportType(db, scope, params.support_type_id))) return refuse('not_found')
    return streams.open(http.request, http.reply, params.support_type_id)
  })
  // Here, so that all streams share their limits.
  handle(app, dayCalls, 'GET /api/day/live', async ({ http }) => streams.open(http.request, http.reply))
  handle(app, dayCalls, 'GET /api/mentor-day/live', async ({ http }) => streams.open(http.request, http.reply))
}
