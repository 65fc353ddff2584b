import { RRuleTemporal } from 'rrule-temporal'
import { isLocalDate, type LocalDate } from '../time/local-date.ts'
import { Temporal } from '../time/temporal.ts'
import type { Zone } from '../time/zone.ts'
import { readRepeatRule, type RepeatRule } from './repeat-rule.ts'

/** At most so many sessions from one rule. */
export const mostRepeats = 200

/**
 * A rule is followed for so many years from its first date. It bounds the work, also for a rule that names no date at all: 3,653 days, 523 weeks or 121
 * months are looked at.
 */
const horizonYears = 10
const maxCandidates = 366 * horizonYears

/** What to repeat: an RFC 5545 rule, the first date, and the place's zone (only for an UNTIL that is an instant; UTC unless told). */
export interface Repeat {
  rrule: string
  first: LocalDate
  zone?: Zone
  /** How many dates are allowed; never more than `mostRepeats`. */
  limit?: number
}

/** Dates in order, the first one included; or what is wrong: a rule that is none or names no date, more dates than allowed, or no end. */
export type RepeatDates = { dates: LocalDate[] } | { problem: 'bad_rule' | 'too_many' | 'endless' }

/**
 * The dates on which a session repeats: calendar dates, whatever the process's own zone. The first date is always the first occurrence and
 * counts (RFC 5545 §3.8.5.3), also where the rule itself would not name it. Takes a bounded time for every text.
 */
export function repeatDates({ rrule, first, zone = 'UTC', limit = mostRepeats }: Repeat): RepeatDates {
  const rule = isLocalDate(first) ? readRepeatRule(rrule, zone) : null
  if (!rule) return { problem: 'bad_rule' }
  if (rule.count === null && rule.until === null) return { problem: 'endless' }
  const most = Math.min(limit, mostRepeats)
  if ((rule.count ?? 0) > most) return { problem: 'too_many' }
  if (rule.count === 1) return { dates: [first] }
  if ((rule.until ?? first) < first) return { problem: 'bad_rule' }
  const dates = datesFrom(rule, first, rule.count ?? most + 1)
  if (!dates) return { problem: 'bad_rule' }
  return dates.length > most ? { problem: 'too_many' } : { dates }
}

/** The first date and the rule's own, `most` at most; null where the rule does not come to its end within the horizon. */
function datesFrom(rule: RepeatRule, first: LocalDate, most: number): LocalDate[] | null {
  const horizon = Temporal.PlainDate.from(first).add({ years: horizonYears }).toString()
  // Stryker disable next-line ConditionalExpression,EqualityOperator: null is after the horizon; at the horizon both are the same
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

/** What is wrong with a date that a series is to leave out, by its index in the list; `none_left` where no date would remain. */
export type SkipProblem = { problem: 'not_in_series' | 'twice'; index: number } | { problem: 'none_left' }

/**
 * A series without the dates that it leaves out, as EXDATE does in iCalendar (RFC 5545 §3.8.5.1): they are taken out of the dates of the rule,
 * so COUNT counts them. The first date can be among them.
 */
export function leaveOut(dates: readonly LocalDate[], skipped: readonly LocalDate[]): { dates: LocalDate[] } | SkipProblem {
  for (const [index, date] of skipped.entries()) {
    if (!dates.includes(date)) return { problem: 'not_in_series', index }
    if (skipped.indexOf(date) < index) return { problem: 'twice', index }
  }
  const kept = dates.filter(date => !skipped.includes(date))
  return kept.length > 0 ? { dates: kept } : { problem: 'none_left' }
}
