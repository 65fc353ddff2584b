import { addDays, daysBetween, isLocalDate, type LocalDate, localDateOf } from '#domain/time/local-date.ts'
import type { Instant } from '#domain/time/instant.ts'
import { choicesOf, parseMoment, resolveLocal, type LocalDateTime, type Resolved } from '#domain/time/moment.ts'
import type { Zone } from '#domain/time/zone.ts'

/** A moment on a place's clock; `later` where the clock passes it twice (`repeated`) and the second time is meant. */
export interface ClockTime {
  local: LocalDateTime
  repeated: boolean
  later: boolean
  instant: Instant
}

/** A time that a clock change makes doubtful, with the two moments to choose from as the API takes them. */
export interface TimeProblem {
  code: 'time_skipped' | 'time_repeated'
  local: LocalDateTime
  choices: [string, string]
}

/** What a text for a time came to; null is no time at all. */
export type ReadTime = { time: ClockTime } | { problem: TimeProblem } | null

/** Start and end of a session as read; either can be in doubt. */
export interface ReadSession {
  starts: NonNullable<ReadTime>
  ends: NonNullable<ReadTime>
}

/** When one session takes place, or the doubt about its start or end. */
export type SessionTimes = { date: LocalDate } & (
  | { starts: ClockTime; ends: ClockTime; problem: null }
  | { problem: TimeProblem; field: 'starts_at' | 'ends_at'; read: ReadSession }
)

/** Reads a Moment of the API: an instant, or the place's own clock. Sessions are planned by the minute: seconds are dropped. */
export function readTime(text: string, zone: Zone): ReadTime {
  const moment = parseMoment(text, zone)
  if (moment.kind === 'invalid') return null
  if (moment.kind !== 'exact') return { problem: problemOf(text.slice(0, 16), moment) }
  // At the edges of the years that there are, an instant can lie outside them on the place's clock.
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

/** A local time that the clock passes once. */
export const exactTime = (local: LocalDateTime, instant: Instant): ClockTime => ({ local, repeated: false, later: false, instant })

/** Which one is meant of a local time that the clock passes twice. */
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
 * The same session on another date: what is repeated is the place's clock, not the hours that pass. Null where it would end after the last
 * year that there is.
 */
export function readSessionOn(date: LocalDate, { starts, ends }: ReadSession, zone: Zone): ReadSession | null {
  const days = daysBetween(dateOf(starts), dateOf(ends))
  if (!isLocalDate(addDays(date, days))) return null
  return { starts: readTimeOn(date, starts, zone), ends: readTimeOn(addDays(date, days), ends, zone) }
}

/** A time in doubt as one of its two choices says, however that is written; null where `text` is none of them. */
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
  const [one, other] = choicesOf(resolved)
  return { code: `time_${resolved.kind}`, local, choices: [one.moment, other.moment] }
}

/** A session's times as the table keeps them: the local ones are the truth, the instants derived from them. */
export function columnsOf({ starts, ends }: { starts: ClockTime; ends: ClockTime }) {
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
