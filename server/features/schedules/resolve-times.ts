import { addDays, daysBetween, isLocalDate, type LocalDate, localDateOf } from '#domain/time/local-date.ts'
import type { Instant } from '#domain/time/instant.ts'
import { timeChoices, parseMoment, resolveLocal, type LocalDateTime, type Resolved } from '#domain/time/moment.ts'
import type { Zone } from '#domain/time/zone.ts'

/** A local time at a place; `later`: the second occurrence of a repeated time. */
export interface ClockTime {
  local: LocalDateTime
  repeated: boolean
  later: boolean
  instant: Instant
}

/** A time that a clock change makes ambiguous, with the two choices as the API takes them. */
export interface TimeProblem {
  code: 'time_skipped' | 'time_repeated'
  local: LocalDateTime
  choices: [string, string]
}

/** A parsed time; null if the text is none. */
export type ReadTime = { time: ClockTime } | { problem: TimeProblem } | null

/** Parsed start and end of a session; either can be ambiguous. */
export interface ReadSession {
  starts: NonNullable<ReadTime>
  ends: NonNullable<ReadTime>
}

/** The times of one session, or which of them is ambiguous. */
export type SessionTimes = { date: LocalDate } & (
  | { starts: ClockTime; ends: ClockTime; problem: null }
  | { problem: TimeProblem; field: 'starts_at' | 'ends_at'; read: ReadSession }
)

/** Parses a Moment of the API: an instant, or a local time at the place. Drops seconds. */
export function readTime(text: string, zone: Zone): ReadTime {
  const moment = parseMoment(text, zone)
  if (moment.kind === 'invalid') return null
  if (moment.kind !== 'exact') return { problem: problemOf(text.slice(0, 16), moment) }
  // At the limits of the years, an instant can lie outside them in local time.
  return isLocalDate(localDateOf(moment.instant, zone)) ? { time: clockTimeOf(moment.instant, zone) } : null
}

/** The place's local time at an instant. */
export function clockTimeOf(instant: Instant, zone: Zone): ClockTime {
  const wall = instant.toZonedDateTimeISO(zone).round({ smallestUnit: 'minute', roundingMode: 'floor' })
  const local = wall.toPlainDateTime().toString({ smallestUnit: 'minute' })
  const resolved = resolveLocal(local, zone)
  const repeated = resolved.kind === 'repeated'
  return { local, repeated, later: repeated && resolved.later.equals(wall.toInstant()), instant: wall.toInstant() }
}

/** A local time that occurs once. */
export const exactTime = (local: LocalDateTime, instant: Instant): ClockTime => ({ local, repeated: false, later: false, instant })

/** The chosen occurrence of a repeated local time. */
export function repeatedTime(
  local: LocalDateTime,
  { earlier, later: second }: Extract<Resolved, { kind: 'repeated' }>,
  later: boolean,
): ClockTime {
  return { local, repeated: true, later, instant: later ? second : earlier }
}

/** The start and end of one session, which starts on `date`. */
export function sessionTimes({ starts, ends }: ReadSession, date = startDateOf({ starts })): SessionTimes {
  if ('problem' in starts) return { date, problem: starts.problem, field: 'starts_at', read: { starts, ends } }
  if ('problem' in ends) return { date, problem: ends.problem, field: 'ends_at', read: { starts, ends } }
  return { date, starts: starts.time, ends: ends.time, problem: null }
}

/** The local date on which a session starts. */
export const startDateOf = ({ starts }: Pick<ReadSession, 'starts'>): LocalDate => dateOf(starts)

/**
 * The same session on another date: keeps local times, not the duration. Null if it would end after
 * the last supported year.
 */
export function readSessionOn(date: LocalDate, { starts, ends }: ReadSession, zone: Zone): ReadSession | null {
  const days = daysBetween(dateOf(starts), dateOf(ends))
  if (!isLocalDate(addDays(date, days))) return null
  return { starts: readTimeOn(date, starts, zone), ends: readTimeOn(addDays(date, days), ends, zone) }
}

/** The choice that `text` names for an ambiguous time, in any spelling; null if none. */
export function chooseTime({ choices }: TimeProblem, text: string, zone: Zone): { time: ClockTime } | null {
  const wanted = readTime(text, zone)
  if (!wanted || 'problem' in wanted) return null
  const isOffered = choices.some(choice => {
    const offered = readTime(choice, zone)
    return offered && 'time' in offered && offered.time.instant.equals(wanted.time.instant)
  })
  return isOffered ? wanted : null
}

const localOf = (read: NonNullable<ReadTime>): LocalDateTime => ('problem' in read ? read.problem.local : read.time.local)
const dateOf = (read: NonNullable<ReadTime>): LocalDate => localOf(read).slice(0, 10)

function readTimeOn(date: LocalDate, read: NonNullable<ReadTime>, zone: Zone): NonNullable<ReadTime> {
  const local = `${date}${localOf(read).slice(10)}`
  const resolved = resolveLocal(local, zone)
  return resolved.kind === 'exact' ? { time: exactTime(local, resolved.instant) } : { problem: problemOf(local, resolved) }
}

function problemOf(local: LocalDateTime, resolved: Exclude<Resolved, { kind: 'exact' }>): TimeProblem {
  const [one, other] = timeChoices(resolved)
  return { code: `time_${resolved.kind}`, local, choices: [one.moment, other.moment] }
}

/** A session's times as stored: local times are authoritative, instants derive from them. */
export function timeColumns({ starts, ends }: { starts: ClockTime; ends: ClockTime }) {
  return {
    local_starts: starts.local,
    local_ends: ends.local,
    starts_later: starts.later,
    ends_later: ends.later,
    starts_repeated: starts.repeated,
    ends_repeated: ends.repeated,
    starts_at: starts.instant.toString(),
    ends_at: ends.instant.toString(),
  }
}
