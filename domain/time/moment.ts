import { type Instant, readInstant } from './instant.ts'
import { isLocalDate } from './local-date.ts'
import { Temporal } from './temporal.ts'
import type { Zone } from './zone.ts'

/** A date and time on the wall, `YYYY-MM-DDTHH:MM`, optionally with `:SS`; no zone. */
export type LocalDateTime = string & { readonly kind?: 'LocalDateTime' }

/** A time that exists next to one that does not. `local` is cut to the minute. */
export interface Neighbour {
  local: LocalDateTime
  instant: Instant
}

/**
 * What a time on the wall means in a zone: exactly one instant; none, because the clocks skip it (the last minute before the gap and
 * the first after it are offered); or two, because they come to it twice (the person is asked which).
 */
export type Resolved =
  | { kind: 'exact'; instant: Instant }
  | { kind: 'skipped'; before: Neighbour; after: Neighbour }
  | { kind: 'repeated'; earlier: Instant; later: Instant }

/** A moment to choose instead of a time in doubt: of a skipped time the one before or after the gap, of a repeated time the earlier or the later. */
export interface TimeChoice {
  which: 'before' | 'after' | 'earlier' | 'later'
  /** As the API takes it: of a skipped time a local date and time, of a repeated time an instant. */
  moment: string
}

/** What a person's or a program's text for a time means. */
export type Moment = Resolved | { kind: 'invalid' }

/** Whether the text is `YYYY-MM-DDTHH:MM[:SS]` on a day of the calendar, in the years 1900 to 2199. */
export function isLocalDateTime(text: string): text is LocalDateTime {
  return /^[^T]{10}T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(text) && isLocalDate(text.slice(0, 10))
}

/**
 * What a time on the wall means in a zone (product rules, §3: never a silent choice on the days when the clocks change).
 * Throws a RangeError for what is no local date-time or no zone: check with `isLocalDateTime` and `isZone`.
 */
export function resolveLocal(local: LocalDateTime, zone: Zone): Resolved {
  if (!isLocalDateTime(local)) throw new RangeError(`Not a local date-time: ${local}`)
  const wall = Temporal.PlainDateTime.from(local)
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' })
  if (earlier.equals(later)) return { kind: 'exact', instant: earlier.toInstant() }
  if (earlier.toPlainDateTime().equals(wall)) return { kind: 'repeated', earlier: earlier.toInstant(), later: later.toInstant() }
  return { kind: 'skipped', ...neighboursOf(earlier) }
}

/** The two moments to choose from where a time is in doubt. */
export function choicesOf(resolved: Exclude<Resolved, { kind: 'exact' }>): [TimeChoice, TimeChoice] {
  return resolved.kind === 'skipped'
    ? [
        { which: 'before', moment: resolved.before.local },
        { which: 'after', moment: resolved.after.local },
      ]
    : [
        { which: 'earlier', moment: resolved.earlier.toString() },
        { which: 'later', moment: resolved.later.toString() },
      ]
}

/**
 * Reads an RFC 3339 text with `Z` or an offset as the instant it is, and a local date-time as a time on the wall of the zone.
 * `2025-03-30T01:30` in Europe/London is skipped, `2025-03-30T01:30Z` is exact everywhere.
 */
export function parseMoment(text: string, zone: Zone): Moment {
  const instant = readInstant(text)
  if (instant) return { kind: 'exact', instant }
  return isLocalDateTime(text) ? resolveLocal(text, zone) : { kind: 'invalid' }
}

/** The edges of the gap that follows, rounded outwards to whole minutes (old zones changed their offset by odd seconds). */
function neighboursOf(beforeTheGap: Temporal.ZonedDateTime): { before: Neighbour; after: Neighbour } {
  const gap = beforeTheGap.getTimeZoneTransition('next')
  // Stryker disable next-line ConditionalExpression,StringLiteral: a skipped time has a clock change after it
  if (!gap) throw new RangeError(`No clock change after ${beforeTheGap.toString()}`)
  const before = gap.subtract({ nanoseconds: 1 }).round({ smallestUnit: 'minute', roundingMode: 'floor' })
  const after = gap.round({ smallestUnit: 'minute', roundingMode: 'ceil' })
  return { before: neighbour(before), after: neighbour(after) }
}

function neighbour(at: Temporal.ZonedDateTime): Neighbour {
  return { local: at.toPlainDateTime().toString({ smallestUnit: 'minute' }), instant: at.toInstant() }
}
