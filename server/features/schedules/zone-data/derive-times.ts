import type { Selectable } from 'kysely'
import type { ZoneDataChange } from '#contract/zone-data.ts'
import type { Database } from '#database/types.ts'
import { resolveLocal } from '#domain/time/moment.ts'
import type { Zone } from '#domain/time/zone.ts'
import { type ClockTime, exactTime, repeatedTime } from '../resolve-times.ts'

type Schedule = Selectable<Database['schedules']>
/** A session by its local times, with the instants that were derived from them. */
export type LocalTimes = Pick<
  Schedule,
  'local_starts' | 'local_ends' | 'starts_later' | 'ends_later' | 'starts_repeated' | 'ends_repeated' | 'starts_at' | 'ends_at'
>
/** Why a session's times cannot be derived again without a decision by staff. */
export type Conflict = NonNullable<ZoneDataChange['conflict']>

/** Result of comparing a session with this server's zone data: unchanged, moved, or ambiguous. */
export type Derived =
  | { kind: 'same' }
  | { kind: 'moved'; starts: ClockTime; ends: ClockTime }
  | { kind: 'conflict'; conflict: Conflict; starts_at: string | null }

/**
 * Derives a session's instants from its local times. For a repeated time, uses the occurrence
 * chosen at planning; if it occurred once then, the session keeps its instant if that is one of the
 * two.
 */
export function deriveTimes(session: LocalTimes, zone: Zone): Derived {
  const { starts_later, ends_later, starts_repeated, ends_repeated } = session
  const starts = derive(session.local_starts, session.starts_at, { later: starts_later, chosen: starts_repeated || starts_later }, zone)
  const ends = derive(session.local_ends, session.ends_at, { later: ends_later, chosen: ends_repeated || ends_later }, zone)
  const starts_at = typeof starts === 'string' ? null : starts.instant.toString()
  if (typeof starts === 'string') return { kind: 'conflict', conflict: starts, starts_at }
  if (typeof ends === 'string') return { kind: 'conflict', conflict: ends, starts_at }
  const stays = isAt(starts, session.starts_at) && isAt(ends, session.ends_at)
  return stays ? { kind: 'same' } : { kind: 'moved', starts, ends }
}

interface Choice {
  later: boolean
  /**
   * Sessions planned before `starts_repeated` existed are known to be chosen only if they have the
   * later occurrence.
   */
  chosen: boolean
}

function derive(text: string, present: string, choice: Choice, zone: Zone): ClockTime | 'time_skipped' | 'time_repeated' {
  const local = text.slice(0, 16)
  const resolved = resolveLocal(local, zone)
  if (resolved.kind === 'skipped') return 'time_skipped'
  if (resolved.kind === 'exact') return exactTime(local, resolved.instant)
  if (choice.chosen) return repeatedTime(local, resolved, choice.later)
  return [false, true].map(later => repeatedTime(local, resolved, later)).find(each => isAt(each, present)) ?? 'time_repeated'
}

const isAt = ({ instant }: ClockTime, at: string) => instant.epochMilliseconds === Date.parse(at)
