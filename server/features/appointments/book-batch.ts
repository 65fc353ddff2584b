import { sql } from 'kysely'
import type { Appointment } from '#contract/appointments.ts'
import { defineBatch } from '../../platform/database/batch.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { IdempotencyKey } from '../../platform/http/idempotency.ts'
import { bookingsMade } from '../../platform/metrics/measures.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { findOwnClientsIn } from '../mentor-access/queries.ts'
import { isBusyClient } from '../people/commands.ts'
import { type BookingRequest, type BookingRow, toRow } from './book-appointment.ts'
import { explainOutcome, type Outcome } from './explain-outcome.ts'
import { presentAppointment, policiesOf, withoutMeetingLink } from './present.ts'
import { type AppointmentWithPolicy, bookedAppointments } from './rows/queries.ts'

/** `answer` is the stored response of a repeated idempotency key. */
interface BookingOutcome extends Omit<Outcome, 'refusal'> {
  ordinal: number
  refusal: Outcome['refusal'] | 'idempotency_mismatch'
  answer: Appointment | null
}

const bookAppointments = defineQuery(
  'book appointments',
  (_db, { requests }: { requests: Param<string> }) => sql<BookingOutcome>`SELECT * FROM book_appointment(${requests}::jsonb)`,
  { priority: true },
)

/**
 * Concurrent bookings are decided in one statement and become durable with one commit. More than 64 would
 * delay the first of them.
 */
const bookTogether = defineBatch(
  'bookings',
  async (db, requests: readonly BookingRow[]): Promise<BookingOutcome[]> => {
    const numbered = JSON.stringify(requests.map((request, ordinal) => ({ ordinal, ...request })))
    const outcomes = await bookAppointments(db, { requests: numbered }).catch(error => {
      if (requests.length > 1 || !isBusyClient(error)) throw error
      return [{ ordinal: 0, refusal: 'client_busy', reason: null, missing: null, appointment: null, answer: null } satisfies BookingOutcome]
    })
    const byOrdinal = new Map(outcomes.map(outcome => [outcome.ordinal, outcome]))
    return requests.map((_, ordinal) => byOrdinal.get(ordinal) as BookingOutcome)
  },
  { maxSize: 64, maxConcurrent: 2 },
)

const readBooked = defineBatch(
  'booked',
  async (db, ids: readonly string[]): Promise<AppointmentWithPolicy[]> => {
    const rows = new Map((await bookedAppointments(db, { ids })).map(row => [row.id, row]))
    return ids.map(id => rows.get(id) as AppointmentWithPolicy)
  },
  { maxSize: 64, maxConcurrent: 2 },
)

const storeAnswers = defineQuery(
  'store answers',
  (_db, { answers }: { answers: Param<string> }) => sql<object>`SELECT store_answers(${answers}::jsonb)`,
  { priority: true },
)

/**
 * The caller does not wait for this. Until the response is stored, the same key finds the same
 * appointment.
 */
const storeAnswer = defineBatch(
  'answers',
  async (db, answers: readonly { actor: string; key: string; status: 201; answer: Appointment }[]) => {
    await storeAnswers(db, { answers: JSON.stringify(answers) })
    return answers.map(() => undefined)
  },
  { maxSize: 64, maxConcurrent: 1, collectMs: 50 },
)

/**
 * Books a seat in one batch with concurrent bookings; each gets its own outcome. A single booking runs at
 * once.
 */
export async function bookInBatch(
  db: Connection,
  scope: PersonScope,
  request: BookingRequest,
  idempotencyKey: IdempotencyKey | null,
): Promise<Appointment | Refusal> {
  const outcome = await bookTogether(db, { ...toRow(scope, request), ...idempotencyKey })
  if (outcome.answer) return outcome.answer
  if (outcome.refusal === 'idempotency_mismatch') return refuse('idempotency_mismatch')
  if (!outcome.appointment) return explainOutcome(db, scope, outcome as Outcome, request)
  bookingsMade.inc({ by: request.asStaff ? 'staff' : 'client' })
  const row = await readBooked(db, outcome.appointment)
  const appointment = presentAppointment(row, scope, policiesOf(row.policy_row), await findOwnClientsIn(db, scope, [row]))
  if (idempotencyKey)
    storeAnswer(db, { actor: idempotencyKey.actor, key: idempotencyKey.key, status: 201, answer: withoutMeetingLink(appointment) }).catch(
      () => {},
    )
  return appointment
}
