import { type Instant, readInstant } from './instant.ts'
import { isLocalDate } from './local-date.ts'
import { Temporal } from './temporal.ts'
import type { Zone } from './zone.ts'

/** A local date and time, `YYYY-MM-DDTHH:MM`, optionally with `:SS`; no zone. */
export type LocalDateTime = string & { readonly kind?: 'LocalDateTime' }

/** An existing time next to a skipped one. `local` has no seconds. */
export interface Neighbour {
  local: LocalDateTime
  instant: Instant
}

/**
 * A local time in a zone: exactly one instant; skipped by a clock change, with the last minute before and
 * the first minute after the gap; or repeated, with both instants. The user chooses in the last two
 * cases.
 */
export type Resolved =
  | { kind: 'exact'; instant: Instant }
  | { kind: 'skipped'; before: Neighbour; after: Neighbour }
  | { kind: 'repeated'; earlier: Instant; later: Instant }

/**
 * A choice for an ambiguous time: before or after the gap of a skipped time; the earlier or later
 * occurrence of a repeated time.
 */
export interface TimeChoice {
  which: 'before' | 'after' | 'earlier' | 'later'
  /** As the API takes it: a local date and time for a skipped time, an instant for a repeated one. */
  moment: string
}

/** The result of parsing a time that a person or a program has sent. */
export type Moment = Resolved | { kind: 'invalid' }

/** Whether the text is `YYYY-MM-DDTHH:MM[:SS]` on an existing day in the years 1900 to 2199. */
export function isLocalDateTime(text: string): text is LocalDateTime {
  return /^[^T]{10}T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(text) && isLocalDate(text.slice(0, 10))
}

/**
 * Resolves a local time in a zone. Never chooses silently when clocks change (decision record 006). Throws a
 * RangeError for an invalid date-time or zone: check with `isLocalDateTime` and `isZone` first.
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

/** The two choices for an ambiguous time. */
export function timeChoices(resolved: Exclude<Resolved, { kind: 'exact' }>): [TimeChoice, TimeChoice] {
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
 * Parses an RFC 3339 text with `Z` or an offset as an instant, and a local date-time as a local time in
 * the zone. `2025-03-30T01:30` in Europe/London is skipped; `2025-03-30T01:30Z` is always exact.
 */
export function parseMoment(text: string, zone: Zone): Moment {
  const instant = readInstant(text)
  if (instant) return { kind: 'exact', instant }
  return isLocalDateTime(text) ? resolveLocal(text, zone) : { kind: 'invalid' }
}

/**
 * The edges of the next gap, rounded outwards to whole minutes, because old zones changed by odd seconds.
 */
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
