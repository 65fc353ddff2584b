import type { Selectable } from 'kysely'
import type { ScheduleChange } from '#contract/schedules.ts'
import type { Database } from '#database/types.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { findMentors, findPlaceZone, isSupportTypeActive } from './planning/queries.ts'
import { readOpeningTime, refuseMeetingLink, refuseInactive, refuseInterpreted } from './plan-schedules.ts'
import { type PlannedSession, planSession, readTimes, refuseAmbiguousTimes } from './plan-sessions.ts'
import { sessionTimes } from './resolve-times.ts'

/** A schedule before a change; mentors in roster order. */
export type CurrentSchedule = Selectable<Database['schedules']> & { time_zone: string; mentor_ids: string[] }

type Fields = Pick<
  CurrentSchedule,
  | 'support_type_id'
  | 'place_id'
  | 'slot_minutes'
  | 'break_minutes'
  | 'seats_per_slot'
  | 'interpreted'
  | 'note'
  | 'meeting_url'
  | 'booking_opens_at'
  | 'mentor_ids'
  | 'time_zone'
>

/** A schedule after the change. */
export interface ChangedSchedule extends Fields {
  mentors: { id: string; name: string }[]
  session: PlannedSession
  /**
   * Whether a field that defines slots changes. Otherwise slots stay, including slots that a client
   * has moved to.
   */
  replacesSlots: boolean
}

/**
 * The changed schedule, checked like a new one. Only new values must be active: a mentor who has
 * left does not prevent a change of the note, but has no new times.
 */
export async function planChange(
  db: Connection,
  scope: Scope,
  standing: CurrentSchedule,
  change: ScheduleChange,
): Promise<ChangedSchedule | Refusal> {
  const input = { ...standing, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) } as CurrentSchedule
  const isMoved = input.place_id !== standing.place_id
  const zone = isMoved ? await findPlaceZone(db, scope, input.place_id) : standing.time_zone
  const isOffered = input.support_type_id === standing.support_type_id || (await isSupportTypeActive(db, scope, input.support_type_id))
  const mentors = await findMentors(db, scope, input.mentor_ids)
  const stays = ({ id }: { id: string }) => standing.mentor_ids.includes(id)
  const mentorsKnown = mentors.length === input.mentor_ids.length && mentors.every(mentor => stays(mentor) || mentor.canBePlanned)
  if (!isOffered || zone === null || !mentorsKnown) return refuseInactive({ isOffered, zone, mentorsKnown })

  const isKeptNew = !standing.interpreted || input.support_type_id !== standing.support_type_id
  const kept = isKeptNew ? await refuseInterpreted(db, scope, input) : null
  if (kept) return kept
  const link = input.meeting_url === standing.meeting_url && !isMoved ? null : await refuseMeetingLink(db, scope, input)
  if (link) return link
  const opens = change.booking_opens_at == null ? input.booking_opens_at : readOpeningTime(change.booking_opens_at, zone)
  if (opens instanceof Refusal) return opens
  const session = planHours(standing, input, change, zone, scope.now)
  if (session instanceof Refusal) return session
  if (mentors.some(({ canBePlanned }) => !canBePlanned) && addsTime(standing, session))
    return refuseInactive({ isOffered, zone, mentorsKnown: false })
  return { ...input, booking_opens_at: opens, time_zone: zone, mentors, session, replacesSlots: replacesSlots(standing, input, session) }
}

/** Whether the session takes place at a time at which it did not before. */
const addsTime = (standing: CurrentSchedule, { starts, ends }: PlannedSession): boolean =>
  starts.instant.epochMilliseconds < Date.parse(standing.starts_at) || ends.instant.epochMilliseconds > Date.parse(standing.ends_at)

/**
 * The session's hours. Omitted times keep their instants; if the place's zone changes, they keep
 * the local clock.
 */
function planHours(
  standing: CurrentSchedule,
  input: CurrentSchedule,
  change: ScheduleChange,
  zone: string,
  now: Date,
): PlannedSession | Refusal {
  const isSameClock = zone === standing.time_zone
  const texts = {
    starts_at: change.starts_at ?? (isSameClock ? standing.starts_at : standing.local_starts),
    ends_at: change.ends_at ?? (isSameClock ? standing.ends_at : standing.local_ends),
  }
  const read = readTimes(texts, zone)
  if (read instanceof Refusal) return read
  const times = sessionTimes(read)
  return times.problem === null ? planSession(times, { ...input, ...texts }, now) : (refuseAmbiguousTimes([times]) as Refusal)
}

function replacesSlots(standing: CurrentSchedule, input: CurrentSchedule, { starts, ends }: PlannedSession): boolean {
  return (
    Date.parse(standing.starts_at) !== starts.instant.epochMilliseconds ||
    Date.parse(standing.ends_at) !== ends.instant.epochMilliseconds ||
    standing.mentor_ids.join() !== input.mentor_ids.join() ||
    (['slot_minutes', 'break_minutes', 'seats_per_slot'] as const).some(name => standing[name] !== input[name])
  )
}
