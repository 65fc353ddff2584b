import { excludeDates, repeatDates, type SkipProblem } from '#domain/availability/repeat-dates.ts'
import { maxRepeats } from '#domain/availability/repeat-limits.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import type { Zone } from '#domain/time/zone.ts'
import { refuseField, Refusal } from '../../platform/refusal.ts'
import { chooseTime, readSessionOn, type ReadSession, type SessionTimes, sessionTimes, startDateOf } from './resolve-times.ts'
import type { Sentence } from '../../platform/text.ts'

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
    if (onDate === null) return refuseField('repeat', 'field.hasTooManyDates')
    const decided = decide(onDate, series, date, zone)
    if (decided instanceof Refusal) return decided
    sessions.push(sessionTimes(decided, date))
  }
  return sessions
}

function keptDates(first: LocalDate, { repeat: rrule, skip_dates, chosen_times }: Series, zone: Zone): LocalDate[] | Refusal {
  if (!rrule) {
    if (skip_dates.length > 0) return refuseField('skip_dates', 'field.isOnlyForASeriesRepeat')
    return chosen_times.length > 0 ? refuseField('chosen_times', 'field.isOnlyForASeriesRepeat') : [first]
  }
  const repeat = repeatDates({ rrule, first, zone })
  if ('problem' in repeat) return refuseField('repeat', repeatSentences[repeat.problem])
  const kept = excludeDates(repeat.dates, skip_dates)
  return 'problem' in kept ? refuseSkip(kept) : kept.dates
}

const repeatSentences: Record<'bad_rule' | 'too_many' | 'endless', Sentence> = {
  bad_rule: 'field.isNotARepeatRuleThat',
  too_many: ['field.makesMoreThanSessions', { count: maxRepeats }],
  endless: 'field.needsAnEndCOUNTOrUNTIL',
}

function refuseSkip(skip: SkipProblem): Refusal {
  if (skip.problem === 'none_left') return refuseField('skip_dates', 'field.leavesNoDateOfTheSeries')
  return refuseField(`skip_dates.${skip.index}`, skip.problem === 'twice' ? 'field.namesADateTwice' : notInSeries)
}

const notInSeries = 'field.isNotADateOfThe'

/** A choice for a date outside the series, a second choice for one date, or an invalid choice. */
function refuseMisplaced({ chosen_times, skip_dates }: Series, kept: readonly LocalDate[]): Refusal | null {
  for (const [index, { date, starts_at, ends_at }] of chosen_times.entries()) {
    const field = `chosen_times.${index}.date`
    if (skip_dates.includes(date)) return refuseField(field, 'field.isLeftOutBySkipDates')
    if (!kept.includes(date)) return refuseField(field, notInSeries)
    if (chosen_times.findIndex(other => other.date === date) < index) return refuseField(field, 'field.namesADateTwice')
    if (starts_at === undefined && ends_at === undefined) return refuseField(`chosen_times.${index}`, 'field.needsStartsAtOrEndsAt')
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
    if (!('problem' in time)) return refuseField(path, 'field.isNotAmbiguousOnThisDate')
    const chosen = chooseTime(time.problem, text, zone)
    if (!chosen) return refuseField(path, ['field.mustBe', { choices: { anyOf: time.problem.choices } }])
    decided[end] = chosen
  }
  return decided
}

const ends = [
  ['starts', 'starts_at'],
  ['ends', 'ends_at'],
] as const
