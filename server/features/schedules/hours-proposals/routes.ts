import { hoursProposalCalls } from '#contract/hours-proposals.ts'
import { done } from '../../../platform/done.ts'
import { handle } from '../../../platform/http/handle.ts'
import type { App } from '../../../platform/http/platform.ts'
import { refuse } from '../../../platform/refusal.ts'
import { ownChanges } from '../../../platform/request-limits.ts'
import { existsIn } from '../mentor-requests/queries.ts'
import { previewHours } from '../weekly-hours/plan-commands.ts'
import { approveProposal, declineProposal, proposeHours, withdrawProposal } from './commands.ts'
import { findOpenProposals, findOwnProposals, findProposable, findProposal, hoursOf } from './queries.ts'

/** Routes of weekly hours that mentors propose. */
export function registerHoursProposals(app: App): void {
  handle(app, hoursProposalCalls, 'GET /api/mentor-proposals', async ({ scope, platform: { db } }) => ({
    data: await findOwnProposals(db, scope),
    ...(await findProposable(db, scope)),
  }))

  handle(
    app,
    hoursProposalCalls,
    'POST /api/mentor-proposals',
    ({ scope, body, platform: { db } }) => proposeHours(db, scope, body),
    ownChanges,
  )

  handle(
    app,
    hoursProposalCalls,
    'POST /api/mentor-proposals/{id}/withdraw',
    async ({ scope, params, platform: { db } }) => (await withdrawProposal(db, scope, params.id)) ?? done(scope, 'proposalWithdrawn'),
    { exists: existsIn('hours_proposals', { isOwn: true }) },
  )

  handle(app, hoursProposalCalls, 'GET /api/hours-proposals', async ({ scope, platform: { db } }) => ({
    data: await findOpenProposals(db, scope),
  }))

  handle(app, hoursProposalCalls, 'GET /api/hours-proposals/{id}/preview', async ({ scope, params, platform: { db } }) => {
    const proposal = await findProposal(db, scope, params.id)
    if (!proposal) return refuse('not_found')
    const { mentor, time_zone } = proposal
    return previewHours(db, scope, { ...hoursOf(proposal), mentor_id: mentor.id, time_zone })
  })

  handle(
    app,
    hoursProposalCalls,
    'POST /api/hours-proposals/{id}/approve',
    ({ scope, params, body, platform: { db } }) => approveProposal(db, scope, params.id, body.hours ?? null),
    { exists: existsIn('hours_proposals') },
  )

  handle(
    app,
    hoursProposalCalls,
    'POST /api/hours-proposals/{id}/decline',
    async ({ scope, params, body, platform: { db } }) =>
      (await declineProposal(db, scope, params.id, body.reason)) ?? done(scope, 'proposalDeclined'),
    { exists: existsIn('hours_proposals') },
  )
}
