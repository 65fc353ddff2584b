import { sql } from 'kysely'
import { decideClientActions } from '#domain/booking/policies.ts'
import { Temporal } from '#domain/time/temporal.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { cancelAppointments } from '../cancelling/commands.ts'
import { lockClientOf } from './lock-commands.ts'
import { explainOutcome, callFunction, type Outcome } from './explain-outcome.ts'
import { explainAction } from './policy.ts'
import { readPolicies } from './queries.ts'

interface Change {
  id: string
  revision?: number | undefined
}

/**
 * The client's own appointment, locked after the client, or the refusal if the policy does not allow a
 * change.
 */
async function lockForClient(
  trx: Connection,
  scope: PersonScope,
  { id, revision }: Change,
  what: 'cancel' | 'move',
): Promise<Refusal | null> {
  await lockClientOf(trx, id)
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
  const can = decideClientActions(
    { status: row.status, starts_at: Temporal.Instant.from(row.starts_at) },
    Temporal.Instant.fromEpochMilliseconds(scope.now.getTime()),
    policies,
  )[what]
  if (can === true) return null
  const code = can === 'too_late' ? 'too_late' : 'bad_transition'
  return refuse(code, { reason: can, message: explainAction(can, policies) })
}

/** Cancels the client's own appointment within the policy; the seat is free immediately. */
export async function cancelOwnAppointment(
  db: Connection,
  scope: PersonScope,
  change: Change & { reason?: string | undefined },
): Promise<null | Refusal> {
  return decideInTransaction(db, async trx => {
    const refusal = await lockForClient(trx, scope, change, 'cancel')
    if (refusal) return refusal
    await cancelAppointments(trx, scope, sql`a.id = ${change.id}`, { by: 'client', reason: change.reason ?? '' })
    return null
  })
}

/** Moves the client's own appointment within the policy, in one transaction. Id and reference stay. */
export async function moveOwnAppointment(
  db: Connection,
  scope: PersonScope,
  change: Change & { schedule_id: string; starts_at: string; mentor_id?: string | null | undefined },
): Promise<null | Refusal> {
  const outcome = await decideInTransaction(db, async trx => {
    const refusal = await lockForClient(trx, scope, change, 'move')
    if (refusal) return refusal
    const { schedule_id, starts_at, mentor_id = null } = change
    const move = sql<Pick<Outcome, 'refusal' | 'reason'>>`
      SELECT * FROM move_appointment(${change.id}, ${scope.person.id}, false, ${schedule_id}, ${starts_at}, ${mentor_id}, ${scope.now}, '')`
    return callFunction(trx, move)
  })
  if (!('refusal' in outcome)) return outcome
  return outcome.refusal === null ? null : explainOutcome(db, scope, outcome, change)
}
