import { type Selectable, sql } from 'kysely'
import type { AppointmentChange } from '#contract/appointments.ts'
import type { Database } from '#database/types.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { beginAction, keepAction } from '../undo/commands.ts'
import { lockClientFor, placeOf } from './lock-commands.ts'
import type { MovedState } from './restoring/commands.ts'
import { explainOutcome, callFunction, type Outcome } from './explain-outcome.ts'

/**
 * Changes an appointment for staff, all or nothing. The interpreter comes before the move, because it decides which
 * times are open to the appointment; each is a step in the history. The message of a move waits, so that Undo comes
 * first. `undo`: the action's id; null without a move.
 */
export async function changeAppointment(
  db: Connection,
  scope: PersonScope,
  id: string,
  { revision, questions, interpreter_language, payment, reason = '', ...where }: AppointmentChange,
): Promise<{ undo: string | null } | Refusal> {
  let undo: string | null = null
  const outcome = await decideInTransaction(db, async trx => {
    const hasWords = reason !== '' || (questions?.length ?? 0) > 0 || (interpreter_language ?? null) !== null
    const closed = await lockClientFor(trx, id, hasWords)
    if (closed) return closed
    const row = await trx
      .selectFrom('appointments')
      .select([
        'status',
        'schedule_id',
        'slot_id',
        'mentor_id',
        'room',
        'price_amount',
        'price_currency',
        'starts_at',
        'revision',
        'questions',
        'interpreter_language',
        'payment_status',
      ])
      .select([placeOf, wasBlocked])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) return refuse('not_found')
    if (revision !== undefined && revision !== row.revision) return refuse('stale')
    if (row.status === 'entered-in-error') return refuse('bad_transition')
    const by = { changed_by: scope.person.id, change_reason: reason }
    if (interpreter_language !== undefined && interpreter_language !== row.interpreter_language)
      await trx
        .updateTable('appointments')
        .set({ interpreter_language, ...by })
        .where('id', '=', id)
        .execute()
    if (where.schedule_id !== undefined || where.starts_at !== undefined || where.mentor_id !== undefined) {
      const moved = await moveAppointment(trx, scope, { id, ...row }, where, reason)
      if (moved instanceof Refusal) return moved
      undo = moved
    }
    if (questions && JSON.stringify(questions) !== JSON.stringify(row.questions))
      await trx
        .updateTable('appointments')
        .set({ questions, ...by })
        .where('id', '=', id)
        .execute()
    if (payment && payment.status !== row.payment_status)
      await trx
        .updateTable('appointments')
        .set({ payment_status: payment.status, payment_by: scope.person.id, payment_at: scope.now, ...by })
        .where('id', '=', id)
        .execute()
    return null
  })
  return outcome ?? { undo }
}

type Place = Pick<AppointmentChange, 'schedule_id' | 'starts_at' | 'mentor_id'>
type Locked = Pick<
  Selectable<Database['appointments']>,
  'id' | 'schedule_id' | 'slot_id' | 'mentor_id' | 'room' | 'price_amount' | 'price_currency' | 'starts_at'
> & {
  place_id: string | null
  was_blocked: boolean
}

const wasBlocked = sql<boolean>`(SELECT blocked IS NOT NULL FROM slots WHERE slots.id = appointments.slot_id)`.as('was_blocked')

/** Moves a locked appointment. Returns the id of the action that undoes it; null where it keeps its slot. */
async function moveAppointment(
  trx: Connection,
  scope: PersonScope,
  row: Locked,
  where: Place,
  reason: string,
): Promise<string | Refusal | null> {
  const action = await beginAction(trx, scope)
  const { schedule_id = row.schedule_id, starts_at } = where
  // Omitted, the mentor stays; in another session any who is free.
  const { mentor_id = schedule_id === row.schedule_id ? row.mentor_id : null } = where
  if (starts_at === undefined && schedule_id !== row.schedule_id) return refuseField('starts_at', 'field.isRequiredWithScheduleId')
  const wanted = { schedule_id, starts_at: starts_at ?? row.starts_at }
  const moved = await callFunction(
    trx,
    sql<Pick<Outcome, 'refusal' | 'reason'>>`SELECT * FROM move_appointment(
      ${row.id}, ${scope.person.id}, true, ${wanted.schedule_id}, ${wanted.starts_at}, ${mentor_id}, ${scope.now}, ${reason})`,
  )
  if (moved.refusal !== null) return explainOutcome(trx, scope, moved, { ...wanted, asStaff: true })
  const { slot_id } = await trx.selectFrom('appointments').select('slot_id').where('id', '=', row.id).executeTakeFirstOrThrow()
  if (slot_id === row.slot_id) return null
  const { id, room, price_amount, price_currency, place_id, was_blocked } = row
  const before: MovedState = {
    id,
    slot_id: row.slot_id,
    room,
    price_amount,
    price_currency,
    starts_at: row.starts_at,
    place_id,
    to: slot_id,
    was_blocked,
  }
  await keepAction(trx, scope, action, 'move_appointment', before)
  return action
}
