import type { BulkChange } from '#contract/bulk.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { decideInTransaction } from '../../../platform/database/decide-in-transaction.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { cancelUndoably, type Cancelled } from '../cancel-commands.ts'
import { lockCurrentSchedules } from '../current-queries.ts'
import { changeSessions, type ChangedSessions, checkListed, decideSwaps, type Listed } from '../series/commands.ts'
import type { SessionsChange } from '../series/plan-session-change.ts'

/** The same as a change of a series. */
export const toSessionsChange = ({ place_id, mentor }: Omit<BulkChange, 'sessions'>): SessionsChange => ({
  change: place_id === undefined ? {} : { place_id },
  chosen_times: [],
  replace_mentor: mentor,
})

/** Gives several sessions a new place, or another mentor: all or none. Refusals as for `changeSchedule`. */
export function changeInBulk(db: Connection, scope: Scope, { sessions, ...input }: BulkChange): Promise<ChangedSessions | Refusal> {
  return decideSwaps(db, async trx => {
    const current = await lockListed(trx, scope, sessions)
    if (current instanceof Refusal) return current
    return changeSessions(trx, scope, current, { ...toSessionsChange(input), move_clients: [], alone: true })
  })
}

/** Cancels several sessions: all or none. Refusals as for `cancelSchedule`. */
export function cancelInBulk(
  db: Connection,
  scope: Scope,
  { reason, sessions }: { reason: string; sessions: Listed },
): Promise<(Cancelled & { cancelled: number }) | Refusal> {
  return decideInTransaction(db, async trx => {
    const current = await lockListed(trx, scope, sessions)
    if (current instanceof Refusal) return current
    return { cancelled: current.length, ...(await cancelUndoably(trx, scope, current, reason)) }
  })
}

const lockListed = async (trx: Connection, scope: Scope, sessions: Listed) =>
  checkListed(
    await lockCurrentSchedules(
      trx,
      scope,
      sessions.map(({ id }) => id),
    ),
    sessions,
    scope,
  )
