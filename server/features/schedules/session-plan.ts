import { mostRepeats, repeatDates } from '#domain/availability/repeat-dates.ts'
import { type Session, sessionLimits, type SessionProblem, sessionProblems } from '#domain/availability/session.ts'
import { slotsOf, type PlannedSlot } from '#domain/availability/slots.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import type { Zone } from '#domain/time/zone.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import { type ClockTime, readTime, type SessionTimes, sessionTimes, sessionTimesOn, type TimeProblem } from './session-times.ts'

/** What somebody asks for: one session, or with `repeat` one for every date of the rule. */
export interface SessionWish {
  starts_at: string
  ends_at: string
  slot_minutes: number
  break_minutes: number
  seats_per_slot: number
  mentor_ids: string[]
  repeat?: string | null
}

/** A session whose time is certain, cut into slots. */
export interface PlannedSession {
  date: LocalDate
  starts: ClockTime
  ends: ClockTime
  slots: PlannedSlot[]
}

/** A date on which a clock change leaves the time in doubt. */
export type DoubtfulSession = Extract<SessionTimes, { field: string }>

/** So many slots are written within a request's time; more belongs in several series. */
const mostSlots = 10_000

/**
 * Every session that a wish makes, in the order of the dates, each cut into slots or in doubt. Refused (422, by field) are texts that are
 * no times or no rule, hours that make no session, and a first session that is over at `now`.
 */
export function planSessions(wish: SessionWish, zone: Zone, now: Date): (PlannedSession | DoubtfulSession)[] | Refusal {
  const dates = timesOf(wish, zone)
  if (dates instanceof Refusal) return dates
  const sessions: (PlannedSession | DoubtfulSession)[] = []
  let slots = 0
  for (const times of dates) {
    if (times.problem !== null) sessions.push(times)
    else {
      const planned = planSession(times, wish, now)
      if (planned instanceof Refusal) return dates.length > 1 ? atDate(planned, times.date) : planned
      slots += planned.slots.length
      if (slots > mostSlots) return refuse('invalid', { errors: { repeat: [`makes more than ${mostSlots} slots at once`] } })
      sessions.push(planned)
    }
  }
  return sessions
}

/** One session cut into slots, or what is wrong with its hours. */
export function planSession(times: { date: LocalDate; starts: ClockTime; ends: ClockTime }, wish: Omit<SessionWish, 'repeat'>, now: Date) {
  const { date, starts, ends } = times
  const session: Session = { ...wish, starts_at: starts.instant, ends_at: ends.instant, mentors: wish.mentor_ids }
  const problems = sessionProblems(session)
  if (problems.length > 0) return refuse('invalid', { errors: errorsOf(problems) })
  if (ends.instant.epochMilliseconds <= now.getTime()) return refuse('invalid', { errors: { starts_at: ['lies in the past'] } })
  return { date, starts, ends, slots: slotsOf(session) } satisfies PlannedSession
}

/** The 422 for dates whose time a clock change leaves in doubt; the choices are those of the first one. Null when none is. */
export function refuseDoubt(sessions: readonly (PlannedSession | SessionTimes)[]): Refusal | null {
  const doubtful = sessions.filter(session => 'field' in session)
  const [first] = doubtful
  if (!first) return null
  const errors: Record<string, string[]> = {}
  for (const { field, problem } of doubtful) (errors[field] ??= []).push(sentenceOf(problem))
  return refuseTime(first.field, first.problem, errors)
}

/** The 422 for a time that is skipped or repeated: says when, and offers both moments. */
export function refuseTime(field: string, problem: TimeProblem, errors = { [field]: [sentenceOf(problem)] }): Refusal {
  const ask = problem.code === 'time_skipped' ? 'Please choose one of its neighbours.' : 'Please say which one.'
  return refuse(problem.code, { message: `${sentenceOf(problem)} ${ask}`, errors, choices: problem.choices })
}

function sentenceOf({ code, local }: TimeProblem): string {
  const [date, time] = local.split('T')
  return code === 'time_skipped' ? `On ${date} the clock skips ${time}.` : `On ${date} the clock passes ${time} twice.`
}

/** Reads both ends of a session; 422 at the field that is no time. */
export function readTimes(wish: Pick<SessionWish, 'starts_at' | 'ends_at'>, zone: Zone) {
  const [starts, ends] = [readTime(wish.starts_at, zone), readTime(wish.ends_at, zone)]
  if (starts && ends) return { starts, ends }
  const sentence = ['must be a date and time']
  return refuse('invalid', { errors: { ...(!starts && { starts_at: sentence }), ...(!ends && { ends_at: sentence }) } })
}

function timesOf(wish: SessionWish, zone: Zone): SessionTimes[] | Refusal {
  const read = readTimes(wish, zone)
  if (read instanceof Refusal) return read
  const first = sessionTimes(read.starts, read.ends)
  if (!wish.repeat) return [first]
  const repeat = repeatDates({ rrule: wish.repeat, first: first.date, zone })
  if ('problem' in repeat) return refuse('invalid', { errors: { repeat: [repeatSentences[repeat.problem]] } })
  const later = repeat.dates.slice(1).map(date => sessionTimesOn(date, read.starts, read.ends, zone))
  const possible = later.filter(times => times !== null)
  return possible.length === later.length ? [first, ...possible] : refuse('invalid', { errors: { repeat: ['goes on for too long'] } })
}

const repeatSentences = {
  bad_rule: 'is not a repeat rule that sessions can follow',
  too_many: `makes more than ${mostRepeats} sessions`,
  endless: 'needs an end: COUNT or UNTIL',
}

const sentences: Record<SessionProblem['code'], string> = {
  ends_before_start: 'must be after the start',
  longer_than_a_day: `must be within ${sessionLimits.hours} hours of the start`,
  no_whole_slot: 'is longer than the whole session',
  slot_minutes_range: `must be ${sessionLimits.slotMinutes.min} to ${sessionLimits.slotMinutes.max} minutes`,
  break_minutes_range: `must be ${sessionLimits.breakMinutes.min} to ${sessionLimits.breakMinutes.max} minutes`,
  seats_range: `must be ${sessionLimits.seats.min} to ${sessionLimits.seats.max}`,
  too_many_slots: `makes more than ${sessionLimits.slots} slots in one session`,
  no_mentors: 'choose at least one mentor',
  mentor_twice: 'names a mentor twice',
}

function errorsOf(problems: SessionProblem[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const { field, code } of problems) (errors[field] ??= []).push(sentences[code])
  return errors
}

function atDate({ code, details }: Refusal, date: LocalDate): Refusal {
  const errors = Object.entries(details.errors ?? {}).map(([field, texts]) => [field, texts.map(text => `on ${date} ${text}`)])
  return refuse(code, { ...details, errors: Object.fromEntries(errors) as Record<string, string[]> })
}
