import type { Appointment, AppointmentStep } from '#contract/appointments.ts'
import { resolveMeetingLink } from '#domain/booking/meeting-link.ts'
import type { Policies } from '#domain/booking/policies.ts'
import type { Scope } from '../../platform/scope.ts'
import { photoUrl } from '../people/present.ts'
import { presentPlace } from '../places/present.ts'
import { presentSupportType } from '../support-types/present.ts'
import { meetingWindowOf, maySeeMeetingLink, decideActions } from './policy.ts'
import type { AppointmentRow, PolicyRow } from './rows/queries.ts'

/** The policies from a row of settings. */
export const policiesOf = (row: PolicyRow): Policies => ({ changeMinutes: row.change_minutes })

/** The place, with the appointment's meeting link only while the caller may see it. */
function presentMeeting(row: AppointmentRow, scope: Scope, ownClients: ReadonlySet<string>): Pick<Appointment, 'place' | 'meeting'> {
  const place = presentPlace(row.place)
  const pattern = row.place.kind === 'online' ? (row.session_link ?? row.place.meeting_url) : null
  const link = pattern && resolveMeetingLink(pattern, row.room)
  const window = link ? meetingWindowOf(row) : null
  return {
    place: { ...place, meeting_url: link && maySeeMeetingLink(row, scope, ownClients) ? link : null },
    meeting: window && { from: window.from.toString(), until: window.until.toString() },
  }
}

/** An appointment without its meeting link, for responses that are stored. */
export const withoutMeetingLink = (appointment: Appointment): Appointment => ({
  ...appointment,
  place: { ...appointment.place, meeting_url: null },
})

/** An appointment as the caller may see it. `ownClients`: the result of `findOwnClientsIn` for the rows. */
export function presentAppointment(row: AppointmentRow, scope: Scope, policies: Policies, ownClients: ReadonlySet<string>): Appointment {
  return {
    id: row.id,
    reference: row.reference,
    schedule_id: row.schedule_id,
    support_type: presentSupportType(row.support_type),
    ...presentMeeting(row, scope, ownClients),
    mentor: { id: row.mentor_id, name: row.mentor_name, photo: photoUrl(row.mentor_photo_id) },
    requested_mentor_id: row.requested_mentor_id,
    user: { id: row.user_id, name: row.user_name, phone: row.user_phone, photo: photoUrl(row.user_photo_id) },
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    time_zone: row.place.time_zone,
    serial: row.serial,
    status: row.status,
    questions: row.questions,
    interpreter_language: row.interpreter_language,
    price: { amount: row.price_amount, currency: row.price_currency },
    payment: { status: row.payment_status, recorded_by: row.payment_by_name, recorded_at: row.payment_at },
    feedback: { client: Boolean(row.has_client_feedback), mentor: Boolean(row.has_mentor_feedback) },
    can: decideActions(row, scope, policies, ownClients),
    excused_at: row.excused_at,
    cancelled:
      row.status === 'cancelled' && row.cancelled_by
        ? { by: row.cancelled_by, reason: row.cancel_reason, at: row.cancelled_at ?? row.created_at }
        : null,
    revision: row.revision,
    created_at: row.created_at,
  }
}

/** One audit row of an appointment; `before` and `after` are its states (`appointment_state`, SQL). */
export interface StepRow {
  at: string
  actor_id: string | null
  actor_name: string | null
  action: string
  reason: string
  before: AppointmentStep['from']
  after: AppointmentStep['to'] | null
}

/** One step of an appointment's history. Only staff see which member of staff did it. */
export function presentStep(row: StepRow, showNames: boolean, ownId: string): AppointmentStep[] {
  if (!row.after) return []
  const by = row.actor_id !== null && (showNames || row.actor_id === ownId) ? { id: row.actor_id, name: row.actor_name ?? '' } : null
  return [
    {
      at: row.at,
      by,
      action: row.action,
      reason: row.reason,
      from: row.before,
      to: row.after,
    },
  ]
}
