import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { findSlotChanges } from '../change-commands.ts'
import { findOutsideClashes, type FoundClash } from '../clash-queries.ts'
import type { SlotChanges } from '../compare-slots.ts'
import { findBookedPeople } from '../form-queries.ts'
import { type ChangedSchedule, type CurrentSchedule, planChange } from '../plan-change.ts'
import { findPlaceZone } from '../planning/queries.ts'
import { explainUnchangeable, refuseClashes } from '../policy.ts'
import { findCurrentSlots } from '../slots/queries.ts'
import { findWarnings, noWarnings, type Warnings } from '../warnings/queries.ts'
import { computeOverlaps } from './compute-overlaps.ts'
import { planSessionChange, type SessionsChange } from './plan-session-change.ts'
import { type ClientInSeries, findBusyClients, hasArrivals } from './queries.ts'

/** A session of the series, and what becomes of it. */
export interface DecidedSession {
  current: CurrentSchedule
  changed: ChangedSchedule
  /** Null: the slots stay, or shift as a whole. */
  slots: SlotChanges | null
  /** By how much all slots shift with their clients; 0: they do not. */
  shiftMs: number
  moving: ClientInSeries[]
}

/** What the change does to a session, or why it cannot be changed. */
export type Decided = DecidedSession | { current: CurrentSchedule; refusal: Refusal }

/** Maximum number of clashes to list. */
const maxClashes = 1000

/** What the change would do to each session, in their order. Each can be refused by itself. Locks nothing. */
export const decideSessions = async (
  db: Connection,
  scope: Scope,
  sessions: readonly CurrentSchedule[],
  input: SessionsChange,
): Promise<Decided[]> => refuseObstacles(db, scope, await planEach(db, scope, sessions, input))

/** The same without regard to mentors and clients who are busy at the new times. */
export async function planEach(
  db: Connection,
  scope: Scope,
  sessions: readonly CurrentSchedule[],
  input: SessionsChange,
): Promise<Decided[]> {
  const newZone = input.change.place_id === undefined ? null : await findPlaceZone(db, scope, input.change.place_id)
  const decided: Decided[] = []
  for (const current of sessions) decided.push(await decideSession(db, scope, current, input, newZone))
  return decided
}

async function decideSession(
  db: Connection,
  scope: Scope,
  current: CurrentSchedule,
  input: SessionsChange,
  newZone: string | null,
): Promise<Decided> {
  const unchangeable = explainUnchangeable(current, undefined, scope.now)
  if (unchangeable) return { current, refusal: unchangeable }
  const change = planSessionChange(current, input, newZone ?? current.time_zone)
  if (change instanceof Refusal) return { current, refusal: change }
  const changed = await planChange(db, scope, current, change)
  if (changed instanceof Refusal) return { current, refusal: changed }
  const decided = await decideSlots(db, scope, current, changed)
  return decided instanceof Refusal ? { current, refusal: decided } : decided
}

/**
 * Which slots stay, or whether all shift with their clients. Refuses (`has_bookings`) what would remove a client's
 * seat.
 */
export async function decideSlots(
  db: Connection,
  scope: Scope,
  current: CurrentSchedule,
  changed: ChangedSchedule,
): Promise<DecidedSession | Refusal> {
  const slots = await findSlotChanges(db, scope, current, changed)
  if (!(slots instanceof Refusal)) return { current, changed, slots, shiftMs: 0, moving: [] }
  const shiftMs = shiftOf(current, changed, scope.now)
  const isOffered = (await findCurrentSlots(db, scope, current.id)).some(({ held }) => held > 0)
  if (shiftMs === 0 || isOffered || (await hasArrivals(db, scope, current.id))) return slots
  return { current, changed, slots: null, shiftMs, moving: await findBookedPeople(db, scope, [current.id]) }
}

/**
 * By how much a session moves if it only moves: the same place, roster, slots and length; 0 otherwise. Its clients
 * can move with it, unless one has arrived. A session that has begun does not move.
 */
function shiftOf(current: CurrentSchedule, changed: ChangedSchedule, now: Date): number {
  const { starts, ends } = changed.session
  const shiftMs = starts.instant.epochMilliseconds - Date.parse(current.starts_at)
  const isSame =
    (['place_id', 'support_type_id', 'slot_minutes', 'break_minutes', 'seats_per_slot'] as const).every(
      name => current[name] === changed[name],
    ) &&
    current.mentor_ids.join() === changed.mentor_ids.join() &&
    ends.instant.epochMilliseconds - Date.parse(current.ends_at) === shiftMs
  return isSame && Date.parse(current.starts_at) > now.getTime() && starts.instant.epochMilliseconds > now.getTime() ? shiftMs : 0
}

/** Refuses sessions whose mentors or clients are busy at the new time. */
export async function refuseObstacles(db: Connection, scope: Scope, decided: readonly Decided[]): Promise<Decided[]> {
  const moved = decided.filter(isPlanned).filter(needsCheck)
  const { clashes, busy } = await findObstacles(db, scope, moved)
  return decided.map(one => {
    const { current } = one
    const own = clashes.filter(({ session }) => moved[session] === one)
    if (own.length > 0) return { current, refusal: refuseClashes(own) }
    const clients = busy.filter(({ schedule_id }) => schedule_id === current.id)
    return clients.length > 0 ? { current, refusal: refuse('client_busy', { booked: clients }) } : one
  })
}

/** The warnings of each session that changes its time, place or mentors, by its id. */
export async function findChangeWarnings(db: Connection, scope: Scope, decided: readonly Decided[]): Promise<Map<string, Warnings>> {
  const moved = decided.filter(isPlanned).filter(needsCheck)
  const stays = moved.map(({ changed: { place_id, session } }) => ({ place_id, slots: session.slots }))
  const ids = moved.map(({ current }) => current.id)
  const found = await findWarnings(db, scope, stays, { except: ids })
  return new Map(ids.map((id, index) => [id, found[index] ?? noWarnings]))
}

/** Clashes of mentors, by the index of the session, and clients who have another appointment at their new time. */
export async function findObstacles(
  db: Connection,
  scope: Scope,
  moved: readonly DecidedSession[],
): Promise<{ clashes: FoundClash[]; busy: ClientInSeries[] }> {
  const clashes = await findClashes(db, scope, moved)
  const shifts = moved.flatMap(({ current, shiftMs }) => (shiftMs === 0 ? [] : [{ schedule_id: current.id, seconds: shiftMs / 1000 }]))
  return { clashes, busy: await findBusyClients(db, scope, shifts) }
}

/** Whether the session can be changed as decided. */
export const isPlanned = (one: Decided): one is DecidedSession => 'changed' in one

/** Whether the change can clash: with new times or slots, or another place. */
export const needsCheck = ({ current, changed, slots, shiftMs }: DecidedSession) =>
  shiftMs !== 0 || (slots?.added.length ?? 0) > 0 || current.place_id !== changed.place_id

async function findClashes(db: Connection, scope: Scope, moved: readonly DecidedSession[]): Promise<FoundClash[]> {
  const except = moved.map(({ current }) => current.id)
  const found = computeOverlaps(moved.map(({ changed: { mentors, time_zone, session } }) => ({ mentors, time_zone, slots: session.slots })))
  for (const place_id of new Set(moved.map(({ changed }) => changed.place_id))) {
    const here = moved.filter(({ changed }) => changed.place_id === place_id)
    const [first] = here
    if (!first) continue
    const { time_zone, mentors } = first.changed
    const plans = here.map(({ changed: { session }, slots }) => ({ ...session, slots: slots ? slots.added : session.slots }))
    const outside = await findOutsideClashes(db, scope, { place_id, time_zone, mentors, sessions: plans, except }, maxClashes)
    for (const clash of outside) {
      const own = here[clash.session]
      if (own) found.push({ ...clash, session: moved.indexOf(own) })
    }
  }
  return found
}
