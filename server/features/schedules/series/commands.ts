import { sql } from 'kysely'
import type { SeriesChange } from '#contract/series.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { decideInTransaction } from '../../../platform/database/decide-in-transaction.ts'
import { refuse, refuseField, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { isBusyClient, lockPeople } from '../../people/commands.ts'
import { notifyOfPlaceChange } from '../../place-changes/commands.ts'
import { cancelUndoably, type Cancelled } from '../cancel-commands.ts'
import { beginAction, keepAction } from '../../undo/commands.ts'
import { writeChange } from '../change-commands.ts'
import { findCurrentSchedules, lockCurrentSchedules } from '../current-queries.ts'
import type { CurrentSchedule } from '../plan-change.ts'
import { maxSlots } from '../plan-sessions.ts'
import { explainUnchangeable, refuseUnseenMoves } from '../policy.ts'
import type { CancelledState } from '../restoring/commands.ts'
import { lockOffers, lockSlots, releaseHeldSeats, writeSlotChanges } from '../slots/commands.ts'
import { type Decided, type DecidedSession, decideSessions, isPlanned, planEach, refuseObstacles } from './plan-changes.ts'
import type { SessionsChange } from './plan-session-change.ts'
import { findSeriesId } from './queries.ts'
import { readChangedState } from './read-changed-state.ts'

/** The sessions that the caller saw, with their revisions. */
export type Listed = SeriesChange['sessions']

/**
 * Changes several sessions of a series: all or none. Clients keep their times, or move with a session that only
 * moves, if `move_clients` names them; they get a message. Refusals, with nothing changed: a session that changed
 * since (`stale`), is over or cancelled (`bad_transition`), and those of changing a session.
 */
export function changeSeries(db: Connection, scope: Scope, id: string, input: SeriesChange): Promise<ChangedSessions | Refusal> {
  return decideSwaps(db, async trx => {
    const ids = input.sessions.map(session => session.id)
    const current = await checkSeries(trx, scope, id, await lockCurrentSchedules(trx, scope, ids), input.sessions)
    return current instanceof Refusal ? current : changeSessions(trx, scope, current, { ...input, alone: false })
  })
}

/** How many sessions changed, how many appointments moved with them, and the action's id for Undo. */
export interface ChangedSessions {
  changed: number
  moved: number
  undo: string
}

/** `decideInTransaction` for sessions that would swap their times: they meet on the way. */
export async function decideSwaps<Answer>(db: Connection, decide: (trx: Connection) => Promise<Answer>): Promise<Answer | Refusal> {
  try {
    return await decideInTransaction(db, decide)
  } catch (error) {
    if ((error as { code?: string }).code !== '23P01') throw error
    return refuse(isBusyClient(error) ? 'client_busy' : 'mentor_busy')
  }
}

type Input = SessionsChange & { move_clients: readonly string[]; alone: boolean }

/**
 * Changes these sessions, which the caller has locked and may change: all or none. `alone`: not as part of their
 * series. Messages wait, so that Undo comes first.
 */
export async function changeSessions(
  trx: Connection,
  scope: Scope,
  current: readonly CurrentSchedule[],
  input: Input,
): Promise<ChangedSessions | Refusal> {
  const undo = await beginAction(trx, scope)
  const written = await writeSessionChanges(trx, scope, current, input)
  if (written instanceof Refusal) return written
  const { planned, withdrawn } = written
  const moved = planned.flatMap(({ moving }) => moving.map(({ appointment_id }) => appointment_id))
  await keepAction(trx, scope, undo, 'change_sessions', await readChangedState(trx, scope, current, { moved, withdrawn }))
  return { changed: planned.length, moved: moved.length, undo }
}

/** The sessions as they were changed, and the offers that their clients could no longer accept. */
interface WrittenSessions {
  planned: DecidedSession[]
  withdrawn: CancelledState['offers']
}

/** Decides about and writes the changes of sessions that the caller has locked. */
export async function writeSessionChanges(
  trx: Connection,
  scope: Scope,
  current: readonly CurrentSchedule[],
  input: Input,
): Promise<WrittenSessions | Refusal> {
  const ids = current.map(({ id }) => id)
  const mentors = current.flatMap(({ mentor_ids }) => mentor_ids)
  const added_mentors = [
    ...(input.change.mentor_ids ?? []),
    ...(input.replace_mentor ? [input.replace_mentor.to] : []),
    ...[...(input.restored?.values() ?? [])].flatMap(({ mentor_ids = [] }) => mentor_ids),
  ]
  await lockPeople(trx, scope, [...new Set([...mentors, ...added_mentors])])
  await lockOffers(trx, scope, ids)
  // Appointments before slots, as cancelling and moving do.
  await sql`SELECT 1 FROM appointments WHERE schedule_id = ANY (${ids}::uuid[]) AND holds_seat(status) ORDER BY slot_id, id FOR NO KEY UPDATE`.execute(
    trx,
  )
  await lockSlots(trx, scope, ids)
  const each = await planEach(trx, scope, current, input)
  const moving = each.filter(isPlanned).flatMap(one => one.moving)
  const unseen = refuseUnseenMoves(moving, input.move_clients)
  if (unseen) return unseen
  const decided = await refuseObstacles(trx, scope, each)
  const refused = decided.find(one => 'refusal' in one)
  if (refused && 'refusal' in refused) return refused.refusal
  const planned = decided.filter(isPlanned)
  const added = planned.reduce((sum, { slots }) => sum + (slots?.added.length ?? 0), 0)
  if (added > maxSlots) return refuseField('sessions', ['field.makeMoreThanSlotsAtOnce', { count: maxSlots }])
  return { planned, withdrawn: await writeSessions(trx, scope, planned, input.alone) }
}

/** What `changeSeries` would do to each session. Stores nothing. */
export async function previewSeries(db: Connection, scope: Scope, id: string, input: SeriesChange): Promise<Decided[] | Refusal> {
  const ids = input.sessions.map(session => session.id)
  const current = await checkSeries(db, scope, id, await findCurrentSchedules(db, scope, ids), input.sessions)
  return current instanceof Refusal ? current : decideSessions(db, scope, current, input)
}

/** Cancels several sessions of a series: all or none. Refusals as for `changeSeries`. */
export function cancelSeries(
  db: Connection,
  scope: Scope,
  id: string,
  { reason, sessions }: { reason: string; sessions: Listed },
): Promise<(Cancelled & { cancelled: number }) | Refusal> {
  return decideInTransaction(db, async trx => {
    const ids = sessions.map(session => session.id)
    const current = await checkSeries(trx, scope, id, await lockCurrentSchedules(trx, scope, ids), sessions)
    if (current instanceof Refusal) return current
    return { cancelled: ids.length, ...(await cancelUndoably(trx, scope, current, reason)) }
  })
}

/** `checkListed` that also refuses sessions of another series. */
async function checkSeries(
  db: Connection,
  scope: Scope,
  id: string,
  found: readonly CurrentSchedule[],
  listed: Listed,
): Promise<CurrentSchedule[] | Refusal> {
  const seriesId = await findSeriesId(db, scope, id)
  const isOwn = found.every(({ series_id }) => series_id !== null && series_id === seriesId)
  const current = isOwn ? checkListed(found, listed, scope) : refuse('not_found')
  const isForeign = current instanceof Refusal && current.code === 'not_found'
  return isForeign ? refuseField('sessions', 'field.containsASessionThatIsNot') : current
}

/** The listed sessions by start; refuses unknown sessions, and sessions that changed or can no longer change. */
export function checkListed(found: readonly CurrentSchedule[], listed: Listed, { now }: Scope): CurrentSchedule[] | Refusal {
  if (new Set(listed.map(({ id }) => id)).size < listed.length) return refuseField('sessions', 'field.namesASessionTwice')
  if (found.length < listed.length) return refuse('not_found')
  for (const session of found) {
    const revision = listed.find(({ id }) => id === session.id)?.revision
    const unchangeable = explainUnchangeable(session, revision, now)
    if (unchangeable) return unchangeable
  }
  return found.toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
}

/**
 * Removes old slots first and shifts in a safe order, so that sessions of one mentor can take each other's times.
 * Returns the withdrawn offers.
 */
async function writeSessions(
  trx: Connection,
  scope: Scope,
  planned: readonly DecidedSession[],
  alone: boolean,
): Promise<WrittenSessions['withdrawn']> {
  const changing = planned.filter(({ slots, shiftMs }) => slots !== null || shiftMs !== 0)
  await releaseHeldSeats(
    trx,
    scope,
    changing.map(({ current }) => current.id),
  )
  for (const { current, slots } of changing)
    if (slots) await writeSlotChanges(trx, scope, current.id, { kept: [], added: [], gone: slots.gone, stranding: [] })
  await sql`SELECT set_config('openhour.changed_by', ${scope.person?.id ?? ''}, true)`.execute(trx)
  const shifts = changing.filter(({ shiftMs }) => shiftMs !== 0)
  const later = shifts.filter(({ shiftMs }) => shiftMs > 0).toReversed()
  for (const { current, shiftMs } of [...later, ...shifts.filter(one => one.shiftMs < 0)])
    await sql`SELECT shift_slots(${current.id}, make_interval(secs => ${shiftMs / 1000}))`.execute(trx)
  const newLinks: string[] = []
  const withdrawn: WrittenSessions['withdrawn'] = []
  for (const { current, changed, slots, shiftMs } of planned) {
    const written = await writeChange(trx, scope, { current, changed, slots: slots && { ...slots, gone: [] }, alone })
    withdrawn.push(...written.withdrawn)
    // The message of a move contains the link.
    if (written.isNewLink && shiftMs === 0) newLinks.push(current.id)
  }
  if (newLinks.length > 0) await notifyOfPlaceChange(trx, scope, { scheduleIds: newLinks })
  return withdrawn
}
