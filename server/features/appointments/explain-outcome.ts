import type { RawBuilder } from 'kysely'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, refuseField, type Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { findNearestTimes } from './nearest-queries.ts'
import type { Sentence } from '../../platform/text.ts'

/** The result of the database's booking functions; `refusal` is null on success. */
export interface Outcome {
  refusal: RefusalCode | null
  reason: string | null
  missing: string[] | null
  appointment: string | null
}

/** The sentences for the reasons of 409 `not_bookable`. */
const notBookableSentences: Record<string, Sentence> = {
  cancelled: 'refused.thisSessionWasCancelled',
  past: 'refused.thisTimeHasPassed',
  interpreted: 'refused.thisTimeIsKeptForAppointments',
  notice: 'refused.itIsTooShortNoticeTo',
  not_open_yet: 'refused.bookingForThisSessionHasNot',
  closed_day: 'refused.thePlaceIsClosedAtThat',
  mentor_away: 'refused.theMentorIsAwayAtThat',
}

/**
 * The refusal of a booking or a move, with details that help: the nearest free times, the reason, or the
 * contracts still to accept.
 */
export async function explainOutcome(
  db: Connection,
  scope: Scope,
  { refusal, reason, missing }: Partial<Outcome>,
  { schedule_id, starts_at, asStaff = false }: { schedule_id: string; starts_at: string; asStaff?: boolean },
): Promise<Refusal> {
  if (refusal === 'slot_taken')
    return refuse('slot_taken', { nearest: await findNearestTimes(db, scope, { schedule_id, starts_at, asStaff, language: null }) })
  if (refusal === 'not_bookable' && reason === 'no_such_time') return refuseField('starts_at', 'field.isNotATimeOfThis')
  if (refusal === 'not_bookable')
    return refuse('not_bookable', {
      message: notBookableSentences[reason ?? ''] ?? 'refusal.not_bookable.message',
      ...(reason && { reason }),
    })
  if (refusal === 'contracts_required') return refuse('contracts_required', { contracts: missing ?? [] })
  return refuse(refusal ?? 'unexpected')
}

/** Calls a database function that returns one row. */
export async function callFunction<Row>(db: Connection, call: RawBuilder<Row>): Promise<Row> {
  const [row] = (await call.execute(db)).rows
  if (!row) throw new Error('a database function answered nothing')
  return row
}
