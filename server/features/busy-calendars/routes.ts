import { busyCalendarCalls, type BusyCalendar } from '#contract/busy-calendars.ts'
import { done } from '../../platform/done.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import { mentorChanges } from '../../platform/request-limits.ts'
import { formatFetchRefusal } from '../../platform/safe-fetch/format-fetch-refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { scheduleRefresh, removeBusyCalendar, setBusyCalendar } from './commands.ts'
import { readableCalendarOwner, writableCalendarOwner } from './policy.ts'
import { listBusyCalendars, mayChangeCalendar } from './queries.ts'

/** Mentors' own calendars, from which busy times come. */
export function registerBusyCalendars(app: App): void {
  const own = {
    exists: ({ scope, params, platform: { db } }: { scope: PersonScope; params: { id: string }; platform: Platform }) =>
      mayChangeCalendar(db, scope, params.id),
  }

  handle(app, busyCalendarCalls, 'GET /api/busy-calendars', async ({ scope, query, platform }) => {
    const whose = readableCalendarOwner(scope, query.mentor_id)
    return whose instanceof Refusal ? whose : { data: await listBusyCalendars(platform, scope, whose) }
  })

  handle(
    app,
    busyCalendarCalls,
    'POST /api/busy-calendars',
    async ({ scope, body, platform }) => {
      const whose = writableCalendarOwner(scope, body.mentor_id)
      if (whose instanceof Refusal) return whose
      const address = body.address.replace(/^webcals?:/i, 'https:')
      const why = platform.safeFetch.refuse(address)
      if (why) return refuseField('address', formatFetchRefusal(why))
      return setBusyCalendar(platform, scope, whose, address)
    },
    mentorChanges,
  )

  handle(
    app,
    busyCalendarCalls,
    'POST /api/busy-calendars/{id}/read',
    async ({ scope, params, platform }) => {
      await scheduleRefresh(platform.db, scope, params.id)
      return show(platform, scope, params.id)
    },
    own,
  )

  handle(
    app,
    busyCalendarCalls,
    'DELETE /api/busy-calendars/{id}',
    async ({ scope, params, platform }) =>
      (await removeBusyCalendar(platform, scope, params.id)) ? done(scope, 'calendarRemoved') : refuse('not_found'),
    own,
  )
}

/** The calendar may have been removed since it was written. */
const show = async (platform: Platform, scope: PersonScope, mentorId: string): Promise<BusyCalendar | Refusal> =>
  (await listBusyCalendars(platform, scope, mentorId))[0] ?? refuse('not_found')
