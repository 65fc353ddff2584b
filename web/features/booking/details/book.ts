import type { Appointment } from '#contract/appointments.ts'
import type { Contract } from '#contract/contracts.ts'
import type { SupportType } from '#contract/support-types.ts'
import { acceptedOf } from '../../../lib/accepted-texts.ts'
import { call } from '../../../lib/api.ts'
import { isRefusal, Refusal } from '../../../lib/refusal.ts'
import { interpreterOf } from '../../people/interpreter-field.tsx'
import { type Draft, attemptAt, clearAttempt } from './draft.ts'

/** The chosen time: `starts_at` is RFC 3339, and `mentor_id` null leaves the mentor to the server. */
export interface BookingRequest {
  schedule_id: string
  starts_at: string
  mentor_id: string | null
}

/** Books at the price that the page shows. A retry of the same choice sends what was sent first, with the same key, so that it cannot book twice. */
export async function bookAppointment(
  request: BookingRequest,
  { questions, accepted, interpreting }: Draft,
  contracts: readonly Contract[],
  price: SupportType['price'] | undefined,
): Promise<Appointment> {
  const wanted = {
    ...request,
    questions: questions.map(question => question.trim()).filter(question => question !== ''),
    interpreter_language: interpreterOf(interpreting),
  }
  const { body, key } = attemptAt(JSON.stringify([wanted, accepted]), {
    ...wanted,
    ...(price && { price }),
    accepted_texts: acceptedOf(contracts, accepted),
  })
  try {
    const booked = await call('POST /api/appointments', { body, idempotencyKey: key })
    clearAttempt()
    return booked
  } catch (error) {
    if (isFinal(error)) clearAttempt()
    throw error
  }
}

/**
 * Moves. If an earlier try succeeded and only its response was lost, the appointment is already there: success.
 */
export async function moveAppointment({ id, revision }: Appointment, request: BookingRequest): Promise<Appointment> {
  try {
    return await call('POST /api/appointments/{id}/move', { params: { id }, body: { ...request, revision } })
  } catch (error) {
    const { appointment } = isRefusal(error, 'stale') ? await call('GET /api/appointments/{id}', { params: { id } }) : { appointment: null }
    if (appointment && isAt(appointment, request)) return appointment
    throw error
  }
}

/** Whether an appointment is at that time already. */
export const isAt = (appointment: Appointment, { schedule_id, starts_at, mentor_id }: BookingRequest): boolean =>
  appointment.schedule_id === schedule_id &&
  Date.parse(appointment.starts_at) === Date.parse(starts_at) &&
  (mentor_id === null || appointment.mentor.id === mentor_id)

/** Whether the server decided. Without an answer, or with "try again", the outcome is unknown. */
export const isFinal = (error: unknown) =>
  error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429 && error.code !== 'in_progress'
