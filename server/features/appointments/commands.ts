import { sql, type RawBuilder } from 'kysely'
import type { NewAppointment } from '#contract/appointments.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { whatClientCan } from '#domain/booking/policies.ts'
import { Temporal } from '#domain/time/temporal.ts'
import type { Connection } from '../../platform/database.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { readPhone } from '../people/queries.ts'
import { explain } from './policy.ts'
import { findNearestTimes, readPolicies } from './queries.ts'

interface Outcome {
  refusal: RefusalCode | null
  reason: string | null
  missing: string[] | null
  appointment: string | null
}

/** What stands behind a 409 `not_bookable`, for the person it stops. */
const notBookableSentences: Record<string, string> = {
  cancelled: 'This session was cancelled.',
  no_such_time: 'There is no such time in this session.',
  past: 'This time has passed.',
  notice: 'It is too short notice to book this time online. Please contact us.',
  not_open_yet: 'Booking for this session has not opened yet.',
}

/** The refusal of a booking or a move, with what helps: the nearest free times, the reason, the contracts still to accept. */
async function explainOutcome(
  db: Connection,
  scope: Scope,
  { refusal, reason, missing }: Partial<Outcome>,
  wanted: { schedule_id: string; starts_at: string },
): Promise<Refusal> {
  if (refusal === 'slot_taken') return refuse('slot_taken', { nearest: await findNearestTimes(db, scope, wanted) })
  if (refusal === 'not_bookable' && reason === 'no_such_time')
    return refuseField('starts_at', 'is not a time of this session with this mentor')
  if (refusal === 'not_bookable')
    return refuse('not_bookable', {
      message: notBookableSentences[reason ?? ''] ?? 'This time cannot be booked.',
      ...(reason && { reason }),
    })
  if (refusal === 'contracts_required') return refuse('contracts_required', { contracts: missing ?? [] })
  return refuse(refusal ?? 'unexpected')
}

/** The one row that a database function answers. */
async function outcomeOf<Row>(db: Connection, call: RawBuilder<Row>): Promise<Row> {
  const [row] = (await call.execute(db)).rows
  if (!row) throw new Error('a database function answered nothing')
  return row
}

export interface BookingWish extends NewAppointment {
  /** Whom the appointment is for. */
  clientId: string
  /** Staff are not bound by the organisation's policies for clients. */
  asStaff: boolean
  idempotencyKey: string | null
}

/**
 * Takes one seat: the database function `book_appointment` decides and writes in one statement, with audit and outbox rows.
 * Answers the appointment's id, or the refusal with what helps the person on.
 */
export async function bookAppointment(db: Connection, scope: PersonScope, wish: BookingWish): Promise<string | Refusal> {
  const { person, now, ip, userAgent } = scope
  const booking = sql<Outcome>`
    SELECT * FROM book_appointment(${wish.clientId}, ${person.id}, ${wish.asStaff}, ${wish.schedule_id}, ${wish.starts_at}, ${wish.mentor_id ?? null},
      ${wish.questions ?? []}, ${wish.accepted_version_ids ?? []}, ${now}, ${ip}, ${userAgent}, ${wish.idempotencyKey})`
  const outcome = await outcomeOf(db, booking)
  return outcome.appointment ?? explainOutcome(db, scope, outcome, wish)
}

/** Books for somebody nobody has a record of yet: person and appointment are written together or not at all. People without a phone are welcome. */
export async function bookForNewClient(
  db: Connection,
  scope: PersonScope,
  { name, phone }: NonNullable<NewAppointment['new_client']>,
  wish: Omit<BookingWish, 'clientId'>,
): Promise<string | Refusal> {
  const e164 = phone ? await readPhone(db, scope, phone) : null
  if (e164 instanceof Refusal) return refuseField('new_client.phone', 'is not a possible phone number')
  const trx = await db.startTransaction().execute()
  try {
    const client = await trx
      .insertInto('users')
      .values({ name, phone: e164, created_at: scope.now })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (client) await recordAudit(trx, scope, { action: 'created', subject: 'user', subjectId: client.id, personId: client.id })
    const booked = client ? await bookAppointment(trx, scope, { ...wish, clientId: client.id }) : refuse('phone_taken')
    await (booked instanceof Refusal ? trx.rollback() : trx.commit()).execute()
    return booked
  } catch (error) {
    if (!trx.isRolledBack) await trx.rollback().execute()
    throw error
  }
}

interface Change {
  id: string
  revision?: number | undefined
}

/** The client's own appointment, locked, if the policy still lets them change it: otherwise why not. */
async function holdForClient(
  trx: Connection,
  scope: PersonScope,
  { id, revision }: Change,
  what: 'cancel' | 'move',
): Promise<Refusal | null> {
  const row = await trx
    .selectFrom('appointments')
    .select(['status', 'starts_at', 'revision'])
    .where('id', '=', id)
    .where('user_id', '=', scope.person.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return refuse('not_found')
  if (revision !== undefined && revision !== row.revision) return refuse('stale')
  const policies = await readPolicies(trx)
  const can = whatClientCan(
    { status: row.status, starts_at: Temporal.Instant.from(row.starts_at) },
    Temporal.Instant.fromEpochMilliseconds(scope.now.getTime()),
    policies,
  )[what]
  if (can === true) return null
  const reason = explain(can, policies)
  const code = can === 'too_late' ? 'too_late' : 'bad_transition'
  return refuse(code, { reason: can, ...(reason !== true && { message: reason.message }) })
}

/** Cancels the client's own appointment within the policy; the seat is free in the same instant. */
export async function cancelOwnAppointment(
  db: Connection,
  scope: PersonScope,
  change: Change & { reason?: string | undefined },
): Promise<null | Refusal> {
  return db.transaction().execute(async trx => {
    const refusal = await holdForClient(trx, scope, change, 'cancel')
    if (refusal) return refusal
    await trx
      .updateTable('appointments')
      .set({
        status: 'cancelled',
        cancelled_by: 'client',
        cancelled_at: scope.now,
        cancel_reason: change.reason ?? '',
        changed_by: scope.person.id,
        change_reason: change.reason ?? '',
      })
      .where('id', '=', change.id)
      .execute()
    return null
  })
}

/** Moves the client's own appointment within the policy: one transaction, the same id and reference. */
export async function moveOwnAppointment(
  db: Connection,
  scope: PersonScope,
  change: Change & { schedule_id: string; starts_at: string; mentor_id?: string | null | undefined },
): Promise<null | Refusal> {
  const outcome = await db.transaction().execute(async trx => {
    const refusal = await holdForClient(trx, scope, change, 'move')
    if (refusal) return refusal
    const { schedule_id, starts_at, mentor_id = null } = change
    const move = sql<Pick<Outcome, 'refusal' | 'reason'>>`
      SELECT * FROM move_appointment(${change.id}, ${scope.person.id}, false, ${schedule_id}, ${starts_at}, ${mentor_id}, ${scope.now}, '')`
    return outcomeOf(trx, move)
  })
  if (!('refusal' in outcome)) return outcome
  return outcome.refusal === null ? null : explainOutcome(db, scope, outcome, change)
}
