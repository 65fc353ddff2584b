import { sql } from 'kysely'
import type { HoursProposal, NewHoursProposal, ProposedHours } from '#contract/hours-proposals.ts'
import type { WeeklyHours } from '#contract/weekly-hours.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { decideInTransaction } from '../../../platform/database/decide-in-transaction.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { lockPeople } from '../../people/commands.ts'
import { canBePlanned } from '../planning/queries.ts'
import { insertWeeklyHours, refuseHours } from '../weekly-hours/commands.ts'
import { findProposal, hoursOf } from './queries.ts'

const maxOpen = 20

/**
 * Proposes weekly hours of the caller. Refusals: 422 as `createWeeklyHours`, and `bad_transition` when the
 * same hours or too many are open.
 */
export function proposeHours(db: Connection, scope: PersonScope, { note, ...hours }: NewHoursProposal): Promise<HoursProposal | Refusal> {
  const mentor_id = scope.person.id
  return decideInTransaction(db, async trx => {
    await lockPeople(trx, scope, [mentor_id])
    const refused = await refuseHours(trx, scope, { ...hours, mentor_id })
    if (refused) return refused
    const { open } = await trx
      .selectFrom('hours_proposals')
      .select(sql<number>`count(*)::int`.as('open'))
      .where('mentor_id', '=', mentor_id)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow()
    if (open >= maxOpen) return refuse('bad_transition', { message: ['refused.youHaveOpenProposalsWithdrawOne', { count: maxOpen }] })
    const { ranges, ...fields } = hours
    const same = await trx
      .selectFrom('hours_proposals')
      .select('id')
      .where(proposal => proposal.and({ ...fields, mentor_id, state: 'open' }))
      // The same ranges, in any order.
      .where(sql<boolean>`ranges @> ${JSON.stringify(ranges)}::jsonb AND ranges <@ ${JSON.stringify(ranges)}::jsonb`)
      .executeTakeFirst()
    if (same) return refuse('bad_transition', { message: 'refused.youHaveProposedTheseHours' })
    const { id } = await trx
      .insertInto('hours_proposals')
      .values({ ...fields, ranges: JSON.stringify(ranges), mentor_id, note, created_at: scope.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(trx, scope, { action: 'entered', subject: 'hours_proposal', subjectId: id, personId: mentor_id, after: { ...hours } })
    return readProposal(trx, scope, id)
  })
}

async function readProposal(trx: Connection, scope: PersonScope, id: string): Promise<HoursProposal> {
  const proposal = await findProposal(trx, scope, id)
  if (!proposal) throw new Error('a proposal that was written is not there')
  return proposal
}

/**
 * Withdraws an open proposal of the caller. Refusals: `not_found`, and `bad_transition` for one that was decided.
 */
export function withdrawProposal(db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> {
  return decideInTransaction(db, async trx => {
    const proposal = await lockOpen(trx, scope, id)
    if (proposal instanceof Refusal) return proposal
    if (proposal.mentor.id !== scope.person.id) return refuse('not_found')
    await settle(trx, scope, proposal, { state: 'withdrawn' })
    return null
  })
}

/**
 * Approves a proposal: its hours, or `hours` instead, become weekly hours. Refusals: `not_found`, `bad_transition`
 * for one that was decided or whose mentor is no longer active, and 422 as `createWeeklyHours`.
 */
export function approveProposal(
  db: Connection,
  scope: PersonScope,
  id: string,
  hours: ProposedHours | null,
): Promise<WeeklyHours | Refusal> {
  return decideInTransaction(db, async trx => {
    const proposal = await lockOpen(trx, scope, id)
    if (proposal instanceof Refusal) return proposal
    const planned = await insertWeeklyHours(trx, scope, { ...(hours ?? hoursOf(proposal)), mentor_id: proposal.mentor.id })
    if (planned instanceof Refusal) return planned
    await settle(trx, scope, proposal, { state: 'approved', weekly_hours_id: planned.id })
    return planned
  })
}

/** Declines a proposal. Refusals as `approveProposal`, without 422. */
export function declineProposal(db: Connection, scope: PersonScope, id: string, reason: string): Promise<Refusal | null> {
  return decideInTransaction(db, async trx => {
    const proposal = await lockOpen(trx, scope, id)
    if (proposal instanceof Refusal) return proposal
    await settle(trx, scope, proposal, { state: 'declined', reason })
    return null
  })
}

/** Locks an open proposal of an active mentor, and before it the mentor, as erasing and merging do. */
async function lockOpen(trx: Connection, scope: PersonScope, id: string): Promise<HoursProposal | Refusal> {
  const found = await trx.selectFrom('hours_proposals').select('mentor_id').where('id', '=', id).executeTakeFirst()
  if (!found) return refuse('not_found')
  await lockPeople(trx, scope, [found.mentor_id])
  await trx.selectFrom('hours_proposals').select('id').where('id', '=', id).forUpdate().execute()
  const proposal = await findProposal(trx, scope, id)
  if (!proposal) return refuse('not_found')
  return explainClosed(trx, scope, proposal).then(refusal => refusal ?? proposal)
}

/** Why nothing can be decided about a proposal; null if it is open. */
async function explainClosed(db: Connection, scope: PersonScope, { state, mentor }: HoursProposal): Promise<Refusal | null> {
  if (state !== 'open') return refuse('bad_transition', { message: ['refused.proposalDecided', { state }] })
  if (await canBePlanned(db, scope, mentor.id)) return null
  return refuse('bad_transition', { message: 'refused.theMentorIsNoLongerActive' })
}

interface Decision {
  state: 'approved' | 'declined' | 'withdrawn'
  reason?: string
  weekly_hours_id?: string
}

/** Writes the decision, its audit row, and a message to the mentor unless it is their own. */
async function settle(trx: Connection, scope: PersonScope, { id, mentor }: HoursProposal, decision: Decision): Promise<void> {
  const { state, reason = '', weekly_hours_id } = decision
  await trx
    .updateTable('hours_proposals')
    .set({ ...decision, decided_by: scope.person.id, decided_at: scope.now })
    .where('id', '=', id)
    .execute()
  await recordAudit(trx, scope, {
    action: state,
    subject: 'hours_proposal',
    subjectId: id,
    personId: mentor.id,
    reason,
    ...(weekly_hours_id && { after: { weekly_hours_id } }),
  })
  if (mentor.id === scope.person.id) return
  const detail = JSON.stringify({ proposal_id: id })
  await trx.insertInto('outbox').values({ kind: 'hours_decided', user_id: mentor.id, detail }).execute()
}
