import { excludeDates, maxRepeats, repeatDates, type SkipProblem } from '#domain/availability/repeat-dates.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import type { Zone } from '#domain/time/zone.ts'
import { refuseField, Refusal } from '../../platform/refusal.ts'
import { chooseTime, readSessionOn, type ReadSession, type SessionTimes, sessionTimes, startDateOf } from './resolve-times.ts'

/** The chosen occurrence of an ambiguous time on one date of a series. */
export interface ChosenTime {
  date: LocalDate
  starts_at?: string | undefined
  ends_at?: string | undefined
}

/** How a session repeats, and the exceptions for single dates. */
export interface Series {
  repeat?: string | null | undefined
  skip_dates: readonly LocalDate[]
  chosen_times: readonly ChosenTime[]
}

/**
 * The times of a session, or of each session of its series: the rule's dates without skipped ones,
 * with the choices for ambiguous times. Refuses (422, by field) a rule without a series, a skipped
 * date outside it, a series with no date left, and a choice that the date does not offer.
 */
export function seriesTimes(read: ReadSession, series: Series, zone: Zone): SessionTimes[] | Refusal {
  const dates = keptDates(startDateOf(read), series, zone)
  if (dates instanceof Refusal) return dates
  const misplaced = refuseMisplaced(series, dates)
  if (misplaced) return misplaced
  const sessions: SessionTimes[] = []
  for (const date of dates) {
    const onDate = date === startDateOf(read) ? read : readSessionOn(date, read, zone)
    if (onDate === null) return refuseField('repeat', 'has too many dates')
    const decided = decide(onDate, series, date, zone)
    if (decided instanceof Refusal) return decided
    sessions.push(sessionTimes(decided, date))
  }
  return sessions
}

function keptDates(first: LocalDate, { repeat: rrule, skip_dates, chosen_times }: Series, zone: Zone): LocalDate[] | Refusal {
  if (!rrule) {
    if (skip_dates.length > 0) return refuseField('skip_dates', 'is only for a series: repeat is missing')
    return chosen_times.length > 0 ? refuseField('chosen_times', 'is only for a series: repeat is missing') : [first]
  }
  const repeat = repeatDates({ rrule, first, zone })
  if ('problem' in repeat) return refuseField('repeat', repeatSentences[repeat.problem])
  const kept = excludeDates(repeat.dates, skip_dates)
  return 'problem' in kept ? refuseSkip(kept) : kept.dates
}

const repeatSentences = {
  bad_rule: 'is not a repeat rule that sessions can follow',
  too_many: `makes more than ${maxRepeats} sessions`,
  endless: 'needs an end: COUNT or UNTIL',
}

function refuseSkip(skip: SkipProblem): Refusal {
  if (skip.problem === 'none_left') return refuseField('skip_dates', 'leaves no date of the series')
  return refuseField(`skip_dates.${skip.index}`, skip.problem === 'twice' ? 'names a date twice' : notInSeries)
}

const notInSeries = 'is not a date of the series'

/** A choice for a date outside the series, a second choice for one date, or an invalid choice. */
function refuseMisplaced({ chosen_times, skip_dates }: Series, kept: readonly LocalDate[]): Refusal | null {
  for (const [index, { date, starts_at, ends_at }] of chosen_times.entries()) {
    const field = `chosen_times.${index}.date`
    if (skip_dates.includes(date)) return refuseField(field, 'is left out by skip_dates')
    if (!kept.includes(date)) return refuseField(field, notInSeries)
    if (chosen_times.findIndex(other => other.date === date) < index) return refuseField(field, 'names a date twice')
    if (starts_at === undefined && ends_at === undefined) return refuseField(`chosen_times.${index}`, 'needs starts_at or ends_at')
  }
  return null
}

function decide(read: ReadSession, { chosen_times }: Series, date: LocalDate, zone: Zone): ReadSession | Refusal {
  const index = chosen_times.findIndex(chosen => chosen.date === date)
  const decided = { ...read }
  for (const [end, field] of ends) {
    const text = chosen_times[index]?.[field]
    if (text === undefined) continue
    const path = `chosen_times.${index}.${field}`
    const time = read[end]
    if (!('problem' in time)) return refuseField(path, 'is not ambiguous on this date')
    const chosen = chooseTime(time.problem, text, zone)
    if (!chosen) return refuseField(path, `must be ${time.problem.choices.join(' or ')}`)
    decided[end] = chosen
  }
  return decided
}

const ends = [
  ['starts', 'starts_at'],
  ['ends', 'ends_at'],
] as const
