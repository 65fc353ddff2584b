import { sql } from 'kysely'
import type { NewAppointment } from '#contract/appointments.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { IdempotencyKey } from '../../platform/http/idempotency.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { readAccepted } from '../contracts/accepting/commands.ts'
import { isBusyClient } from '../people/commands.ts'
import { callFunction, explainOutcome, type Outcome } from './explain-outcome.ts'

/** A request to book a time, after its body was validated. */
export interface BookingRequest extends NewAppointment {
  /** The client who gets the appointment. */
  clientId: string
  /** Staff are not bound by the organisation's policies for clients. */
  asStaff: boolean
}

/** A request as `book_appointment` (database/schema/functions/booking.sql) takes it. */
export interface BookingRow extends Partial<IdempotencyKey> {
  client: string
  booked_by: string
  staff: boolean
  schedule: string
  starts_at: string
  mentor: string | null
  questions: readonly string[]
  /** The price that the client saw; null: not said. */
  shown_amount: number | null
  shown_currency: string | null
  /** Empty: none; null: as the client's record says. */
  interpreter: string | null
  accepted: readonly string[]
  /** In which each was read; null: the original. */
  languages: readonly (string | null)[] | null
  at: Date
  ip: string | null
  user_agent: string
}

/** A request as `book_appointment` (SQL) reads it. */
export function toRow({ person, now, ip, userAgent }: PersonScope, request: BookingRequest): BookingRow {
  const { versions, languages } = readAccepted(request)
  return {
    client: request.clientId,
    booked_by: person.id,
    staff: request.asStaff,
    schedule: request.schedule_id,
    starts_at: request.starts_at,
    mentor: request.mentor_id ?? null,
    questions: request.questions ?? [],
    shown_amount: request.price?.amount ?? null,
    shown_currency: request.price?.currency ?? null,
    interpreter: request.interpreter_language === null ? '' : (request.interpreter_language ?? null),
    accepted: versions,
    languages: languages.every(language => language === null) ? null : languages,
    at: now,
    ip,
    user_agent: userAgent,
  }
}

/**
 * Books a seat in the caller's transaction, which the caller rolls back on a refusal. Returns the
 * appointment's id. Refusals: those of `POST /api/appointments`.
 */
export async function bookAppointment(trx: Connection, scope: PersonScope, request: BookingRequest): Promise<string | Refusal> {
  const requests = JSON.stringify([{ ordinal: 0, ...toRow(scope, request) }])
  try {
    const outcome = await callFunction(trx, sql<Outcome>`SELECT * FROM book_appointment(${requests}::jsonb)`)
    return outcome.appointment ?? (await explainOutcome(trx, scope, outcome, request))
  } catch (error) {
    if (isBusyClient(error)) return refuse('client_busy')
    throw error
  }
}
