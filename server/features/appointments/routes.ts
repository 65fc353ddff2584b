import { appointmentCalls } from '#contract/appointments.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { siteAddress } from '../../platform/config.ts'
import { translateAnswer } from '../../platform/content-texts.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuse, refuseField } from '../../platform/refusal.ts'
import { ownChanges } from '../../platform/request-limits.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'
import { refuseRecordWithoutReason, refuseAppointmentWithoutReason, withoutUnexplainedTexts } from '../access-log/reasons/queries.ts'
import { isOwnClient } from '../mentor-access/queries.ts'
import { findUser } from '../people/queries.ts'
import { logRecordAccess } from '../../platform/access-log-commands.ts'
import { findScheduleById } from '../schedules/queries.ts'
import { listSupportTypes } from '../support-types/queries.ts'
import { bookInBatch } from './book-batch.ts'
import { bookForNewClient } from './book-new-client.ts'
import { calendarFile } from './calendar/present.ts'
import { cancelOwnAppointment, moveOwnAppointment } from './change-commands.ts'
import {
  isOwnAppointment,
  latestAppointmentsOf,
  latestOwnAppointmentsOf,
  listSessionsWithOthers,
  readAppointment,
  readFeedbackOn,
  readHistory,
  readWrittenAppointment,
} from './queries.ts'

/** Registers the calls for booking and for the caller's own appointments, including past ones. */
export function registerAppointments(app: App): void {
  handle(
    app,
    appointmentCalls,
    'POST /api/appointments',
    async ({ scope, body, idempotencyKey, platform }) => {
      const forOther = body.new_client !== undefined || (body.user_id !== undefined && body.user_id !== scope.person.id)
      if (forOther && !holds(scope, 'Appointment Create')) return refuse('missing_ability')
      if (body.user_id && body.new_client) return refuseField('new_client', 'field.cannotBeCombinedWithUserId')
      const { new_client } = body
      return new_client
        ? bookForNewClient(platform, scope, new_client, body, idempotencyKey)
        : bookInBatch(platform.db, scope, { ...body, clientId: body.user_id ?? scope.person.id, asStaff: forOther }, idempotencyKey)
    },
    { handlesIdempotency: true },
  )

  handle(app, appointmentCalls, 'GET /api/appointments/{id}', async ({ scope, params, platform: { db } }) => {
    const appointment = await readAppointment(db, scope, params.id)
    if (!appointment) return refuse('not_found')
    const unexplained = await refuseAppointmentWithoutReason(db, scope, appointment.id)
    if (unexplained) return unexplained
    const [schedule, history] = await Promise.all([
      findScheduleById(db, scope, appointment.schedule_id),
      readHistory(db, scope, appointment),
    ])
    return schedule ? { appointment, schedule, history } : refuse('not_found')
  })

  const own = {
    exists: ({ scope, params, platform: { db } }: { scope: PersonScope; params: { id: string }; platform: App['platform'] }) =>
      isOwnAppointment(db, scope, params.id),
  }

  handle(
    app,
    appointmentCalls,
    'POST /api/appointments/{id}/cancel',
    async ({ scope, params, body, platform: { db } }) =>
      (await cancelOwnAppointment(db, scope, { ...body, id: params.id })) ?? readWrittenAppointment(db, scope, params.id),
    { ...own, ...ownChanges },
  )

  handle(
    app,
    appointmentCalls,
    'POST /api/appointments/{id}/move',
    async ({ scope, params, body, platform: { db } }) =>
      (await moveOwnAppointment(db, scope, { ...body, id: params.id })) ?? readWrittenAppointment(db, scope, params.id),
    { ...own, ...ownChanges },
  )

  handle(
    app,
    appointmentCalls,
    'GET /api/appointments/{id}/calendar',
    async ({ scope, params, platform: { db, settings, contentTexts }, http }) => {
      const found = await readAppointment(db, scope, params.id)
      if (!found) return refuse('not_found')
      const texts = await contentTexts.get(scope.language)
      const appointment = texts ? translateAnswer(found, texts) : found
      const unexplained = await refuseAppointmentWithoutReason(db, scope, appointment.id)
      if (unexplained) return unexplained
      await logRecordAccess(db, scope, { people: [appointment.user.id] }, 'appointment')
      return http.reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `attachment; filename="appointment-${formatReference(appointment.reference)}.ics"`)
        .send(calendarFile(appointment, scope.now, siteAddress(settings, http.request.socket.localPort), scope.language))
    },
  )

  handle(app, appointmentCalls, 'GET /api/previous-history', async ({ scope, query, platform: { db } }) => {
    const { person } = scope
    if (!person) {
      if (query.user_id) return refuse('unauthenticated')
      return { support_types: await listSupportTypes(db, scope), last_appointment: null, appointments: [] }
    }
    const asker = scope as PersonScope
    const userId = query.user_id ?? person.id
    const seesAll = userId === person.id || holds(scope, 'Appointment List')
    if (userId !== person.id) {
      if (!seesAll && !(await isOwnClient(db, asker, userId))) return refuse('not_found')
      if (!(await findUser(db, asker, userId))) return refuse('not_found')
      const unexplained = await refuseRecordWithoutReason(db, asker, userId)
      if (unexplained) return unexplained
      // Also if there are no appointments.
      await logRecordAccess(db, asker, { people: [userId] }, 'history')
    }
    const [support_types, data, others] = await Promise.all([
      listSupportTypes(db, scope),
      seesAll ? latestAppointmentsOf(db, asker, userId) : latestOwnAppointmentsOf(db, asker, userId),
      seesAll ? undefined : listSessionsWithOthers(db, asker, userId),
    ])
    const feedback = await readFeedbackOn(db, asker, data)
    return {
      support_types,
      last_appointment: data.find(({ status }) => status === 'fulfilled' || status === 'arrived' || status === 'booked') ?? null,
      appointments: await withoutUnexplainedTexts(
        db,
        asker,
        data.map(appointment => ({ ...appointment, feedbacks: feedback.get(appointment.id) ?? [] })),
      ),
      ...(others && { sessions_with_others: others }),
    }
  })
}
