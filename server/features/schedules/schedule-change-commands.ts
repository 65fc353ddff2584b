import type { ScheduleChange } from '#contract/schedules.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { findCurrentSchedules, lockCurrentSchedules } from './current-queries.ts'
import { planChange } from './plan-change.ts'
import { explainUnchangeable, maxListedClashes } from './policy.ts'
import { changeSessions, type ChangedSessions, decideSwaps } from './series/commands.ts'
import { decideSlots, findChangeWarnings, findObstacles, needsCheck } from './series/plan-changes.ts'
import { noWarnings } from './warnings/queries.ts'

/**
 * Changes a schedule; omitted fields stay. Slots of the same mentor and time keep their id and appointments.
 * Clients move with a session that only moves, if `move_clients` names them. Refusals,
 * with nothing changed: a stale revision, a cancelled or past schedule (`bad_transition`), a change that removes a
 * taken seat, gives its client another support type or place, or moves a client who is not named (`has_bookings`,
 * with the list), clashes (`mentor_busy`), a client with another appointment (`client_busy`), and the refusals of
 * planning.
 */
export async function changeSchedule(
  db: Connection,
  scope: Scope,
  id: string,
  { revision, move_clients = [], ...change }: ScheduleChange & { move_clients?: readonly string[] | undefined },
): Promise<ChangedSessions | Refusal> {
  const { starts_at, ends_at, ...shared } = change
  const input = { change: shared, moments: { starts_at, ends_at }, chosen_times: [], move_clients, alone: true }
  return decideSwaps(db, async trx => {
    const [current] = await lockCurrentSchedules(trx, scope, [id])
    if (!current) return refuse('not_found')
    return explainUnchangeable(current, revision, scope.now) ?? changeSessions(trx, scope, [current], input)
  })
}

/**
 * What stands in the way of a change, all of it, and who moves. Stores nothing. Refusals: as `changeSchedule`, but
 * for the obstacles.
 */
export async function previewChange(db: Connection, scope: Scope, id: string, { revision, ...change }: ScheduleChange) {
  const [current] = await findCurrentSchedules(db, scope, [id])
  if (!current) return refuse('not_found')
  const unchangeable = explainUnchangeable(current, revision, scope.now)
  if (unchangeable) return unchangeable
  const changed = await planChange(db, scope, current, change)
  if (changed instanceof Refusal) return changed
  const decided = await decideSlots(db, scope, current, changed)
  const isLoss = decided instanceof Refusal
  const booked = (isLoss && decided.details.booked) || []
  const session = isLoss ? { current, changed, slots: null, shiftMs: 0, moving: [] } : decided
  const isChecked = isLoss || needsCheck(session)
  const { clashes, busy } = await findObstacles(db, scope, isChecked ? [session] : [])
  const warnings = await findChangeWarnings(db, scope, isChecked ? [session] : [])
  return {
    starts_at: changed.session.starts.instant.toString(),
    ends_at: changed.session.ends.instant.toString(),
    booked,
    moving: session.moving,
    busy,
    offered: isLoss && booked.length === 0,
    clashes: clashes.slice(0, maxListedClashes).map(({ session: _, ...clash }) => clash),
    ...(warnings.get(id) ?? noWarnings),
  }
}
