import type { Appointment } from '#contract/appointments.ts'
import type { Contract } from '#contract/contracts.ts'
import { call } from '../../lib/api.ts'
import { isRefusal, Refusal } from '../../lib/refusal.ts'
import { session } from '../../lib/session.ts'
import { type Draft, forgetKey, keyOfIntent } from './draft.ts'

export interface Wish {
  schedule_id: string
  starts_at: string
  mentor_id: string | null
}

/** Books. The same wish tried again after a lost connection carries the same key, so that it cannot be booked twice. */
export async function bookTime(wish: Wish, { questions, accepted }: Draft, contracts: readonly Contract[]): Promise<Appointment> {
  const body = {
    ...wish,
    questions: questions.map(question => question.trim()).filter(question => question !== ''),
    accepted_version_ids: contracts.map(({ version_id }) => version_id).filter(id => accepted.includes(id)),
  }
  const idempotencyKey = keyOfIntent(JSON.stringify([session()?.user.id, body]))
  try {
    const booked = await call('POST /api/appointments', { body, idempotencyKey })
    forgetKey()
    return booked
  } catch (error) {
    if (isFinal(error)) forgetKey()
    throw error
  }
}

/** Moves. Where the first try arrived and only its answer was lost, the appointment is already there: that is success. */
export async function moveToTime({ id, revision }: Appointment, wish: Wish): Promise<Appointment> {
  try {
    return await call('POST /api/appointments/{id}/move', { params: { id }, body: { ...wish, revision } })
  } catch (error) {
    const { appointment } = isRefusal(error, 'stale') ? await call('GET /api/appointments/{id}', { params: { id } }) : { appointment: null }
    if (appointment && isAt(appointment, wish)) return appointment
    throw error
  }
}

const isAt = (appointment: Appointment, { schedule_id, starts_at }: Wish) =>
  appointment.schedule_id === schedule_id && Date.parse(appointment.starts_at) === Date.parse(starts_at)

/** The server decided: another try is another intent. Without an answer, or with "try again", nobody knows yet. */
const isFinal = (error: unknown) =>
  error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429 && error.code !== 'in_progress'
