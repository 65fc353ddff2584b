import { hoursProposalCalls } from '#contract/hours-proposals.ts'
import { handle } from '../../../platform/http/handle.ts'
import type { App, Platform } from '../../../platform/http/platform.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { previewHours } from '../weekly-hours/plan-commands.ts'
import { approveProposal, declineProposal, proposeHours, withdrawProposal } from './commands.ts'
import { findOpenProposals, findOwnProposals, findProposable, findProposal, hoursOf, proposalExists } from './queries.ts'

interface About {
  scope: PersonScope
  params: { id: string }
  platform: Platform
}
const exists =
  (isOwn: boolean) =>
  ({ scope, params, platform: { db } }: About) =>
    proposalExists(db, scope, params.id, isOwn)

/** Routes of weekly hours that mentors propose. */
export function registerHoursProposals(app: App): void {
  handle(app, hoursProposalCalls, 'GET /api/mentor-proposals', async ({ scope, platform: { db } }) => ({
    data: await findOwnProposals(db, scope),
    ...(await findProposable(db, scope)),
  }))

  handle(app, hoursProposalCalls, 'POST /api/mentor-proposals', ({ scope, body, platform: { db } }) => proposeHours(db, scope, body))

  handle(
    app,
    hoursProposalCalls,
    'POST /api/mentor-proposals/{id}/withdraw',
    async ({ scope, params, platform: { db } }) => (await withdrawProposal(db, scope, params.id)) ?? { message: 'Proposal withdrawn.' },
    { exists: exists(true) },
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
    { exists: exists(false) },
  )

  handle(
    app,
    hoursProposalCalls,
    'POST /api/hours-proposals/{id}/decline',
    async ({ scope, params, body, platform: { db } }) =>
      (await declineProposal(db, scope, params.id, body.reason)) ?? { message: 'Proposal declined.' },
    { exists: exists(false) },
  )
}
