import { RRuleTemporal } from 'rrule-temporal'
import { isLocalDate, type LocalDate } from '../time/local-date.ts'
import { Temporal } from '../time/temporal.ts'
import type { Zone } from '../time/zone.ts'
import { horizonYears, maxRepeats } from './repeat-limits.ts'
import { readRepeatRule, type RepeatRule } from './repeat-rule.ts'

/**
 * Limits the work for rules that never match: within `horizonYears` there are at most 3,653 days, 523 weeks,
 * 121 months or 11 years.
 */
const maxCandidates = 366 * horizonYears

/**
 * What to repeat: an RFC 5545 rule, the first date, and the place's zone, which is needed only for an
 * UNTIL given as an instant (default: UTC).
 */
export interface Repeat {
  rrule: string
  first: LocalDate
  zone?: Zone
  /** Maximum number of dates, up to `maxRepeats`. */
  limit?: number
}

/**
 * The dates in order, including the first one; or the problem: an invalid rule or one without dates, too
 * many dates, or no end.
 */
export type RepeatDates = { dates: LocalDate[] } | { problem: 'bad_rule' | 'too_many' | 'endless' }

/**
 * The dates on which a session repeats. They are calendar dates and do not depend on the process's zone.
 * The first date always counts as the first occurrence (RFC 5545 §3.8.5.3), even if it does not match the
 * rule. The time is bounded for every input.
 */
export function repeatDates({ rrule, first, zone = 'UTC', limit = maxRepeats }: Repeat): RepeatDates {
  const rule = isLocalDate(first) ? readRepeatRule(rrule, zone) : null
  if (!rule) return { problem: 'bad_rule' }
  if (rule.count === null && rule.until === null) return { problem: 'endless' }
  const most = Math.min(limit, maxRepeats)
  if ((rule.count ?? 0) > most) return { problem: 'too_many' }
  if (rule.count === 1) return { dates: [first] }
  if ((rule.until ?? first) < first) return { problem: 'bad_rule' }
  const dates = datesFrom(rule, first, rule.count ?? most + 1)
  if (!dates) return { problem: 'bad_rule' }
  return dates.length > most ? { problem: 'too_many' } : { dates }
}

/**
 * The first date and the rule's dates, at most `most`; null if the rule does not end within the horizon.
 */
function datesFrom(rule: RepeatRule, first: LocalDate, most: number): LocalDate[] | null {
  const horizon = Temporal.PlainDate.from(first).add({ years: horizonYears }).toString()
  // Stryker disable next-line ConditionalExpression,EqualityOperator: null is after the horizon; at the horizon
  // both are the same
  const until = rule.until !== null && rule.until <= horizon ? rule.until : horizon
  const ends = rule.until === until
  const dates: LocalDate[] = [first]
  try {
    new RRuleTemporal({
      rruleString: `${rule.parts};UNTIL=${until.replaceAll('-', '')}T000000Z`,
      dtstart: Temporal.ZonedDateTime.from(`${first}T00:00[UTC]`),
      temporal: Temporal,
      maxIterations: maxCandidates,
    }).all(at => {
      const date = at.toPlainDate().toString()
      if (date !== first) dates.push(date)
      return dates.length < most
    })
    // Stryker disable next-line BlockStatement: no known rule makes the library throw
  } catch {
    return null
  }
  return ends || dates.length === most ? dates : null
}

/** The problem with an excluded date, by its index in the list; `none_left` if no date remains. */
export type SkipProblem = { problem: 'not_in_series' | 'twice'; index: number } | { problem: 'none_left' }

/**
 * Removes dates from a series, as EXDATE does in iCalendar (RFC 5545 §3.8.5.1). COUNT still counts them.
 * The first date can be removed too.
 */
export function excludeDates(dates: readonly LocalDate[], skipped: readonly LocalDate[]): { dates: LocalDate[] } | SkipProblem {
  for (const [index, date] of skipped.entries()) {
    if (!dates.includes(date)) return { problem: 'not_in_series', index }
    if (skipped.indexOf(date) < index) return { problem: 'twice', index }
  }
  const kept = dates.filter(date => !skipped.includes(date))
  return kept.length > 0 ? { dates: kept } : { problem: 'none_left' }
}
