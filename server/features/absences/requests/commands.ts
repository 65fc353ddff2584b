import { sql } from 'kysely'
import type { NewTimeOffRequest, TimeOffRequest } from '#contract/time-off-requests.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { decideInTransaction } from '../../../platform/database/decide-in-transaction.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { lockCaller, lockPeople } from '../../people/commands.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { readSpan, writeTimeOff } from '../commands.ts'
import { canBePlanned } from '../../schedules/planning/queries.ts'
import { findRequest } from './queries.ts'

const maxOpen = 20

/**
 * Requests time off for the caller. Refusals: 422 as `enterTimeOff`, `bad_transition` when too many are open, and those
 * of `lockCaller`.
 */
export function requestTimeOff(db: Connection, scope: PersonScope, input: NewTimeOffRequest): Promise<TimeOffRequest | Refusal> {
  const mentor_id = scope.person.id
  return decideInTransaction(db, async trx => {
    const closed = await lockCaller(trx, scope)
    if (closed) return closed
    const span = readSpan(input, (await readSettingsRow(trx)).time_zone)
    if (span instanceof Refusal) return span
    const { open } = await trx
      .selectFrom('time_off_requests')
      .select(sql<number>`count(*)::int`.as('open'))
      .where('mentor_id', '=', mentor_id)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow()
    if (open >= maxOpen) return refuse('bad_transition', { message: ['refused.youHaveOpenRequestsWithdrawOne', { count: maxOpen }] })
    const { id } = await trx
      .insertInto('time_off_requests')
      .values({ ...span, mentor_id, note: input.reason, created_at: scope.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(trx, scope, {
      action: 'entered',
      subject: 'time_off_request',
      subjectId: id,
      personId: mentor_id,
      after: { ...span },
    })
    const request = await findRequest(trx, scope, id)
    if (!request) throw new Error('a request that was written is not there')
    return request
  })
}

/**
 * Withdraws an open request of the caller. Refusals: `not_found`, and `bad_transition` for one that was decided.
 */
export function withdrawRequest(db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> {
  return decideInTransaction(db, async trx => {
    const request = await lockOpen(trx, scope, id)
    if (request instanceof Refusal) return request
    if (request.mentor.id !== scope.person.id) return refuse('not_found')
    await settle(trx, scope, request, 'withdrawn')
    return null
  })
}

/**
 * Approves a request: it becomes time off, whose id is returned. Refusals: `not_found`, `bad_transition` for one
 * that was decided or whose mentor is no longer active.
 */
export function approveRequest(db: Connection, scope: PersonScope, id: string): Promise<string | Refusal> {
  return decideInTransaction(db, async trx => {
    const request = await lockOpen(trx, scope, id)
    if (request instanceof Refusal) return request
    const { mentor, starts_at, ends_at, note } = request
    const offId = await writeTimeOff(trx, scope, { mentor_id: mentor.id, starts_at, ends_at, reason: note })
    await settle(trx, scope, request, 'approved')
    return offId
  })
}

/** Declines a request. Refusals as `approveRequest`. */
export function declineRequest(db: Connection, scope: PersonScope, id: string, reason: string): Promise<Refusal | null> {
  return decideInTransaction(db, async trx => {
    const request = await lockOpen(trx, scope, id)
    if (request instanceof Refusal) return request
    await settle(trx, scope, request, 'declined', reason)
    return null
  })
}

/** Locks an open request of an active mentor, and before it the mentor, as erasing and merging do. */
async function lockOpen(trx: Connection, scope: PersonScope, id: string): Promise<TimeOffRequest | Refusal> {
  const found = await trx.selectFrom('time_off_requests').select('mentor_id').where('id', '=', id).executeTakeFirst()
  if (!found) return refuse('not_found')
  await lockPeople(trx, scope, [found.mentor_id])
  await trx.selectFrom('time_off_requests').select('id').where('id', '=', id).forUpdate().execute()
  const request = await findRequest(trx, scope, id)
  if (!request) return refuse('not_found')
  if (request.state !== 'open') return refuse('bad_transition', { message: ['refused.requestDecided', { state: request.state }] })
  if (await canBePlanned(trx, scope, request.mentor.id)) return request
  return refuse('bad_transition', { message: 'refused.theMentorIsNoLongerActiveSo' })
}

/** Writes the decision, its audit row, and a message to the mentor unless it is their own. */
async function settle(
  trx: Connection,
  scope: PersonScope,
  { id, mentor }: TimeOffRequest,
  state: 'approved' | 'declined' | 'withdrawn',
  reason = '',
): Promise<void> {
  await trx
    .updateTable('time_off_requests')
    .set({ state, reason, decided_by: scope.person.id, decided_at: scope.now })
    .where('id', '=', id)
    .execute()
  await recordAudit(trx, scope, { action: state, subject: 'time_off_request', subjectId: id, personId: mentor.id, reason })
  if (mentor.id === scope.person.id) return
  const detail = JSON.stringify({ request_id: id })
  await trx.insertInto('outbox').values({ kind: 'hours_decided', user_id: mentor.id, detail }).execute()
}
