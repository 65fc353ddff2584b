import { timeOffRequestCalls } from '#contract/time-off-requests.ts'
import { done } from '../../../platform/done.ts'
import { handle } from '../../../platform/http/handle.ts'
import type { App } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import { ownChanges } from '../../../platform/request-limits.ts'
import { holds } from '../../../platform/scope.ts'
import { existsIn } from '../../schedules/mentor-requests/queries.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { findTimeOffById } from '../queries.ts'
import { approveRequest, declineRequest, requestTimeOff, withdrawRequest } from './commands.ts'
import { findOpenRequests, findOwnRequests } from './queries.ts'

/** Routes of time off that mentors request. */
export function registerTimeOffRequests(app: App): void {
  handle(app, timeOffRequestCalls, 'GET /api/mentor-time-off-requests', async ({ scope, platform: { db } }) => ({
    needed: (await readSettingsRow(db)).time_off_approval && !holds(scope, 'Schedule Edit'),
    data: await findOwnRequests(db, scope),
  }))

  handle(
    app,
    timeOffRequestCalls,
    'POST /api/mentor-time-off-requests',
    ({ scope, body, platform: { db } }) => requestTimeOff(db, scope, body),
    ownChanges,
  )

  handle(
    app,
    timeOffRequestCalls,
    'POST /api/mentor-time-off-requests/{id}/withdraw',
    async ({ scope, params, platform: { db } }) => (await withdrawRequest(db, scope, params.id)) ?? done(scope, 'requestWithdrawn'),
    { exists: existsIn('time_off_requests', { isOwn: true }) },
  )

  handle(app, timeOffRequestCalls, 'GET /api/time-off-requests', async ({ scope, platform: { db } }) => ({
    data: await findOpenRequests(db, scope),
  }))

  handle(
    app,
    timeOffRequestCalls,
    'POST /api/time-off-requests/{id}/approve',
    async ({ scope, params, platform: { db } }) => {
      const id = await approveRequest(db, scope, params.id)
      return id instanceof Refusal ? id : ((await findTimeOffById(db, scope, id)) ?? refuse('not_found'))
    },
    { exists: existsIn('time_off_requests') },
  )

  handle(
    app,
    timeOffRequestCalls,
    'POST /api/time-off-requests/{id}/decline',
    async ({ scope, params, body, platform: { db } }) =>
      (await declineRequest(db, scope, params.id, body.reason)) ?? done(scope, 'requestDeclined'),
    { exists: existsIn('time_off_requests') },
  )
}
