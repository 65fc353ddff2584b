import { mentorCalls } from '#contract/mentors.ts'
import { maxPlannerDays, plannerCalls } from '#contract/planner.ts'
import { addDays, daysBetween, isLocalDate, type LocalDate } from '#domain/time/local-date.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuse, refuseField } from '../../platform/refusal.ts'
import { refuseSpan } from '../../platform/refuse-span.ts'
import { holds, isOwnMentorId } from '../../platform/scope.ts'
import { listOwnAppointmentsIn } from '../appointments/queries.ts'
import { readSettingsRow } from '../site/queries.ts'
import { findMentorPlanner } from './planner-queries.ts'
import { listMentors } from './queries.ts'
import { defaultDays, findMentorName, listMentorSessions } from './session-queries.ts'

/** Maximum number of days of one request for sessions. */
const maxDays = 366

/** Registers the calls on mentors: the public list, and mentors' own sessions. */
export function registerMentors(app: App): void {
  handle(
    app,
    mentorCalls,
    'GET /api/mentor-list',
    async ({ scope, query: { support_type_id, language }, platform: { db } }) => ({
      data: await listMentors(db, scope, { supportTypeId: support_type_id, language }),
    }),
    { shared: true },
  )

  handle(app, mentorCalls, 'GET /api/mentor-schedule', async ({ scope, query, platform: { db } }) => {
    const { person } = scope
    const id = query.user ?? person.id
    if (!isOwnMentorId(scope, id) && !holds(scope, 'Schedule List')) return refuse(id === person.id ? 'not_mentor' : 'missing_ability')
    for (const field of ['from', 'to'] as const) {
      const date = query[field]
      if (date !== undefined && !isLocalDate(date)) return refuseField(field, 'field.mustBeADateInThe')
    }
    const [settings, mentor] = await Promise.all([readSettingsRow(db), findMentorName(db, scope, id)])
    const days = defaultDays(scope, settings)
    const from = query.from ?? days.from
    const to = query.to ?? (query.from ? lastDayAfter(from, daysBetween(days.from, days.to)) : days.to)
    if (daysBetween(from, to) < 0 || daysBetween(from, to) > maxDays)
      return refuseField('to', ['field.mustBeAtMostDaysAfterFrom2', { days: maxDays }])
    return mentor ? { mentor, from, to, data: await listMentorSessions(db, scope, mentor, settings, { from, to }) } : refuse('not_found')
  })

  handle(
    app,
    plannerCalls,
    'GET /api/mentor-planner',
    async ({ scope, query, platform: { db } }) =>
      refuseSpan(query, maxPlannerDays) ?? (await findMentorPlanner(db, scope, query)) ?? refuse('not_found'),
  )

  handle(app, mentorCalls, 'GET /api/mentor-appointments', async ({ scope, query: { schedule_id, phone }, platform: { db } }) => {
    const [settings, mentor] = await Promise.all([readSettingsRow(db), findMentorName(db, scope, scope.person.id)])
    const [schedule] = mentor ? await listMentorSessions(db, scope, mentor, settings, { id: schedule_id }) : []
    if (!schedule) return refuse('not_found')
    return { schedule, data: await listOwnAppointmentsIn(db, scope, { schedule_id, search: phone?.replaceAll(/[^\d+]/g, '') }) }
  })
}

/** A date some days later, within the supported years. */
function lastDayAfter(from: LocalDate, days: number): LocalDate {
  const to = addDays(from, days)
  return isLocalDate(to) ? to : from
}
