import { appointmentCalls } from '#contract/appointments.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { done } from '../../platform/done.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { refuseAppointmentWithoutReason } from '../access-log/reasons/queries.ts'
import { recipientLanguage } from '../../platform/language.ts'
import { listRequiredContracts } from '../contracts/queries.ts'
import { expectMessages } from '../message-reach/queries.ts'
import { findUser } from '../people/queries.ts'
import { presentUser } from '../people/present.ts'
import { findScheduleById } from '../schedules/queries.ts'
import { listSupportTypes } from '../support-types/queries.ts'
import { previewStatuses } from './batch-queries.ts'
import { countRequestedMentors, findSessionsAhead, findStaffSlots, readStanding } from './choice-queries.ts'
import { changeAppointment } from './edit-commands.ts'
import { appointmentExists, isVisibleAppointment, listAppointmentsIn, readHistory, readWrittenAppointment } from './queries.ts'
import { undoMove, undoStatuses } from './restoring/commands.ts'
import { changeStatus, changeStatuses, excuseNoShow } from './status-commands.ts'

/** Routes of staff and mentors: the working list, the forms, and attendance. */
export function registerDesk(app: App): void {
  handle(app, appointmentCalls, 'GET /api/appointments', async ({ scope, query, platform: { db } }) => {
    const schedule = await findScheduleById(db, scope, query.schedule_id)
    if (!schedule) return refuse('not_found')
    const [slots, data, requested_mentors] = await Promise.all([
      findStaffSlots(db, scope, schedule.id),
      listAppointmentsIn(db, scope, query),
      countRequestedMentors(db, scope, schedule.id),
    ])
    return { schedule, slots, data, mentors: schedule.mentors, requested_mentors }
  })

  handle(app, appointmentCalls, 'GET /api/appointments/create', async ({ scope, query, platform: { db, settings } }) => {
    const { schedule_id, user_id } = query
    const schedule = schedule_id ? await findScheduleById(db, scope, schedule_id) : null
    const user = user_id ? await findUser(db, scope, user_id) : undefined
    if ((schedule_id && !schedule) || (user_id && !user?.active)) return refuse('not_found')
    const supportTypeId = query.support_type_id ?? schedule?.support_type_id
    const [choices, contracts, standing, messages] = await Promise.all([
      findChoices(db, scope, schedule?.id, supportTypeId, { from: query.from }),
      // As the client reads them, who may not be the one at the screen.
      listRequiredContracts(db, scope, { purpose: 'booking', userId: user_id, reader: recipientLanguage(user?.locale, scope.language) }),
      user ? readStanding(db, scope, user.id) : null,
      expectMessages(db, scope, settings, 'appointment_booked', user ? [user.id] : []),
    ])
    const message = user && messages.get(user.id)
    return {
      schedule,
      ...choices,
      contracts,
      client: user && standing && message ? { user: presentUser(user), ...standing, message } : null,
    }
  })

  const existing = {
    exists: ({ scope, params, platform: { db } }: { scope: PersonScope; params: { id: string }; platform: Platform }) =>
      appointmentExists(db, scope, params.id),
  }
  const opened = {
    ...existing,
    refuse: ({ scope, params, platform: { db } }: { scope: PersonScope; params: { id: string }; platform: Platform }) =>
      refuseAppointmentWithoutReason(db, scope, params.id),
  }

  handle(
    app,
    appointmentCalls,
    'GET /api/appointments/{id}/edit',
    async ({ scope, params, query, platform: { db } }) => {
      const appointment = await readWrittenAppointment(db, scope, params.id)
      const schedule = await findScheduleById(db, scope, appointment.schedule_id)
      if (!schedule) return refuse('not_found')
      const [choices, history] = await Promise.all([
        findChoices(db, scope, query.schedule_id ?? schedule.id, query.support_type_id ?? schedule.support_type_id, {
          from: query.from,
          interpreter: appointment.interpreter_language !== null,
        }),
        readHistory(db, scope, appointment),
      ])
      return { appointment, schedule, history, ...choices }
    },
    opened,
  )

  handle(
    app,
    appointmentCalls,
    'PUT /api/appointments/{id}',
    async ({ scope, params, body, platform: { db } }) => {
      const changed = await changeAppointment(db, scope, params.id, body)
      return changed instanceof Refusal ? changed : { ...(await readWrittenAppointment(db, scope, params.id)), ...changed }
    },
    opened,
  )

  handle(
    app,
    appointmentCalls,
    'POST /api/appointments/{id}/status',
    async ({ scope, params, body, platform: { db } }) => {
      const changed = await changeStatus(db, scope, { ...body, id: params.id })
      return changed instanceof Refusal ? changed : { ...(await readWrittenAppointment(db, scope, params.id)), ...changed }
    },
    { exists: ({ scope, params, platform: { db } }) => isVisibleAppointment(db, scope, params.id) },
  )

  handle(app, appointmentCalls, 'POST /api/appointments/status/preview', async ({ scope, body, platform: { db, settings } }) => ({
    appointments: await previewStatuses(db, scope, settings, body),
  }))

  handle(app, appointmentCalls, 'POST /api/appointments/status', ({ scope, body, platform: { db } }) => changeStatuses(db, scope, body))

  handle(
    app,
    appointmentCalls,
    'POST /api/appointments/status/undo',
    async ({ scope, body, platform: { db } }) => (await undoStatuses(db, scope, body.undo)) ?? done(scope, 'undone'),
  )

  handle(
    app,
    appointmentCalls,
    'POST /api/appointments/move/undo',
    async ({ scope, body, platform: { db } }) => (await undoMove(db, scope, body.undo)) ?? done(scope, 'undone'),
  )

  handle(
    app,
    appointmentCalls,
    'POST /api/appointments/{id}/excuse',
    async ({ scope, params, body, platform: { db } }) =>
      (await excuseNoShow(db, scope, { excused: true, ...body, id: params.id })) ?? readWrittenAppointment(db, scope, params.id),
    existing,
  )
}

/** The choices of the booking and moving forms; `interpreter`: of an appointment, whether it needs one. */
async function findChoices(
  db: Connection,
  scope: PersonScope,
  scheduleId: string | undefined,
  supportTypeId: string | undefined,
  which: { from: string | undefined; interpreter?: boolean },
) {
  const [slots, sessions, support_types] = await Promise.all([
    scheduleId ? findStaffSlots(db, scope, scheduleId, which.interpreter) : [],
    supportTypeId ? findSessionsAhead(db, scope, supportTypeId, which) : [],
    listSupportTypes(db, scope),
  ])
  const mentors = [...new Map(slots.map(({ mentor }) => [mentor.id, mentor])).values()]
  return { slots, sessions, support_types, mentors }
}
